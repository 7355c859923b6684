import { descriptorOf, type Node, nodeValue } from '@attractor/pipeline';
import { List, Map } from 'immutable';
import { type FailedOutcome, fail, failureReasonOf, type Outcome, override, passed } from '../outcome.ts';
import type { Position, Visit } from '../state/state.ts';
import { complete } from './complete.ts';
import { consume, consumeUsage } from './consume.ts';
import type { Input } from './input.ts';
import { reportVisit } from './report-visit.ts';
import { delayAfter, longestRetryAfterMs, type RetryPolicy, retryPolicy } from './retry-policy.ts';
import { stop } from './stop.ts';
import type { Transition } from './transition.ts';

type Finished = Extract<Input, { t: 'finished' }>;

/** A handler is done: interruptions first, then the retry ladder (engine.md 4). */
export function finished(t: Transition, input: Finished): void {
  const frame = t.state.frames.get(input.f);
  if (frame === undefined || frame.position.at !== 'running') return;
  const { position } = frame;
  if (position.abort === 'sibling') {
    consumeUsage(t, input.f, input.outcome);
    return t.cancelBranch(input.f);
  }
  if (position.abort !== undefined && position.abort !== 'timeout' && !passed(input.outcome)) {
    // A child goes on in the same visit, and then says what it has used from its beginning.
    if (position.visit.children.size === 0) consumeUsage(t, input.f, input.outcome);
    if (position.abort === 'duration') reportInterrupted(t, input.f, position.visit);
    return interrupted(t, input.f, position);
  }
  t.moveTo(input.f, { ...position, inFlight: false });
  climb(t, input, position.visit, position.abort === 'timeout' ? timedOut(t, position.visit, input.outcome) : input.outcome);
}

/** An interrupted attempt is no outcome: the visit stays open, and a resume invokes it again. */
function interrupted(t: Transition, frameId: string, position: Extract<Position, { at: 'running' }>): void {
  t.moveTo(frameId, { at: 'running', visit: position.visit, inFlight: false });
}

/** The limit that ended the run is this node's end in the trace; what it asserted, gates and marks wait for a resume. */
function reportInterrupted(t: Transition, frameId: string, visit: Visit): void {
  const node = t.node(visit.node);
  const failureReason = 'interrupted: the execution time of the run is over';
  t.update({ trail: t.state.trail.push(node.id) });
  const outcome = fail('timeout', failureReason, { attemptCount: visit.invocations });
  reportVisit(t, { frame: frameId, node, visit, outcome, written: new Set() }, '');
}

function timedOut(t: Transition, visit: Visit, outcome: Outcome): Outcome {
  const node = t.node(visit.node);
  const failureReason = `timeout: '${node.id}' ran longer than ${nodeValue(node, 'timeout') ?? 0} ms`;
  return override(outcome, { status: 'fail', failureClass: 'timeout', failureReason });
}

/** What decides about another attempt, besides the outcome itself. */
type Attempt = Pick<Finished, 'f' | 'random' | 'artefact' | 'thrown' | 'retryAfterMs'>;

/** The retry ladder (engine.md 4): another attempt, or the end of the visit. Components climb it too. */
export function climb(t: Transition, input: Attempt, visit: Visit, outcome: Outcome, partialJoin = false): void {
  const node = t.node(visit.node);
  const policy = retryPolicy(t.graph, node);
  const artefact = t.state.simulated ? undefined : input.artefact;
  if ((input.retryAfterMs ?? 0) > longestRetryAfterMs && outcome.status !== 'success') {
    const seconds = Math.ceil((input.retryAfterMs ?? 0) / 1000);
    const halted = fail('budget', `the provider asks to wait ${seconds} s: ${failureReasonOf(outcome)}`);
    return complete(t, input.f, visit, { outcome: halted, ran: true });
  }
  if (visit.children.size > 0 && outcome.status === 'fail' && outcome.failureClass === 'budget') return haltedInChild(t, outcome, node);
  const reason = retryReason(node, input, outcome, artefact);
  if (reason !== undefined && visit.attempt < policy.maxAttempts) {
    if (t.state.stopping === undefined) return wait(t, input, visit, policy, reason, outcome, artefact);
    consume(t, input.f, node.id, outcome);
    return t.moveTo(input.f, { at: 'waiting', visit: nextAttempt(visit) });
  }
  const last = exhausted(node, visit, outcome, reason, artefact);
  complete(t, input.f, visit, { outcome: last, ran: true, partialJoin, ...(artefact === undefined ? {} : { artefact }) });
}

/** A child that halted goes on in the same visit (engine.md 14): what it has used so far is counted when it has ended. */
function haltedInChild(t: Transition, outcome: FailedOutcome, node: Node): void {
  stop(t, { status: 'halted', reason: `${node.id}: ${outcome.failureReason}`, errorType: 'budget', questions: [] }, 'halt');
}

/** Why this attempt may be retried, as `node.retrying` names it; undefined when it may not. */
function retryReason(node: Node, input: Attempt, outcome: Outcome, artefact: string | undefined): string | undefined {
  const retryOn = nodeValue(node, 'retry_on');
  if (outcome.status === 'retry') return retryOn.includes('retry') ? 'retry' : undefined;
  if (passed(outcome)) return artefact !== undefined && retryOn.includes('must_write') ? 'must_write_violation' : undefined;
  if (outcome.status !== 'fail' || outcome.terminal === true || outcome.failureClass === 'budget' || outcome.failureClass === 'cancelled')
    return undefined;
  if (outcome.failureClass === 'timeout') return retryOn.includes('timeout') ? 'timeout' : undefined;
  if (input.thrown?.retryable === true && retryOn.includes('exception')) return `exception:${input.thrown.type}`;
  return retryOn.includes('fail') && input.thrown === undefined ? 'fail' : undefined;
}

function wait(
  t: Transition,
  input: Attempt,
  visit: Visit,
  policy: RetryPolicy,
  reason: string,
  outcome: Outcome,
  artefact: string | undefined,
): void {
  const node = t.node(visit.node);
  const delay = input.retryAfterMs ?? delayAfter(policy, visit.attempt, input.random);
  // A person's time is the question's limit; every attempt asks anew (engine.md 9).
  const timeout = descriptorOf(node.type).decidedBy === 'person' ? undefined : nodeValue(node, 'timeout');
  const left = timeout === undefined ? Number.POSITIVE_INFINITY : timeout - (t.state.elapsedMs - visit.startedElapsed);
  if (delay >= left && !nodeValue(node, 'retry_on').includes('timeout')) {
    const failureReason = `timeout: no time left for another attempt (${artefact ?? failureReasonOf(outcome)})`;
    return complete(t, input.f, visit, {
      outcome: softened(node, override(outcome, { status: 'fail', failureClass: 'timeout', failureReason })),
      ran: true,
      ...(artefact === undefined ? {} : { artefact }),
    });
  }
  const { branch } = t.frame(input.f);
  if (outcome.status === 'fail') {
    t.emit(
      {
        type: 'node.failed',
        node: node.id,
        index: t.state.trail.size,
        reason: outcome.failureReason,
        failure_class: outcome.failureClass,
        will_retry: true,
      },
      branch,
    );
  }
  const usage = outcome.usage === undefined ? {} : { usage: outcome.usage };
  t.emit(
    { type: 'node.retrying', node: node.id, attempt: visit.attempt, max: policy.maxAttempts, delay_ms: delay, reason, ...usage },
    branch,
  );
  consume(t, input.f, node.id, outcome);
  t.moveTo(input.f, { at: 'waiting', visit: nextAttempt(visit) });
  t.effects.push({ do: 'wait', frame: input.f, ms: delay });
}

function nextAttempt(visit: Visit): Visit {
  return { ...visit, attempt: visit.attempt + 1, invocations: visit.invocations + 1, memory: List(), children: Map(), resumed: false };
}

/** The outcome when no attempt is left. An artefact that is missing is never softened (§27). */
function exhausted(node: Node, visit: Visit, outcome: Outcome, reason: string | undefined, artefact: string | undefined): Outcome {
  const after = visit.attempt > 1 ? `after ${visit.attempt} attempts: ` : '';
  if (outcome.status === 'retry') {
    if (!nodeValue(node, 'allow_partial')) return override(outcome, { status: 'fail', failureReason: `${after}${outcome.failureReason}` });
    if (artefact !== undefined)
      return override(outcome, { status: 'fail', failureClass: 'contract', failureReason: `${after}${artefact}` });
    return override(outcome, { status: 'partial_success', notes: `retries exhausted, partial result accepted: ${outcome.failureReason}` });
  }
  if (passed(outcome) && artefact !== undefined) {
    return override(outcome, { status: 'fail', failureClass: 'contract', failureReason: `${after}${artefact}` });
  }
  const failed =
    outcome.status === 'fail' && reason !== undefined && after !== ''
      ? override(outcome, { failureReason: `${after}${outcome.failureReason}` })
      : outcome;
  return softened(node, failed);
}

/** `allow_partial` accepts a timeout (§14). */
function softened(node: Node, outcome: Outcome): Outcome {
  if (outcome.status !== 'fail' || outcome.failureClass !== 'timeout' || !nodeValue(node, 'allow_partial')) return outcome;
  return override(outcome, { status: 'partial_success', notes: `partial result accepted: ${outcome.failureReason}` });
}
