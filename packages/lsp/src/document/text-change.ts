import type { Range, Token } from '@attractor/dot';
import { findAttribute } from '@attractor/pipeline';
import type { Snapshot } from './snapshot.ts';
import { lastStartingAt } from './tokens.ts';
import { attributeAt, scopeOf } from './walk-tree.ts';

/** How one text becomes another: `old` is replaced by `now`; the rest is the same. */
export interface TextChange {
  readonly old: Range;
  readonly now: Range;
}

/** The smallest change between two texts. */
function changeBetween(before: string, after: string): TextChange {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let tail = 0;
  while (tail < shorter - start && before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)) tail++;
  return { old: { start, end: before.length - tail }, now: { start, end: after.length - tail } };
}

/** A range of the old text in the new one; undefined when the change cuts into it. */
export function shifted({ start, end }: Range, { old, now }: TextChange): Range | undefined {
  const move = (at: number): number | undefined => (at <= old.start ? at : at >= old.end ? at + now.end - old.end : undefined);
  const [from, to] = [move(start), move(end)];
  return from === undefined || to === undefined ? undefined : { start: from, end: to };
}

/** Texts for people and models: what they say changes no way through the graph, as long as they say something. */
const QUIET = { node: new Set(['prompt', 'label', 'description']), graph: new Set(['goal']), edge: new Set<string>() } as const;

/**
 * The change when it lies within a comment, or within the string of a prompt or another text, and adds or removes no line:
 * nodes, edges and all other attributes are then the same, and stand where they stood, but for the shift.
 */
export function quietChange(before: Snapshot, after: Snapshot): TextChange | undefined {
  const change = changeBetween(before.text, after.text);
  const written = before.text.slice(change.old.start, change.old.end) + after.text.slice(change.now.start, change.now.end);
  if (/[\r\n]/.test(written) || before.file !== after.file) return undefined;
  const [old, now] = [tokenAround(before, change.old), tokenAround(after, change.now)];
  if (old === undefined || now === undefined || old.kind !== now.kind || old.start !== now.start) return undefined;
  // The same token, and as far from the end: what follows is read the same way.
  if (before.text.length - old.end !== after.text.length - now.end || before.tree.tokens.length !== after.tree.tokens.length)
    return undefined;
  if (old.kind === 'comment') return isPlainComment(before, old) && isPlainComment(after, now) ? change : undefined;
  return old.kind === 'string' && isQuietValue(before, change.old.start) && isQuietValue(after, change.now.start) ? change : undefined;
}

/** The token that holds a change with at least one character of its own on both sides. */
function tokenAround({ tree }: Snapshot, { start, end }: Range): Token | undefined {
  const token = tree.tokens[lastStartingAt(tree.tokens, start)];
  return token !== undefined && token.start < start && end < token.end ? token : undefined;
}

function isPlainComment({ text }: Snapshot, { start, end }: Range): boolean {
  return !text.slice(start, end).includes('lint:');
}

function isQuietValue(snapshot: Snapshot, offset: number): boolean {
  const written = attributeAt(snapshot, offset);
  if (written === undefined || written.within !== undefined) return false;
  const { statement, attribute } = written;
  const { text, range } = attribute.value;
  if (offset <= range.start || statement.kind === 'edge' || text.trim() === '' || /^\s*@/.test(text)) return false;
  const scope = scopeOf(statement);
  return QUIET[scope].has(findAttribute(scope, attribute.key.text)?.name ?? '');
}
