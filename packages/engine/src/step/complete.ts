import { type FailedOutcome, failureClassOf, override } from '../outcome.ts';
import { type FrameId, rootFrame, type Visit } from '../state/state.ts';
import type { Completion, Done } from './completion.ts';
import { consume } from './consume.ts';
import { applyOutcome } from './context.ts';
import { reportContracts } from './contracts.ts';
import { overrides } from './overrides.ts';
import { openChildGates, record } from './record.ts';
import { decide, reportVisit } from './report-visit.ts';
import { route } from './route.ts';
import { stop } from './stop.ts';
import type { Transition } from './transition.ts';

/** Error type of a run that a terminal failure ended. */
export const terminalFailure = 'terminal_failure';

/** Steps 6 to 14 of engine.md 3 for a visit that is over: overrides, record, context, contracts, edge, advance. */
export function complete(t: Transition, frameId: FrameId, visit: Visit, completion: Completion): void {
  const node = t.node(visit.node);
  const masked = overrides(node, completion);
  // A visit whose handler never ran has not been on the ladder (§30).
  const outcome = completion.ran ? override(masked.outcome, { attemptCount: visit.invocations }) : masked.outcome;
  consume(t, frameId, node.id, outcome);
  const before = t.frame(frameId);
  const applied = applyOutcome(before.context, t.graph, node, outcome, visit.attempt - 1);
  if (applied.rejected.length > 0) t.emit({ type: 'context.rejected', node: node.id, keys: applied.rejected }, before.branch);
  const child = { ran: visit.children.size > 0, gates: openChildGates(completion.outcome) };
  record(t, before, node, outcome, applied.context, applied.accepted, completion.partialJoin === true, child);
  const done: Done = { frame: frameId, node, visit, outcome, written: applied.written };
  reportContracts(t, done);
  if (masked.handled !== undefined)
    t.update({ handled: t.state.handled.push({ node: node.id, reason: masked.handled, by: 'continue_on_fail' }) });
  if (outcome.status === 'fail' && failureClassOf(outcome) === 'budget') return halt(t, done, outcome);
  if (outcome.status === 'fail' && outcome.terminal === true) return endRun(t, done, outcome);
  route(t, done);
}

/** The run ends resumably: no edge and no retry is tried (engine.md 4). */
function halt(t: Transition, done: Done, { failureReason, resumeAt }: FailedOutcome): void {
  const { frame, node } = done;
  reportVisit(t, done, '');
  t.updateFrame(frame, { position: { at: 'entering', node: node.id, via: -1 } });
  const entry = frame === rootFrame ? { resumeAt: resumeAt ?? node.id } : {};
  stop(t, { status: 'halted', reason: `${node.id}: ${failureReason}`, errorType: 'budget', ...entry, questions: [] }, 'halt');
}

/** A failure that nothing leads on from ends the whole run, also out of a branch (engine.md 11). */
function endRun(t: Transition, done: Done, { failureReason }: FailedOutcome): void {
  const { frame, node, visit } = done;
  const reason = `${node.id}: ${failureReason}`;
  decide(t, done, { rule: 'none', candidates: [] }, { kind: 'end', rule: 'terminal_failure', target: '', reason });
  reportVisit(t, done, '');
  t.updateFrame(frame, {
    position: { at: 'entering', node: node.id, via: visit.via },
    standing: t.frame(frame).standing.set(node.id, reason),
  });
  const entry = frame === rootFrame ? { resumeAt: node.id } : {};
  stop(t, { status: 'fail', reason, errorType: terminalFailure, ...entry, questions: [] });
}
