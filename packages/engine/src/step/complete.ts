import {
  blockOf,
  conditionKeys,
  descriptorOf,
  type Edge,
  edgeValue,
  graphValue,
  joinOf,
  type Node,
  nodeValue,
  onwardEdges,
  routeEdges,
} from '@attractor/pipeline';
import type { DecisionRecord } from '../event.ts';
import type { JsonObject } from '../json.ts';
import { failureClassOf, failureReasonOf, type Outcome, override, passed } from '../outcome.ts';
import { type FrameId, type FrameState, type RunState, rootFrame, type Visit } from '../state/state.ts';
import { chooseEdge, conditionScope, type EdgeChoice, runsAfterFailure } from './choose-edge.ts';
import { applyOutcome } from './context.ts';
import { critiqueOf } from './feedback.ts';
import { warnOfBudget } from './limits.ts';
import { restartLoop } from './restart.ts';
import { statusRecord } from './status-record.ts';
import { stop } from './stop.ts';
import { placeOf, type Transition } from './transition.ts';
import { addUsage } from './usage.ts';
import { isWork } from './verdict.ts';

/** Stages that preambles may look back on; bounded so that a step's cost does not grow with the run. */
const historyLength = 200;
const stageNoteLength = 1000;

/** At most this many failure jumps from one node in a run (engine.md 4b). */
const maxFailureJumps = 50;

/** Error type of a run that a terminal failure ended. */
export const terminalFailure = 'terminal_failure';

export interface Completion {
  readonly outcome: Outcome;
  /** Why the declared artefact is not acceptable. */
  readonly artefact?: string;
  /** The handler ran; `auto_status` speaks of nothing else. */
  readonly ran: boolean;
  /** The frame forked and some branches of a `wait_all` join failed. */
  readonly partialJoin?: boolean;
}

/** Steps 6 to 14 of engine.md 3 for a visit that is over: overrides, record, context, contracts, edge, advance. */
export function complete(t: Transition, frameId: FrameId, visit: Visit, completion: Completion): void {
  const node = t.node(visit.node);
  const masked = overrides(node, completion);
  // A visit whose handler never ran has not been on the ladder (§30).
  const outcome = completion.ran ? override(masked.outcome, { attemptCount: visit.invocations }) : masked.outcome;
  const before = t.frame(frameId);
  const applied = applyOutcome(before.context, t.graph, node, outcome, visit.attempt - 1);
  if (applied.rejected.length > 0) t.emit({ type: 'context.rejected', node: node.id, keys: applied.rejected }, before.branch);
  const consumed = t.state;
  const child: ChildPart = { ran: visit.children.size > 0, gates: openChildGates(completion.outcome) };
  const frame = record(t, before, node, outcome, applied.context, applied.accepted, completion.partialJoin === true, child);
  warnOfBudget(t, consumed, before.branch);
  reportContracts(t, frame, node, outcome, applied.written);
  if (masked.handled !== undefined)
    t.update({ handled: t.state.handled.push({ node: node.id, reason: masked.handled, by: 'continue_on_fail' }) });
  if (outcome.status === 'fail' && outcome.failureClass === 'budget') {
    finishRecord(t, frame, node, visit, outcome, '');
    t.updateFrame(frameId, { position: { at: 'entering', node: node.id, via: -1 } });
    const resumeAt = frameId === rootFrame ? (outcome.resumeAt ?? node.id) : undefined;
    return stop(
      t,
      {
        status: 'halted',
        reason: `${node.id}: ${outcome.failureReason}`,
        errorType: 'budget',
        ...(resumeAt === undefined ? {} : { resumeAt }),
        questions: [],
      },
      'halt',
    );
  }
  if (outcome.status === 'fail' && outcome.terminal === true) return endRun(t, frameId, node, visit, outcome.failureReason, outcome);
  route(t, frameId, node, visit, outcome, applied.written);
}

/** A failure that nothing leads on from ends the whole run, also out of a branch (engine.md 11). */
function endRun(t: Transition, frameId: FrameId, node: Node, visit: Visit, why: string, outcome: Outcome): void {
  const reason = `${node.id}: ${why}`;
  const frame = t.frame(frameId);
  const result = { kind: 'end', rule: 'terminal_failure', target: '', reason } as const;
  decide(t, frame, node, visit, outcome, { rule: 'none', candidates: [] }, result);
  finishRecord(t, frame, node, visit, outcome, '');
  t.updateFrame(frameId, {
    position: { at: 'entering', node: node.id, via: visit.via },
    standing: frame.standing.set(node.id, reason),
  });
  const resumeAt = frameId === rootFrame ? { resumeAt: node.id } : {};
  stop(t, { status: 'fail', reason, errorType: terminalFailure, ...resumeAt, questions: [] });
}

/** Overrides in their order: `auto_status`, `continue_on_fail`, and last the artefact contract, which nothing softens (§27). */
function overrides(node: Node, { outcome, artefact, ran }: Completion): { outcome: Outcome; handled?: string } {
  let result = outcome;
  let handled: string | undefined;
  if (ran && result.status === 'skipped' && nodeValue(node, 'auto_status')) {
    result = override(result, { status: 'success', notes: 'auto-status: the handler completed without a status' });
  }
  if (result.status === 'fail' && nodeValue(node, 'continue_on_fail') && result.failureClass !== 'budget' && result.terminal !== true) {
    handled = result.failureReason;
    result = override(result, { status: 'success', notes: `continued after a failure: ${result.failureReason}` });
  }
  if (artefact !== undefined && passed(result)) {
    const reason = handled === undefined || handled.includes(artefact) ? (handled ?? artefact) : `${artefact} (after: ${handled})`;
    return { outcome: override(result, { status: 'fail', failureClass: 'contract', failureReason: reason }) };
  }
  return handled === undefined ? { outcome: result } : { outcome: result, handled };
}

/** What a visit's child runs leave beside its outcome. */
interface ChildPart {
  readonly ran: boolean;
  readonly gates: readonly string[];
}

/** Taken before any override: going on after a failure satisfies no gate (engine.md 3.7). */
function openChildGates(outcome: Outcome): readonly string[] {
  return outcome.status === 'fail' ? (outcome.unsatisfiedGates ?? []) : [];
}

function record(
  t: Transition,
  before: FrameState,
  node: Node,
  outcome: Outcome,
  context: FrameState['context'],
  accepted: JsonObject,
  partialJoin: boolean,
  child: ChildPart,
): FrameState {
  const ok = passed(outcome);
  const reason = failureReasonOf(outcome);
  const outputs = nodeValue(node, 'outputs');
  let marks = before.marks;
  for (const key of outputs)
    marks = ok ? marks.delete(key) : outcome.status === 'fail' || outcome.status === 'skipped' ? marks.set(key, node.id) : marks;
  let gates = before.gates;
  if (nodeValue(node, 'goal_gate')) gates = gates.set(node.id, { passed: ok && outcome.isExplicit, status: outcome.status, reason });
  if (child.gates.length > 0)
    gates = gates.set(node.id, { passed: false, status: 'fail', reason: `child gates: ${child.gates.join(', ')}`, owner: node.id });
  // Said even when nothing was open here: around a block, an earlier visit's gate may stand.
  else if (ok && child.ran && !nodeValue(node, 'goal_gate'))
    gates = gates.set(node.id, { passed: true, status: outcome.status, reason: '', owner: node.id });
  const stage = { node: node.id, type: node.type, status: outcome.status, notes: (outcome.notes || reason).slice(0, stageNoteLength) };
  const history = before.history.size >= historyLength ? before.history.shift().push(stage) : before.history.push(stage);
  const skippedForInput = outcome.status === 'skipped' && outcome.failureClass === 'dependency';
  if (isWork(node.type) && outcome.status !== 'skipped') t.update({ worked: true });
  t.update({
    trail: t.state.trail.push(node.id),
    usage: addUsage(t.state.usage, outcome.usage),
    scriptCalls: countCalls(t.state.scriptCalls, node.id, outcome),
  });
  return t.updateFrame(before.id, {
    context,
    reported: before.reported.merge(accepted),
    steps: before.steps + 1,
    outcomes: before.outcomes.set(node.id, {
      status: outcome.status,
      label: outcome.preferredLabel ?? '',
      reason,
      critique: critiqueOf(outcome),
    }),
    gates,
    marks,
    failing: ok ? before.failing.delete(node.id) : outcome.status === 'fail' ? before.failing.add(node.id) : before.failing,
    standing: ok ? before.standing.delete(node.id) : skippedForInput ? before.standing.set(node.id, reason) : before.standing,
    partialJoins: partialJoin ? before.partialJoins.add(node.id) : before.partialJoins.delete(node.id),
    history,
    usage: addUsage(before.usage, outcome.usage),
    last: {
      node: node.id,
      status: outcome.status,
      reason,
      failureClass: failureClassOf(outcome),
      isExplicit: outcome.isExplicit,
      label: outcome.preferredLabel ?? '',
      notes: outcome.notes,
      text: outcome.responseText ?? outcome.tool?.output ?? outcome.notes,
    },
  });
}

/** Scripted calls over the whole run: the node's own, and those of its children under `<node>/<id>`. */
export function countCalls(calls: RunState['scriptCalls'], node: string, outcome: Outcome): RunState['scriptCalls'] {
  const own = outcome.scriptCalls ?? 0;
  const counted = own === 0 ? calls : calls.update(node, 0, (n) => n + own);
  return counted.merge(Object.entries(outcome.childScriptCalls ?? {}).map(([id, count]) => [`${node}/${id}`, count]));
}

function reportContracts(t: Transition, frame: FrameState, node: Node, outcome: Outcome, written: ReadonlySet<string>): void {
  const declared = nodeValue(node, 'outputs');
  if (declared.length === 0 || !passed(outcome) || t.state.simulated) return;
  const missing = declared.filter((key) => !written.has(key));
  if (missing.length > 0)
    t.emit({ type: 'contract.violation', node: node.id, declared, emitted: [...written].sort(), missing }, frame.branch);
}

function route(t: Transition, frameId: FrameId, node: Node, visit: Visit, outcome: Outcome, written: ReadonlySet<string>): void {
  const frame = t.frame(frameId);
  const canonicalFail = graphValue(t.graph, 'fail_routing') === 'canonical';
  const scope = conditionScope(node, outcome, (key) => frame.context.get(key));
  const isComponent = descriptorOf(node.type).role === 'component';
  const choice = chooseEdge(
    t.graph,
    node,
    outcome,
    scope,
    canonicalFail,
    isComponent ? routeEdges(t.graph, node.id) : onwardEdges(t.graph, node.id),
  );
  if (choice.malformedSuggestions.length > 0) {
    const message = `suggested next ids that are neither text nor an integer are skipped: ${choice.malformedSuggestions.join(', ')}`;
    t.emit({ type: 'warning', node: node.id, message }, frame.branch);
  }
  const join = isComponent && choice.edge === undefined && outcome.status !== 'fail' ? joinOf(t.graph, node.id) : undefined;
  const target = choice.edge?.to ?? join;
  if (target !== undefined) {
    decide(t, frame, node, visit, outcome, choice, {
      kind: choice.edge === undefined ? 'join' : 'edge',
      rule: choice.edge === undefined ? 'join' : choice.rule,
      target,
      reason: '',
    });
    if (outcome.status === 'fail') noteFailureRoute(t, frame, node, outcome, choice, written, canonicalFail);
    return follow(t, frameId, node, visit, outcome, choice.edge, target);
  }
  const jump = failureJump(t, frame, node, outcome, choice);
  if (jump !== undefined) {
    t.update({
      failureJumps: t.state.failureJumps.update(node.id, 0, (n) => n + 1),
      handled: t.state.handled.push({ node: node.id, reason: failureReasonOf(outcome), by: 'retry_target' }),
    });
    decide(t, frame, node, visit, outcome, choice, {
      kind: 'failure_jump',
      rule: jump.rule,
      target: jump.target,
      reason: failureReasonOf(outcome),
    });
    finishRecord(t, frame, node, visit, outcome, `${node.id} -> ${jump.target}`);
    return t.enter(frameId, jump.target, -1);
  }
  const reason = noRouteReason(t, node, outcome, choice);
  decide(t, frame, node, visit, outcome, choice, { kind: 'end', rule: 'none', target: '', reason });
  finishRecord(t, frame, node, visit, outcome, '');
  t.updateFrame(frameId, {
    position: { at: 'entering', node: node.id, via: visit.via },
    standing: t.frame(frameId).standing.set(node.id, reason),
  });
  if (frameId !== rootFrame) return t.endBranch(frameId, outcome.status === 'fail' ? reason : `left the parallel block: ${reason}`);
  stop(t, {
    status: 'fail',
    reason,
    errorType: outcome.status === 'fail' ? 'node_failed' : 'no_matching_edge',
    resumeAt: node.id,
    questions: [],
  });
}

/**
 * Does a failure's way out count as handled? By a condition that asks for it, or that reads what the failed node wrote
 * (engine.md 6); under `fail_routing=canonical` by any plain edge to an ordinary node, as the canonical rule has it.
 */
function noteFailureRoute(
  t: Transition,
  frame: FrameState,
  node: Node,
  outcome: Outcome,
  choice: EdgeChoice,
  written: ReadonlySet<string>,
  canonicalFail: boolean,
): void {
  const condition = choice.edge?.condition;
  const reads = condition === undefined ? [] : conditionKeys(condition).map((key) => key.replace(/^context\./, ''));
  const handled =
    condition === undefined
      ? canonicalFail && choice.edge !== undefined && !runsAfterFailure(t.graph, choice.edge)
      : choice.forFailure || reads.some((key) => written.has(key));
  const reason = failureReasonOf(outcome);
  if (handled) t.update({ handled: t.state.handled.push({ node: node.id, reason, by: 'edge' }) });
  else t.updateFrame(frame.id, { standing: frame.standing.set(node.id, reason) });
}

function follow(t: Transition, frameId: FrameId, node: Node, visit: Visit, outcome: Outcome, edge: Edge | undefined, target: string): void {
  finishRecord(t, t.frame(frameId), node, visit, outcome, `${node.id} -> ${target}`);
  if (edge !== undefined) {
    const { branch } = t.frame(frameId);
    t.emit(
      {
        type: 'edge.selected',
        from: edge.from,
        to: edge.to,
        rule: lastRule(t),
        label: edgeValue(edge, 'label'),
        condition: edge.attributes.get('condition')?.text ?? '',
      },
      branch,
    );
    if (edgeValue(edge, 'loop_restart')) restartLoop(t, frameId, edge);
  }
  t.enter(frameId, target, edge?.index ?? -1);
}

function lastRule(t: Transition): string {
  const decision = t.effects.findLast((effect) => effect.do === 'decision');
  return decision?.do === 'decision' ? decision.record.rule : '';
}

function failureJump(
  t: Transition,
  frame: FrameState,
  node: Node,
  outcome: Outcome,
  choice: EdgeChoice,
): { target: string; rule: string } | undefined {
  if (outcome.status !== 'fail' || choice.rule === 'human_choice') return undefined;
  if ((t.state.failureJumps.get(node.id) ?? 0) >= maxFailureJumps) return undefined;
  for (const rule of ['retry_target', 'fallback_retry_target'] as const) {
    const target = nodeValue(node, rule);
    if (target !== undefined && t.graph.nodes.has(target) && insideFrame(t, frame, target)) return { target, rule };
  }
  return undefined;
}

/** A branch never jumps out of its block (engine.md 8). */
function insideFrame(t: Transition, frame: FrameState, target: string): boolean {
  const component = frame.place.at(-1)?.component;
  return component === undefined || blockOf(t.graph, component).has(target);
}

/** Why a run or branch ends here: the node's own reason first, then what was tried (§33, §34). */
function noRouteReason(t: Transition, node: Node, outcome: Outcome, choice: EdgeChoice): string {
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
  const what =
    choice.rule === 'human_choice' ? 'the chosen edge does not hold' : `no matching edge from node '${node.id}' (${outcome.status})`;
  return `${own === '' ? '' : `${node.id}: ${own} | `}${what}: ${edges}${suggestions}${jumps}`;
}

function decide(
  t: Transition,
  frame: FrameState,
  node: Node,
  visit: Visit,
  outcome: Outcome,
  choice: Pick<EdgeChoice, 'rule' | 'candidates'>,
  result: Pick<DecisionRecord, 'kind' | 'rule' | 'target' | 'reason'>,
): void {
  t.effects.push({
    do: 'decision',
    record: {
      ts: t.time,
      branch: frame.branch,
      node: node.id,
      visit: visit.visit,
      status: outcome.status,
      candidates: choice.candidates,
      ...result,
    },
  });
}

/** Step 9 of engine.md 3, written when the edge is known, because a trace line names it. */
function finishRecord(t: Transition, frame: FrameState, node: Node, visit: Visit, outcome: Outcome, edge: string): void {
  const duration_ms = Math.max(0, t.state.elapsedMs - visit.startedElapsed);
  const iteration = frame.id === rootFrame ? frame.iteration : undefined;
  t.effects.push({
    do: 'status',
    place: placeOf(frame, node.id, visit.visit),
    status: statusRecord(node, visit, frame, outcome, duration_ms),
    iteration,
  });
  t.effects.push({
    do: 'trace',
    line: {
      iteration: frame.iteration,
      node_id: node.id,
      status: outcome.status,
      preferred_label: outcome.preferredLabel ?? '',
      is_explicit: outcome.isExplicit,
      duration_ms,
      ts: t.time,
      attempt: visit.invocations,
      visit: visit.visit,
      branch: frame.branch,
      edge,
      reason: failureReasonOf(outcome),
    },
  });
  const index = t.state.trail.size - 1;
  if (outcome.status === 'fail') {
    t.emit(
      {
        type: 'node.failed',
        node: node.id,
        index,
        reason: outcome.failureReason,
        failure_class: failureClassOf(outcome) || 'internal',
        will_retry: false,
      },
      frame.branch,
    );
  }
  t.emit(
    {
      type: 'node.completed',
      node: node.id,
      index,
      visit: visit.visit,
      status: outcome.status,
      preferred_label: outcome.preferredLabel ?? '',
      is_explicit: outcome.isExplicit,
      attempt: visit.invocations,
      duration_ms,
      ...(outcome.usage === undefined ? {} : { usage: outcome.usage }),
    },
    frame.branch,
  );
  t.effects.push({ do: 'checkpoint', node: node.id, force: false });
}
