import type { BackendRequest } from '@attractor/engine';
import type { CallKey } from './format.ts';

/** The call that a request is. Backends under recording and replay are counted by the journal (`needsProvider: false`). */
export function callKey({ invocation, node, call }: BackendRequest): CallKey {
  const { branch, visit, attempt, resumed } = invocation;
  return { branch, node: node.id, n: invocation.scriptCalls(node.id) + call, visit, attempt, resumed };
}
