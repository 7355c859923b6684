import { cycleThrough, type Graph, graphValue, maxSteps, nodeValue } from '@attractor/pipeline';
import { type EndResult, type FrameId, type FrameState, type RunState, rootFrame } from '../state/state.ts';
import type { UsedUp } from './input.ts';
import type { Transition } from './transition.ts';
import { tokensOf } from './usage.ts';

/** Share of a budget at which `budget.warning` is sent. */
const warningShare = 0.8;

/** The execution time at which a run must stop: the stricter of the graph's and the caller's. Milliseconds. */
export function durationLimit(graph: Graph, state: RunState): number | undefined {
  const limits = [graphValue(graph, 'max_pipeline_duration'), state.limits.timeoutMs].filter((limit) => limit !== undefined);
  return limits.length === 0 ? undefined : Math.min(...limits);
}

export function durationReason(t: Transition): string {
  const { position } = t.frame(rootFrame);
  const where =
    position.at === 'entering' ? ` before '${position.node}'` : 'visit' in position ? ` while '${position.visit.node}' ran` : '';
  return `max_pipeline_duration_exceeded: ${durationLimit(t.graph, t.state) ?? 0} ms of execution are over${where}`;
}

/** Which limit keeps a frame from entering a node (engine.md 3.1). A used-up budget halts, the others fail. */
export function limitReached(t: Transition, frameId: FrameId, nodeId: string, isResumed: boolean): EndResult | undefined {
  const frame = t.frame(frameId);
  const failed = (errorType: string, text: string): EndResult => ({
    status: 'fail',
    reason: `${errorType}: ${text}${cycleText(t, nodeId)}`,
    errorType,
    questions: [],
  });
  const steps = maxSteps(t.graph);
  if (frame.steps >= steps) return failed('max_steps_exceeded', `${steps} steps done before '${nodeId}'`);
  const maxVisits = nodeValue(t.node(nodeId), 'max_visits');
  if (!isResumed && maxVisits !== undefined && (frame.visits.get(nodeId) ?? 0) >= maxVisits)
    return failed('max_visits_exceeded', `'${nodeId}' has run ${maxVisits} times`);
  for (const budget of budgets(t.graph, t.state)) {
    if (budget.limit === undefined || budget.used < budget.limit) continue;
    return budgetUsedUp(t, frame, nodeId, { ...budget, limit: budget.limit });
  }
  return undefined;
}

/** Nothing is left for another node: the run halts, resumably. */
export function budgetUsedUp(t: Transition, { branch }: FrameState, nodeId: string, { kind, used, limit }: UsedUp): EndResult {
  t.emit({ type: 'budget.exceeded', kind, used, limit }, branch);
  const reason = `budget_exceeded: ${used} of ${limit} ${kind} used before '${nodeId}'`;
  return { status: 'halted', reason, errorType: 'budget_exceeded', questions: [] };
}

/** Most of a budget is used: `budget.warning` is due. */
export function isNearlyUsed(used: number, limit: number): boolean {
  return used >= limit * warningShare;
}

/** The caller's budget stands in place of the graph's, so that a resume can raise it. A cost nobody knows counts as nothing. */
export function budgets(graph: Graph, { usage, limits }: Pick<RunState, 'usage' | 'limits'>) {
  return [
    { kind: 'usd', used: usage.costUsd ?? 0, limit: limits.budgetUsd ?? graphValue(graph, 'budget_usd') },
    { kind: 'tokens', used: tokensOf(usage), limit: limits.budgetTokens ?? graphValue(graph, 'budget_tokens') },
  ] as const;
}

function cycleText(t: Transition, nodeId: string): string {
  const cycle = cycleThrough(t.graph, nodeId);
  return cycle === undefined ? '' : ` (cycle ${[...cycle, cycle[0]].join(' -> ')})`;
}
