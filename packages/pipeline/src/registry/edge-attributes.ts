import type { AttributeTable } from './definition.ts';
import { fidelityModes } from './words.ts';

const engine = ['engine'] as const;

/** Edge attributes (language.md 2). */
export const edgeAttributes = {
  label: {
    type: 'string',
    default: '',
    readBy: engine,
    doc: 'Caption, choice of a human gate, and routing key for preferred labels.',
    source: 'canonical 2.7',
  },
  condition: {
    type: 'condition',
    default: '',
    rule: 'condition_syntax',
    readBy: engine,
    doc: 'Guard over the outcome and the context; empty: unconditional.',
    source: 'canonical 10',
  },
  weight: {
    type: 'float',
    default: 0,
    readBy: engine,
    doc: 'Priority among equally eligible edges; higher wins.',
    source: 'canonical 2.7',
  },
  fidelity: {
    type: 'enum',
    values: fidelityModes,
    rule: 'fidelity_valid',
    readBy: ['codergen'],
    doc: 'Context fidelity of the target when it is entered here.',
    source: 'canonical 2.7',
  },
  thread_id: { type: 'string', readBy: ['codergen'], doc: 'Thread of the target when it is entered here.', source: 'canonical 2.7' },
  loop_restart: { type: 'bool', default: false, readBy: engine, doc: 'Taking the edge begins the next iteration.', source: '§24' },
  kind: {
    type: 'enum',
    values: ['flow', 'delegates'],
    default: 'flow',
    readBy: ['engine', 'study'],
    doc: '`delegates`: a right to delegate, not a route.',
    source: 'ours',
  },
  preamble: {
    type: 'text',
    default: '',
    readBy: ['study'],
    doc: 'What every delegation over a delegates edge begins with.',
    source: 'study.md 1',
  },
} as const satisfies AttributeTable;
