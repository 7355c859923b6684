import {
  blockOf,
  conditionKeys,
  descriptorOf,
  type Edge,
  edgeValue,
  graphValue,
  joinOf,
  nodeValue,
  onwardEdges,
  routeEdges,
} from '@attractor/pipeline';
import { failureReasonOf } from '../outcome.ts';
import { type FrameState, rootFrame } from '../state/state.ts';
import { chooseEdge, conditionScope, type EdgeChoice, isGateRule, runsAfterFailure } from './choose-edge.ts';
import type { Done } from './completion.ts';
import { decide, reportVisit } from './report-visit.ts';
import { restartLoop } from './restart.ts';
import { stop } from './stop.ts';
import type { Transition } from './transition.ts';

/** At most this many failure jumps from one node in a run (engine.md 4b). */
const maxFailureJumps = 50;

/** Steps 13 and 14 of engine.md 3: the edge, the join of a component, a failure jump, or the end. */
export function route(t: Transition, done: Done): void {
  const { frame: frameId, node, visit, outcome } = done;
  const frame = t.frame(frameId);
  const canonicalFail = graphValue(t.graph, 'fail_routing') === 'canonical';
  const scope = conditionScope(node, outcome, (key) => frame.context.get(key));
  const isComponent = descriptorOf(node.type).role === 'component';
  const edges = isComponent ? routeEdges(t.graph, node.id) : onwardEdges(t.graph, node.id);
  const choice = chooseEdge(t.graph, node, outcome, scope, canonicalFail, edges);
  if (choice.malformedSuggestions.length > 0) {
    const message = `suggested next ids that are neither text nor an integer are skipped: ${choice.malformedSuggestions.join(', ')}`;
    t.emit({ type: 'warning', node: node.id, message }, frame.branch);
  }
  const join = isComponent && choice.edge === undefined && outcome.status !== 'fail' ? joinOf(t.graph, node.id) : undefined;
  const target = choice.edge?.to ?? join;
  if (target !== undefined) {
    const kind = choice.edge === undefined ? 'join' : 'edge';
    const rule = choice.edge === undefined ? 'join' : choice.rule;
    decide(t, done, choice, { kind, rule, target, reason: '' });
    if (outcome.status === 'fail') noteFailureRoute(t, done, choice, canonicalFail);
    return follow(t, done, choice.edge, target, rule);
  }
  const jump = failureJump(t, done, choice);
  if (jump !== undefined) {
    const reason = failureReasonOf(outcome);
    t.update({
      failureJumps: t.state.failureJumps.update(node.id, 0, (n) => n + 1),
      handled: t.state.handled.push({ node: node.id, reason, by: 'retry_target' }),
    });
    decide(t, done, choice, { kind: 'failure_jump', rule: jump.rule, target: jump.target, reason });
    reportVisit(t, done, `${node.id} -> ${jump.target}`);
    return t.enter(frameId, jump.target, -1);
  }
  const reason = noRouteReason(t, done, choice);
  decide(t, done, choice, { kind: 'end', rule: 'none', target: '', reason });
  reportVisit(t, done, '');
  t.updateFrame(frameId, {
    position: { at: 'entering', node: node.id, via: visit.via },
    standing: t.frame(frameId).standing.set(node.id, reason),
  });
  if (frameId !== rootFrame) return t.endBranch(frameId, outcome.status === 'fail' ? reason : `left the parallel block: ${reason}`);
  const errorType = outcome.status === 'fail' ? 'node_failed' : 'no_matching_edge';
  stop(t, { status: 'fail', reason, errorType, resumeAt: node.id, questions: [] });
}

/**
 * Does a failure's way out count as handled? By a condition that asks for it, or that reads what the failed node wrote
 * (engine.md 6); under `fail_routing=canonical` by any plain edge to an ordinary node, as the canonical rule has it.
 */
function noteFailureRoute(t: Transition, { frame, node, outcome, written }: Done, choice: EdgeChoice, canonicalFail: boolean): void {
  const condition = choice.edge?.condition;
  const reads = condition === undefined ? [] : conditionKeys(condition).map((key) => key.replace(/^context\./, ''));
  const handled =
    condition === undefined
      ? canonicalFail && choice.edge !== undefined && !runsAfterFailure(t.graph, choice.edge)
      : choice.forFailure || reads.some((key) => written.has(key));
  const reason = failureReasonOf(outcome);
  if (handled) t.update({ handled: t.state.handled.push({ node: node.id, reason, by: 'edge' }) });
  else t.updateFrame(frame, { standing: t.frame(frame).standing.set(node.id, reason) });
}

function follow(t: Transition, done: Done, edge: Edge | undefined, target: string, rule: string): void {
  const { frame, node } = done;
  reportVisit(t, done, `${node.id} -> ${target}`);
  if (edge !== undefined) {
    const condition = edge.attributes.get('condition')?.text ?? '';
    t.emit(
      { type: 'edge.selected', from: edge.from, to: edge.to, rule, label: edgeValue(edge, 'label'), condition },
      t.frame(frame).branch,
    );
    if (edgeValue(edge, 'loop_restart')) restartLoop(t, frame, edge);
  }
  t.enter(frame, target, edge?.index ?? -1);
}

function failureJump(t: Transition, { frame, node, outcome }: Done, choice: EdgeChoice): { target: string; rule: string } | undefined {
  if (outcome.status !== 'fail' || isGateRule(choice.rule)) return undefined;
  if ((t.state.failureJumps.get(node.id) ?? 0) >= maxFailureJumps) return undefined;
  for (const rule of ['retry_target', 'fallback_retry_target'] as const) {
    const target = nodeValue(node, rule);
    if (target !== undefined && t.graph.nodes.has(target) && insideFrame(t, t.frame(frame), target)) return { target, rule };
  }
  return undefined;
}

/** A branch never jumps out of its block (engine.md 8). */
function insideFrame(t: Transition, frame: FrameState, target: string): boolean {
  const component = frame.place.at(-1)?.component;
  return component === undefined || blockOf(t.graph, component).has(target);
}

/** Why a run or branch ends here: the node's own reason first, then what was tried (§33, §34). */
function noRouteReason(t: Transition, { node, outcome }: Done, choice: EdgeChoice): string {
  const own = failureReasonOf(outcome);
  const tried = choice.candidates.map(
    (candidate) => `-> ${candidate.to}${candidate.condition === '' ? '' : ` [${candidate.condition}]`}: ${candidate.verdict}`,
  );
  const edges = tried.length === 0 ? 'it has no outgoing edge' : tried.join('; ');
  const suggestions = choice.rejectedSuggestions.length === 0 ? '' : `; suggested ids not usable: ${choice.rejectedSuggestions.join(', ')}`;
  const jumps =
    outcome.status === 'fail' && (t.state.failureJumps.get(node.id) ?? 0) >= maxFailureJumps
      ? `; ${maxFailureJumps} failure jumps used up`
      : '';
  const what = isGateRule(choice.rule) ? 'the chosen edge does not hold' : `no matching edge from node '${node.id}' (${outcome.status})`;
  return `${own === '' ? '' : `${node.id}: ${own} | `}${what}: ${edges}${suggestions}${jumps}`;
}
