import type { Node } from '../model.ts';
import type { NodeTypeDescriptor } from './descriptor.ts';
import { plainDescriptor } from './plain.ts';
import { studyDescriptors } from './study.ts';
import * as writes from './written-keys.ts';

const always = () => true;
const withPrompt = (node: Node) => (node.attributes.get('prompt')?.text ?? '').trim() !== '';

/** The kinds of language.md 2, and those of a study (study-rulings.md A2). */
export const builtInDescriptors: readonly NodeTypeDescriptor[] = [
  {
    ...plainDescriptor,
    type: 'start',
    shapes: ['Mdiamond'],
    role: 'start',
    statuses: ['success'],
    failIsOnlyFault: true,
    writes: writes.nothing,
  },
  {
    ...plainDescriptor,
    type: 'exit',
    shapes: ['Msquare'],
    role: 'exit',
    statuses: ['success'],
    failIsOnlyFault: true,
    writes: writes.nothing,
  },
  {
    ...plainDescriptor,
    type: 'codergen',
    shapes: ['box'],
    aliases: ['llm'],
    statuses: ['success', 'partial_success', 'fail', 'skipped'],
    decidedBy: 'model',
    callsModel: always,
    writes: writes.ofModel,
  },
  { ...plainDescriptor, type: 'wait.human', shapes: ['hexagon'], aliases: ['human'], decidedBy: 'person', writes: writes.ofGate },
  {
    ...plainDescriptor,
    type: 'conditional',
    shapes: ['diamond'],
    role: 'conditional',
    statuses: ['success'],
    failIsOnlyFault: true,
    writes: writes.nothing,
  },
  {
    ...plainDescriptor,
    type: 'parallel',
    shapes: ['component'],
    role: 'component',
    statuses: ['success', 'partial_success', 'fail'],
    writes: writes.ofComponent,
  },
  {
    ...plainDescriptor,
    type: 'parallel.fan_in',
    shapes: ['tripleoctagon'],
    aliases: ['fan_in'],
    role: 'fan_in',
    callsModel: withPrompt,
    writes: writes.ofFanIn,
  },
  { ...plainDescriptor, type: 'tool', shapes: ['parallelogram'], requires: ['tool_command'], writes: writes.ofTool },
  {
    ...plainDescriptor,
    type: 'stack.manager_loop',
    shapes: ['house'],
    statuses: ['success', 'partial_success', 'fail'],
    callsModel: withPrompt,
    boundsOwnCycle: true,
    writes: writes.ofManager,
    childFile: 'stack.child_dotfile',
  },
  {
    ...plainDescriptor,
    type: 'pipeline',
    shapes: ['folder'],
    statuses: ['success', 'partial_success', 'fail', 'skipped'],
    requires: ['dot_file'],
    writes: writes.nothing,
    childFile: 'dot_file',
  },
  ...studyDescriptors,
];

/** A type nobody registered: the default handler runs it, so it counts as a model node (engine.md 15). */
export function unknownDescriptor(type: string): NodeTypeDescriptor {
  return { ...plainDescriptor, type, statuses: ['success', 'partial_success', 'fail', 'skipped'], decidedBy: 'model', callsModel: always };
}
