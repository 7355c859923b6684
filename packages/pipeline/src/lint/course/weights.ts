import type { Graph, Node } from '../../model.ts';
import { descriptorOf } from '../../node-type/registry.ts';
import { graphValue, nodeValue } from '../../registry/value.ts';

/** What something does, at most. */
export interface Weight {
  readonly visits: number;
  readonly modelCalls: number;
}

export const nothing: Weight = { visits: 0, modelCalls: 0 };
export const endless: Weight = { visits: Number.POSITIVE_INFINITY, modelCalls: Number.POSITIVE_INFINITY };

export function plus(a: Weight, b: Weight): Weight {
  return { visits: a.visits + b.visits, modelCalls: a.modelCalls + b.modelCalls };
}

/** Nothing times endless is nothing. */
export function times(weight: Weight, count: number): Weight {
  const product = (value: number): number => (value === 0 || count === 0 ? 0 : value * count);
  return { visits: product(weight.visits), modelCalls: product(weight.modelCalls) };
}

export function most(a: Weight, b: Weight): Weight {
  return { visits: Math.max(a.visits, b.visits), modelCalls: Math.max(a.modelCalls, b.modelCalls) };
}

export function least(a: Weight, b: Weight): Weight {
  return { visits: Math.min(a.visits, b.visits), modelCalls: Math.min(a.modelCalls, b.modelCalls) };
}

/** Attempts where no number stands (engine.md 4). */
const policyAttempts = { none: 1, standard: 5, aggressive: 5, linear: 3, patient: 3 } as const;

/** Attempts of one visit, at most: `max_retries`, the graph's default, the policy's number, else one (engine.md 4). */
export function attemptsOf(graph: Graph, node: Node): number {
  const policy = nodeValue(node, 'retry_policy');
  if (policy === 'none') return 1;
  const declared =
    nodeValue(node, 'max_retries') ?? (graph.attributes.has('default_max_retries') ? graphValue(graph, 'default_max_retries') : undefined);
  if (declared !== undefined) return declared + 1;
  return policy === undefined ? 1 : policyAttempts[policy];
}

/** Cycles of a node that runs its child again and again, at most. */
export function cyclesOf(node: Node): number {
  return descriptorOf(node.type).boundsOwnCycle ? nodeValue(node, 'manager.max_cycles') : 1;
}

/** Calls of a backend in one attempt: one, and one more to repair an answer that does not fit its schema; a manager's between its cycles. */
export function callsOf(node: Node): number {
  const { callsModel, childFile } = descriptorOf(node.type);
  if (!callsModel(node)) return 0;
  const once = nodeValue(node, 'response_schema') === undefined ? 1 : 2;
  return childFile === undefined ? once : once * (cyclesOf(node) - 1);
}
