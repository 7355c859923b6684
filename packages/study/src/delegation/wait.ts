import { note } from '../run/notices.ts';
import { type Caller, identityOf } from '../tools/study-tool.ts';
import { type Entry, isActionable, isLive } from './entry.ts';
import { constraintsOf } from './settle.ts';
import type { WorkerNeeds } from './worker.ts';

/** How often the entry looks at files that other processes write: a stop, a note (ST-01). */
const pollMs = 1000;

export interface WaitOptions {
  readonly id?: string;
  readonly block: boolean;
  readonly timeoutMs?: number;
}

/** Waits for what can still come and for nothing else (DE-18 to DE-20). */
export async function waitFor(needs: WorkerNeeds, caller: Caller, options: WaitOptions): Promise<string> {
  const identity = identityOf(caller);
  const named = options.id?.trim();
  if (named !== undefined && named !== '') {
    const problem = notOwn(needs, identity, named);
    if (problem !== undefined) return problem;
  }
  const awaited = (): readonly Entry[] => {
    const children = needs.registry.childrenOf(identity);
    return named === undefined || named === '' ? children : children.filter((entry) => entry.id === named);
  };
  const deadline = needs.clock.monotonic() + (options.timeoutMs ?? Number.POSITIVE_INFINITY);

  const isNamed = named !== undefined && named !== '';
  const watched = awaited().filter(isLive);

  async function wait(): Promise<string> {
    for (;;) {
      const answer = readyAnswer(needs, identity, awaited(), isNamed) ?? cancelledAnswer(needs, identity, watched) ?? cannotCome(awaited());
      if (answer !== undefined) return answer;
      const live = awaited().filter(isLive);
      const [first] = live;
      const line = `${first === undefined ? 'Working' : statusLine(needs, first)}${othersLine(needs, identity, first)}`;
      if (!options.block) return line;
      if (needs.notices.urgent(caller)) return `${line}\nThe wait ended early: read the note.`;
      if (caller.signal.aborted) return `${line}\nThe wait was given up.`;
      const left = deadline - needs.clock.monotonic();
      if (left <= 0) return `${line}\nThe wait is over: ${seconds(options.timeoutMs ?? 0)} have passed.`;
      await pause(needs, caller, left);
    }
  }

  const answer = await blockedOn(needs, caller, () => wantsSlot(needs, awaited()), wait);
  needs.heard(identity);
  const rest = needs.notices.drain(caller);
  return rest === '' ? answer : `${answer}\n\n${rest}`;
}

/**
 * Blocks a caller on something, without its slot while others below it need one (DE-16). While the entry waits to get its slot again it
 * goes on looking at the run's stop: its deadline may be what frees a slot (ST-07).
 */
export async function blockedOn<T>(needs: WorkerNeeds, caller: Caller, yields: () => boolean, until: () => Promise<T>): Promise<T> {
  const identity = identityOf(caller);
  const isBack = new AbortController();
  async function watch(): Promise<void> {
    while (!isBack.signal.aborted) {
      await needs.registry.conditions.wait('the returning entry', pollMs, isBack.signal);
      if (!isBack.signal.aborted) needs.notices.urgent(caller);
    }
  }
  try {
    return await needs.slots.blocked(identity, yields, caller.signal, async () => {
      const result = await until();
      if (identity === 'entry') void watch();
      return result;
    });
  } finally {
    isBack.abort();
  }
}

/** Until the identity is woken or, for the entry, it is time to look at files again. */
export async function pause(needs: WorkerNeeds, caller: Caller, leftMs: number): Promise<void> {
  const identity = identityOf(caller);
  await needs.registry.conditions.wait(identity, identity === 'entry' ? Math.min(leftMs, pollMs) : leftMs, caller.signal);
}

/** One of those, or something below them, wants a slot that the waiting one could give (DE-16). */
export function wantsSlot(needs: WorkerNeeds, awaited: readonly Entry[]): boolean {
  const wants = (entry: Entry): boolean => needs.slots.isQueued(entry.id);
  return awaited.some((entry) => wants(entry) || needs.registry.below(entry.id).some(wants));
}

/** What can be handed over now; takes it. An id that is asked for again is given its report again: a history may have been cut. */
function readyAnswer(needs: WorkerNeeds, identity: string, awaited: readonly Entry[], isNamed: boolean): string | undefined {
  const asked = awaited.find((entry) => entry.toDelegator.length > 0);
  if (asked !== undefined) {
    const words = asked.toDelegator.splice(0).join('\n\n');
    return `${statusLine(needs, asked)} asks:\n${words}\nAnswer with SendMessage(to="${asked.id}", message).${othersLine(needs, identity, asked)}`;
  }
  const ready = awaited.filter((entry) => (isNamed ? !isLive(entry) : isActionable(entry))).sort((a, b) => a.readyAt - b.readyAt)[0];
  return ready === undefined ? undefined : hand(needs, identity, ready);
}

/** One that was cancelled during this wait: no result, but worth knowing. */
function cancelledAnswer(needs: WorkerNeeds, identity: string, watched: readonly Entry[]): string | undefined {
  const gone = watched.find((entry) => entry.status === 'Cancelled' && !entry.collected);
  return gone === undefined ? undefined : hand(needs, identity, gone);
}

/** Hands a report, or what came instead of one, to its delegator (DE-33). */
export function hand(needs: WorkerNeeds, identity: string, entry: Entry): string {
  if (entry.status === 'OpenForReview') entry.delivered = true;
  else if (!entry.collected) {
    entry.collected = true;
    if (entry.status !== 'Cancelled') markCollected(needs, entry);
  }
  const review =
    entry.status === 'OpenForReview'
      ? `\n\nFinish it with SendMessage(to="${entry.id}", message, approve=true), or ask for more with SendMessage(to="${entry.id}", message).`
      : '';
  const constraints = needs.settings.arms.budget_notes ? note(constraintsOf(needs).text) : '';
  return [`${statusLine(needs, entry)}\n${entry.result}${review}${othersLine(needs, identity, entry)}`, constraints]
    .filter((text) => text !== '')
    .join('\n\n');
}

/** For a resume after a crash: this one was read (A10). */
function markCollected(needs: WorkerNeeds, entry: Entry): void {
  try {
    needs.log.patch(entry.id, { collected: true });
  } catch {
    // The resumed run shows the report once more.
  }
}

/** The status first (DE-18). */
function statusLine(needs: WorkerNeeds, entry: Entry): string {
  const facts = [
    ...(entry.queued ? ['queued: it waits for a slot'] : []),
    ...(entry.status === 'Revising' ? ['at work on your feedback'] : []),
    ...(isLive(entry) ? [`${seconds(needs.clock.monotonic() - entry.startedMs)} so far`] : []),
    ...(entry.evals > 0 ? [`${entry.evals} evaluations`] : []),
  ];
  const status = entry.status === 'Revising' ? 'Working' : entry.status;
  return `${status} ${entry.id} ${entry.target}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`;
}

function othersLine(needs: WorkerNeeds, identity: string, but: Entry | undefined): string {
  const others = needs.registry.childrenOf(identity).filter((entry) => entry !== but && isLive(entry));
  return others.length === 0 ? '' : `\n\nStill in flight: ${others.map((entry) => statusLine(needs, entry)).join('; ')}`;
}

/** Nothing that is awaited can end by itself (DE-19). */
function cannotCome(awaited: readonly Entry[]): string | undefined {
  const live = awaited.filter(isLive);
  const dead = live.filter((entry) => entry.task === undefined);
  if (dead.length > 0) {
    return `ERROR: ${dead.map((entry) => entry.id).join(', ')} has no session any more and will never report. Delegate its task anew.`;
  }
  if (live.length > 0) return undefined;
  const open = awaited.filter((entry) => entry.status === 'OpenForReview').map((entry) => entry.id);
  if (open.length > 0) {
    return `ERROR: nothing is at work: ${open.join(', ')} wait for your review. Use SendMessage(to="${open[0]}", message, approve=true), or SendMessage with what is missing.`;
  }
  return 'ERROR: nothing is in flight and everything was given to you. Delegate something first, or go on without waiting.';
}

/** An id that is no child of the caller: what the log knows of it (DE-08), or an error that lists those it may wait for. */
function notOwn(needs: WorkerNeeds, identity: string, id: string): string | undefined {
  const entry = needs.registry.get(id);
  if (entry?.parent === identity) return undefined;
  const row = entry === undefined ? needs.log.row(id) : undefined;
  if (row !== undefined && row.parent === identity) return `${wordOf(row.status)} ${id} ${row.to_node} (${row.status})\n${row.deliverable}`;
  const own = needs.registry.childrenOf(identity).map((child) => child.id);
  const known = own.length === 0 ? 'you have none' : `yours: ${own.join(', ')}`;
  return `ERROR: ${JSON.stringify(id)} is not a delegation of yours; ${known}.`;
}

/** A log's status in the registry's words (DE-34). */
function wordOf(status: string): string {
  return (
    new Map([
      ['DONE', 'Done'],
      ['FAILED', 'Errored'],
      ['CANCELLED', 'Cancelled'],
      ['INTERRUPTED', 'Cancelled'],
      ['OPEN_FOR_REVIEW', 'OpenForReview'],
    ]).get(status) ?? 'Cancelled'
  );
}

export function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
