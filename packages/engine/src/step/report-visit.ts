import type { DecisionRecord } from '../event.ts';
import { failureClassOf, failureReasonOf } from '../outcome.ts';
import { rootFrame } from '../state/state.ts';
import type { EdgeChoice } from './choose-edge.ts';
import type { Done } from './completion.ts';
import { statusRecord } from './status-record.ts';
import { placeOf, type Transition } from './transition.ts';

/** Records why the run goes where it goes (engine.md 4b). */
export function decide(
  t: Transition,
  { frame, node, visit, outcome }: Done,
  choice: Pick<EdgeChoice, 'rule' | 'candidates'>,
  result: Pick<DecisionRecord, 'kind' | 'rule' | 'target' | 'reason'>,
): void {
  t.effects.push({
    do: 'decision',
    record: {
      ts: t.time,
      branch: t.frame(frame).branch,
      node: node.id,
      visit: visit.visit,
      status: outcome.status,
      candidates: choice.candidates,
      ...result,
    },
  });
}

/** Step 9 of engine.md 3, written when the edge is known, because a trace line names it. */
export function reportVisit(t: Transition, done: Done, edge: string): void {
  const { node, visit, outcome } = done;
  const frame = t.frame(done.frame);
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
