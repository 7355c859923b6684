import type { NodeTypeDescriptor } from './descriptor.ts';
import { plainDescriptor } from './plain.ts';
import { nothing } from './written-keys.ts';

/** A verdict of a study is data: its stations pass with a label, and a fail is only a fault (study.md 28). */
const station = {
  ...plainDescriptor,
  statuses: ['success'],
  boundsOwnCycle: true,
  failIsOnlyFault: true,
  writes: nothing,
  study: 'station',
} as const satisfies Omit<NodeTypeDescriptor, 'type'>;

const reserved = { ...station, study: 'reserved' } as const;

/** The types of study graphs, without the code that runs them (study-rulings.md A2); those of C12 are known and not built yet. */
export const studyDescriptors: readonly NodeTypeDescriptor[] = [
  { ...station, type: 'agent', study: 'agent', labels: ['reprompt', 'close', 'stop', 'end'], callsModel: () => true },
  { ...station, type: 'gate.milestones', labels: ['pass', 'bounce'] },
  { ...station, type: 'gate.deliverables', labels: ['pass', 'bounce', 'end'] },
  { ...station, type: 'gate.reproduce', labels: ['pass', 'bounce', 'failed'] },
  { ...station, type: 'gate.critic', labels: ['done', 'revise', 'unreviewed'] },
  { ...station, type: 'study.interview' },
  { ...station, type: 'study.close', statuses: ['success', 'partial_success', 'fail'] },
  { ...reserved, type: 'agent.job' },
  { ...reserved, type: 'gate.consent' },
  { ...reserved, type: 'peer.task' },
  { ...reserved, type: 'oracle' },
];
