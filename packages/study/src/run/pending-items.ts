import { isLive } from '../delegation/entry.ts';
import type { Registry } from '../delegation/registry.ts';

const quoted = 100;

/**
 * What an identity owes at this moment (NO-07): only its own children and its own delegator's word, looked at and not taken (NO-08).
 * Nothing owed: the empty text.
 */
export function pendingItems(registry: Pick<Registry, 'get' | 'childrenOf'>, identity: string): string {
  const children = registry.childrenOf(identity);
  const idsOf = (entries: typeof children): string => entries.map((entry) => entry.id).join(', ');
  const reviews = children.filter((entry) => entry.status === 'OpenForReview');
  const finished = children.filter((entry) => (entry.status === 'Done' || entry.status === 'Errored') && !entry.collected);
  const questions = children.filter((entry) => entry.toDelegator.length > 0);
  const own = registry.get(identity);
  const word = own !== undefined && isLive(own) ? own.toWorker[0] : undefined;

  const items = [
    reviews.length === 0
      ? ''
      : `open for review: ${idsOf(reviews)} (Wait(id) gives the report, SendMessage(to=id, message, approve=true) finishes it)`,
    finished.length === 0 ? '' : `finished and not collected: ${idsOf(finished)} (Wait(id))`,
    ...questions.map(
      (entry) => `${entry.id} (${entry.target}) asks you: ${short(entry.toDelegator[0] ?? '')} (Wait(id="${entry.id}") shows it whole)`,
    ),
    word === undefined ? '' : `your delegator writes: ${short(word)} (SendMessage(to="delegator", message) shows it whole)`,
  ].filter((text) => text !== '');
  return items.length === 0 ? '' : `Pending: ${items.join('; ')}.`;
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= quoted ? line : `${line.slice(0, quoted)}...`;
}
