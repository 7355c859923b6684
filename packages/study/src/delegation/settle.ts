import type { Json } from '@attractor/engine';
import type { LogStatus } from '../records/log-row.ts';
import { type Entry, isLive } from './entry.ts';
import { errorFile, errorText, traceOf } from './error-text.ts';
import { logRowOf } from './log-row-of.ts';
import type { DelegationNeeds } from './needs.ts';

export type SettleNeeds = Pick<
  DelegationNeeds,
  'registry' | 'log' | 'masker' | 'recorder' | 'budgets' | 'commit' | 'clock' | 'emit' | 'notices' | 'settings' | 'paths'
> & { readonly streaks: Map<string, number> };

type Facts = { readonly deliverable: string; readonly zeroCost?: boolean; readonly subject: string };

export function timestamp(needs: Pick<DelegationNeeds, 'clock'>): string {
  return new Date(needs.clock.now()).toISOString();
}

/** The constraints that a row keeps; a snapshot that fails fails nothing (TU-11). */
export function constraintsOf(needs: Pick<DelegationNeeds, 'budgets'>): { text: string; data: Entry['constraints'] } {
  try {
    return needs.budgets.snapshot();
  } catch {
    return { text: '', data: null };
  }
}

/** Writes the entry's row, with its own commit before it (WV-01). A log that cannot be written is recorded and stops nothing (RE-07). */
function write(needs: SettleNeeds, entry: Entry, status: LogStatus, facts: Facts): void {
  const isNewWork = facts.subject !== '';
  if (isNewWork) entry.sha = needs.commit(entry.id, `${entry.id} ${entry.delegator} -> ${entry.target} [${facts.subject}]`);
  entry.constraints = constraintsOf(needs).data;
  const zero = facts.zeroCost === true ? { tokens_in: 0, tokens_out: 0, cost_usd: null } : {};
  try {
    needs.log.append(logRowOf(entry, status, { deliverable: facts.deliverable, completed_at: timestamp(needs), ...zero }));
  } catch (error) {
    const message = `the row ${status} of ${entry.id} could not be written: ${error instanceof Error ? error.message : String(error)}`;
    needs.recorder.diagnostic('DELEGATION_LOG', entry.delegator, { delegation_id: entry.id, message });
  }
}

/** After the row is on disk (DE-11): the registry shows the end, the delegator wakes, the event goes out. */
function show(needs: SettleNeeds, entry: Entry, status: Entry['status'], result: string): void {
  entry.status = status;
  entry.result = result;
  entry.queued = false;
  entry.told.length = 0;
  entry.readyAt = needs.registry.nextReady();
  needs.registry.conditions.wake(entry.parent);
  // A worker that waits for a word of its delegator, or the other way round.
  needs.registry.conditions.wake(entry.id);
  emitStatus(needs, entry);
}

export function emitStatus(needs: Pick<DelegationNeeds, 'emit'>, entry: Entry): void {
  const data: Record<string, Json> = {
    id: entry.id,
    from: entry.delegator,
    to: entry.target,
    status: entry.status,
    evals: entry.evals,
    cost_usd: entry.usage.costUsd ?? null,
  };
  needs.emit('study.delegation', entry.target, data);
}

/** A report came: open for review, or done where nobody reviews (DE-22). */
export function settleReport(needs: SettleNeeds, entry: Entry, report: string): void {
  entry.evals = needs.budgets.claimEvals(entry.id, entry.target, entry.claimed);
  needs.streaks.set(entry.target, 0);
  entry.reports++;
  entry.delivered = false;
  const isReviewed = needs.settings.arms.peer_interaction;
  closeChildren(needs, entry, isReviewed ? 'live' : 'all');
  write(needs, entry, isReviewed ? 'OPEN_FOR_REVIEW' : 'DONE', { deliverable: report, subject: isReviewed ? 'OPEN_FOR_REVIEW' : 'DONE' });
  entry.over = !isReviewed;
  show(needs, entry, isReviewed ? 'OpenForReview' : 'Done', report);
  announce(needs, entry);
}

/** The delegator approved the report it was given, or ended without a word (DE-22). */
export function approveEntry(needs: SettleNeeds, entry: Entry): void {
  closeChildren(needs, entry, 'all');
  write(needs, entry, 'DONE', { deliverable: entry.result, subject: '' });
  entry.collected = true;
  entry.over = true;
  show(needs, entry, 'Done', entry.result);
}

/** The worker's session threw (DE-21, DE-28). */
export function settleError(needs: SettleNeeds, entry: Entry, error: unknown): void {
  entry.evals = needs.budgets.claimEvals(entry.id, entry.target, entry.claimed);
  needs.streaks.set(entry.target, (needs.streaks.get(entry.target) ?? 0) + 1);
  const trace = needs.masker.text(traceOf(error));
  const text = errorText(trace, errorFile(needs.paths.delegations, entry.id, trace));
  closeChildren(needs, entry, 'all');
  write(needs, entry, 'FAILED', { deliverable: text, subject: 'FAILED' });
  entry.over = true;
  show(needs, entry, 'Errored', text);
  announce(needs, entry);
}

/** Lets go of a live delegation: its session is told to end, and nothing it still does counts (DE-25, DE-32). */
export function cancelEntry(needs: SettleNeeds, entry: Entry, reason: string): void {
  if (!isLive(entry)) return;
  entry.over = true;
  entry.controller.abort(new Error(reason));
  entry.evals = needs.budgets.claimEvals(entry.id, entry.target, entry.claimed);
  const text = `No report and no retrospective were given: ${reason}.`;
  write(needs, entry, 'CANCELLED', { deliverable: text, subject: 'CANCELLED', zeroCost: true });
  show(needs, entry, 'Cancelled', text);
  closeChildren(needs, entry, 'all', reason);
}

/** The run ends with the delegation at work (DE-24). Its session has been told to end before. */
export function interruptEntry(needs: SettleNeeds, entry: Entry): void {
  entry.evals = needs.budgets.claimEvals(entry.id, entry.target, entry.claimed);
  const text = 'The run ended while it was at work: no report was given.';
  write(needs, entry, 'INTERRUPTED', { deliverable: text, subject: 'INTERRUPTED' });
  show(needs, entry, 'Cancelled', text);
  closeChildren(needs, entry, 'all');
}

/** With nobody reviewing there are no pending items (NO-09): the delegator hears of an end by a note of its own. */
function announce(needs: SettleNeeds, entry: Entry): void {
  if (needs.settings.arms.peer_interaction) return;
  const text = `${entry.id} (${entry.target}) is ${entry.status}. Wait(id="${entry.id}") gives its ${entry.status === 'Done' ? 'report' : 'error'}.`;
  if (entry.parent === 'entry') needs.notices.notify(entry.delegator, text);
  else needs.registry.tell(entry.parent, text, false);
}

/**
 * A delegator gave its report or ended: nobody is left to read its own delegations, so what still works below it is cancelled, and, with
 * `all`, reports open for review stand as they are. Deepest first, so that no child outlives the one it worked for.
 */
function closeChildren(
  needs: SettleNeeds,
  delegator: Entry,
  which: 'live' | 'all',
  reason = `its delegator ${delegator.id} ended before it`,
): void {
  for (const entry of needs.registry.below(delegator.id).toReversed()) {
    if (isLive(entry)) cancelEntry(needs, entry, reason);
    else if (which === 'all' && entry.status === 'OpenForReview') approveEntry(needs, entry);
  }
}
