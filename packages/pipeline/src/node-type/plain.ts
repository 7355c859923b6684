import type { NodeTypeDescriptor } from './descriptor.ts';

/** What most kinds have in common; a new kind says only how it differs. */
export const plainDescriptor = {
  shapes: [],
  aliases: [],
  role: 'work',
  statuses: ['success', 'fail'],
  labels: [],
  decidedBy: 'engine',
  callsModel: () => false,
  boundsOwnCycle: false,
  failIsOnlyFault: false,
  requires: [],
} as const satisfies Omit<NodeTypeDescriptor, 'type'>;
