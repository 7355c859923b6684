import type { Token } from '@attractor/dot';
import { perSnapshot, type Snapshot } from './snapshot.ts';

const TRIVIA: ReadonlySet<Token['kind']> = new Set(['whitespace', 'comment', 'bom']);

/** The tokens of a snapshot that are not white space or comments; the last one is `end`. */
export const significantTokens = perSnapshot((snapshot: Snapshot): readonly Token[] =>
  snapshot.tree.tokens.filter((token) => !TRIVIA.has(token.kind)),
);

/** The position of the last item that starts at or before an offset; -1 when none does. Items are in order of their start. */
export function lastStartingAt(items: readonly { readonly start: number }[], offset: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The comment around an offset; the end of a `//` or `#` comment belongs to it. */
export function commentAt(snapshot: Snapshot, offset: number): Token | undefined {
  const { tokens } = snapshot.tree;
  let index = lastStartingAt(tokens, offset);
  // At the end of a line the white space behind the comment, or the end of the file, begins here.
  while (index >= 0 && tokens[index]?.kind !== 'comment' && tokens[index]?.start === offset) index--;
  const token = tokens[index];
  if (token?.kind !== 'comment' || offset === token.start) return undefined;
  const block = snapshot.text.startsWith('/*', token.start);
  return offset < token.end || (offset === token.end && !block) ? token : undefined;
}
