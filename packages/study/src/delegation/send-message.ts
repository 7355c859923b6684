import { plainWords } from '../run/notices.ts';
import { findTarget } from '../team/find-target.ts';
import { type Caller, identityOf } from '../tools/study-tool.ts';
import { type Entry, isLive } from './entry.ts';
import { approveEntry, emitStatus } from './settle.ts';
import { blockedOn, hand, pause, seconds, wantsSlot } from './wait.ts';
import { startWork, type WorkerNeeds } from './worker.ts';

export interface Message {
  readonly to: string;
  readonly text: string;
  readonly approve: boolean;
  readonly waitForReply: boolean;
}

type Receiver =
  | { readonly kind: 'child'; readonly entry: Entry }
  | { readonly kind: 'delegator'; readonly entry: Entry }
  | { readonly kind: 'human' }
  | { readonly kind: 'none'; readonly text: string };

/** One hop, up or down (DE-23); to a report open for review it is feedback, or with `approve` its end (DE-22). */
export async function sendMessage(needs: WorkerNeeds, caller: Caller, written: Message): Promise<string> {
  const message = { ...written, text: plainWords(needs.masker.text(written.text)).trim() };
  if (message.text === '' && !message.approve) return 'ERROR: `message` is empty.';
  const receiver = receiverOf(needs, caller, message.to.trim());
  switch (receiver.kind) {
    case 'none':
      return receiver.text;
    case 'human':
      if (message.approve) return 'ERROR: `approve` is for a delegation of yours.';
      return needs.askHuman === undefined ? 'ERROR: nobody can be asked in this run.' : needs.askHuman(caller, message.text);
    case 'delegator':
      return message.approve
        ? 'ERROR: `approve` is for a delegation of yours, not for your delegator.'
        : tellDelegator(needs, caller, receiver.entry, message);
    case 'child':
      return message.approve ? approve(needs, receiver.entry) : tellChild(needs, caller, receiver.entry, message);
  }
}

function receiverOf(needs: WorkerNeeds, caller: Caller, to: string): Receiver {
  const identity = identityOf(caller);
  const own = caller.delegation === undefined ? undefined : needs.registry.get(caller.delegation);
  if (to === 'human') {
    if (identity === 'entry' && caller.node === needs.team.entry) return { kind: 'human' };
    return { kind: 'none', text: 'ERROR: only the entry agent, in its own turn, may write to the human. Write to your delegator.' };
  }
  const children = needs.registry.childrenOf(identity);
  const byId = children.find((entry) => entry.id === to);
  if (byId !== undefined) return { kind: 'child', entry: byId };
  if (to === 'delegator' || (own !== undefined && to === own.parent)) {
    return own === undefined
      ? { kind: 'none', text: 'ERROR: you work for nobody: `delegator` is for delegated work.' }
      : { kind: 'delegator', entry: own };
  }
  return byName(needs, caller, own, children, to);
}

/** A node's name means its delegation that is not over, or one's own delegator. */
function byName(needs: WorkerNeeds, caller: Caller, own: Entry | undefined, children: readonly Entry[], to: string): Receiver {
  const found = findTarget(needs.team, caller.node, to);
  const open = children.filter((entry) => isLive(entry) || entry.status === 'OpenForReview');
  const candidates: Receiver[] = open
    .filter((entry) => entry.target === to || (found.kind === 'found' && entry.target === found.target))
    .map((entry) => ({ kind: 'child', entry }));
  if (own !== undefined && own.delegator === to) candidates.push({ kind: 'delegator', entry: own });
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) return only;
  const names = (candidates.length > 0 ? candidates : open.map((entry): Receiver => ({ kind: 'child', entry }))).map((receiver) =>
    receiver.kind === 'child' ? `${receiver.entry.id} (${receiver.entry.target})` : 'delegator',
  );
  if (candidates.length === 0 && own !== undefined) names.push('delegator');
  const list = names.length === 0 ? 'nobody is there to write to' : names.join(', ');
  const why =
    candidates.length > 1
      ? `${JSON.stringify(to)} may mean several; name one`
      : `${JSON.stringify(to)} is no delegation of yours and not your delegator`;
  return { kind: 'none', text: `ERROR: ${why}: ${list}.` };
}

function approve(needs: WorkerNeeds, entry: Entry): string {
  if (isLive(entry)) return `REFUSED: ${entry.id} is still at work: Wait(id="${entry.id}") for its report, read it, then approve.`;
  if (entry.status !== 'OpenForReview') return `ERROR: ${entry.id} is ${entry.status}: there is nothing to approve.`;
  if (!entry.delivered)
    return `REFUSED: the report of ${entry.id} was not given to you yet: Wait(id="${entry.id}"), read it, then approve.`;
  approveEntry(needs, entry);
  return `Done ${entry.id} ${entry.target}: its report is approved.`;
}

async function tellChild(needs: WorkerNeeds, caller: Caller, entry: Entry, message: Message): Promise<string> {
  const identity = identityOf(caller);
  if (!isLive(entry) && entry.status !== 'OpenForReview') {
    return `ERROR: ${entry.id} is ${entry.status} and reads nothing any more. Delegate anew with what is missing.`;
  }
  const unread = unreadOf(entry);
  needs.emit('study.message', caller.node, { id: entry.id, direction: 'down' });
  if (entry.status === 'OpenForReview') resume(needs, entry, message.text);
  else {
    entry.toWorker.push(message.text);
    needs.registry.conditions.wake(entry.id);
  }
  const delivered = `Delivered to ${entry.id} ${entry.target}${entry.status === 'Revising' ? ': it works on its report again' : ''}.${unread}`;
  if (!message.waitForReply) return delivered;

  const reply = (): string | undefined => {
    if (entry.toDelegator.length > 0) return `Reply ${entry.id} ${entry.target}:\n${entry.toDelegator.splice(0).join('\n\n')}`;
    return isLive(entry) ? undefined : `Reply ${hand(needs, identity, entry)}`;
  };
  return waitForWord(needs, caller, { yields: () => wantsSlot(needs, [entry]), reply, peer: `${entry.id} ${entry.target}`, unread });
}

/** Feedback on a report: the worker goes on with its session (DE-22). */
function resume(needs: WorkerNeeds, entry: Entry, feedback: string): void {
  entry.messages.push({ from: 'user', text: `Your delegator on your report:\n\n${feedback}\n\nAnswer with your whole report.` });
  entry.status = 'Revising';
  entry.delivered = false;
  startWork(needs, entry, true);
  emitStatus(needs, entry);
}

async function tellDelegator(needs: WorkerNeeds, caller: Caller, own: Entry, message: Message): Promise<string> {
  const words = own.toWorker.splice(0);
  const unread = words.length === 0 ? '' : `\nIt had written:\n${words.join('\n\n')}`;
  own.toDelegator.push(message.text);
  needs.registry.conditions.wake(own.parent);
  needs.emit('study.message', caller.node, { id: own.id, direction: 'up' });
  if (!message.waitForReply) return `Delivered to your delegator (${own.delegator}).${unread}`;
  const reply = (): string | undefined =>
    own.toWorker.length > 0 ? `Reply ${own.delegator}:\n${own.toWorker.splice(0).join('\n\n')}` : undefined;
  return waitForWord(needs, caller, {
    yields: () => needs.slots.isQueued(own.parent),
    reply,
    peer: `your delegator ${own.delegator}`,
    unread,
  });
}

function unreadOf(entry: Entry): string {
  const words = entry.toDelegator.splice(0);
  return words.length === 0 ? '' : `\nIt had asked:\n${words.join('\n\n')}`;
}

/** Until a word of the peer, its end, something urgent, or the time is over (DE-23). `unread`: what the peer had written before. */
async function waitForWord(
  needs: WorkerNeeds,
  caller: Caller,
  {
    yields,
    reply,
    peer,
    unread,
  }: { readonly yields: () => boolean; readonly reply: () => string | undefined; readonly peer: string; readonly unread: string },
): Promise<string> {
  const limit = needs.settings.peerMessageWaitMs;
  const deadline = needs.clock.monotonic() + limit;
  const identity = identityOf(caller);
  const answer = await blockedOn(needs, caller, yields, async () => {
    for (;;) {
      const word = reply();
      if (word !== undefined) return word;
      if (needs.notices.urgent(caller)) return `Timeout: the wait for ${peer} ended early; read the note. Your message was delivered.`;
      const left = deadline - needs.clock.monotonic();
      if (left <= 0 || caller.signal.aborted) return `Timeout: no answer of ${peer} within ${seconds(limit)}. Your message was delivered.`;
      await pause(needs, caller, left);
    }
  });
  needs.heard(identity);
  const rest = needs.notices.drain(caller);
  return rest === '' ? `${answer}${unread}` : `${answer}${unread}\n\n${rest}`;
}
