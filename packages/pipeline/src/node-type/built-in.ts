import type { Node } from '../model.ts';
import type { NodeTypeDescriptor } from './descriptor.ts';

const never = () => false;
const always = () => true;
const withPrompt = (node: Node) => (node.attributes.get('prompt')?.text ?? '').trim() !== '';

/** What most kinds have in common; a new kind says only how it differs. */
export const plainDescriptor = {
  shapes: [],
  aliases: [],
  role: 'work',
  statuses: ['success', 'fail'],
  labels: [],
  decidedBy: 'engine',
  callsModel: never,
  boundsOwnCycle: false,
  failIsOnlyFault: false,
  requires: [],
} as const satisfies Omit<NodeTypeDescriptor, 'type'>;

/** The kinds of language.md 2. */
export const builtInDescriptors: readonly NodeTypeDescriptor[] = [
  { ...plainDescriptor, type: 'start', shapes: ['Mdiamond'], role: 'start', statuses: ['success'], failIsOnlyFault: true },
  { ...plainDescriptor, type: 'exit', shapes: ['Msquare'], role: 'exit', statuses: ['success'], failIsOnlyFault: true },
  {
    ...plainDescriptor,
    type: 'codergen',
    shapes: ['box'],
    aliases: ['llm'],
    statuses: ['success', 'partial_success', 'fail', 'skipped'],
    decidedBy: 'model',
    callsModel: always,
  },
  { ...plainDescriptor, type: 'wait.human', shapes: ['hexagon'], aliases: ['human'], decidedBy: 'person' },
  { ...plainDescriptor, type: 'conditional', shapes: ['diamond'], role: 'conditional', statuses: ['success'], failIsOnlyFault: true },
  { ...plainDescriptor, type: 'parallel', shapes: ['component'], role: 'component', statuses: ['success', 'partial_success', 'fail'] },
  { ...plainDescriptor, type: 'parallel.fan_in', shapes: ['tripleoctagon'], aliases: ['fan_in'], role: 'fan_in', callsModel: withPrompt },
  { ...plainDescriptor, type: 'tool', shapes: ['parallelogram'], requires: ['tool_command'] },
  {
    ...plainDescriptor,
    type: 'stack.manager_loop',
    shapes: ['house'],
    statuses: ['success', 'partial_success', 'fail'],
    callsModel: withPrompt,
    boundsOwnCycle: true,
    childFile: 'stack.child_dotfile',
  },
  {
    ...plainDescriptor,
    type: 'pipeline',
    shapes: ['folder'],
    statuses: ['success', 'partial_success', 'fail', 'skipped'],
    requires: ['dot_file'],
    childFile: 'dot_file',
  },
];

/** A type nobody registered: the default handler runs it, so it counts as a model node (engine.md 15). */
export function unknownDescriptor(type: string): NodeTypeDescriptor {
  return { ...plainDescriptor, type, statuses: ['success', 'partial_success', 'fail', 'skipped'], decidedBy: 'model', callsModel: always };
}
