import { type Node, nodeValue } from '@attractor/pipeline';
import type { JsonObject } from '../json.ts';
import { failureClassOf, failureReasonOf, type Outcome, passed } from '../outcome.ts';
import type { FrameState } from '../state/state.ts';
import { critiqueOf } from './feedback.ts';
import type { Transition } from './transition.ts';
import { isWork } from './verdict.ts';

/** Stages that preambles may look back on; bounded so that a step's cost does not grow with the run. */
const historyLength = 200;
const stageNoteLength = 1000;

/** What a visit's child runs leave beside its outcome. */
export interface ChildPart {
  readonly ran: boolean;
  readonly gates: readonly string[];
}

/** Taken before any override: going on after a failure satisfies no gate (engine.md 3.7). */
export function openChildGates(outcome: Outcome): readonly string[] {
  return outcome.status === 'fail' ? (outcome.unsatisfiedGates ?? []) : [];
}

/** What later decisions need of a visit: its place in the trail, marks, gates, standing failures, the stage for preambles. */
export function record(
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
  const stage = { node: node.id, type: node.type, status: outcome.status, notes: stageNote(outcome).slice(0, stageNoteLength) };
  const history = before.history.size >= historyLength ? before.history.shift().push(stage) : before.history.push(stage);
  const skippedForInput = outcome.status === 'skipped' && outcome.failureClass === 'dependency';
  if (isWork(node.type) && outcome.status !== 'skipped') t.update({ worked: true });
  t.update({ trail: t.state.trail.push(node.id) });
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

/** What later stages are told of this one: what was reported, else the beginning of the answer, else the reason. */
function stageNote(outcome: Outcome): string {
  const answer = outcome.isExplicit ? '' : (outcome.responseText ?? '').trim();
  return answer || outcome.notes || failureReasonOf(outcome);
}
