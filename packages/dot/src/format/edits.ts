import type { TextEdit } from '../diagnostic.ts';
import type { Range } from '../source.ts';
import type { Writer } from './writer.ts';

/** The edits that make a text the layout: between pieces, and of pieces that are written otherwise. In order, without overlaps. */
export function editsOf(writer: Writer, gapAtEnd: string, within: Range | undefined): TextEdit[] {
  const { pieces, gaps, units, moved } = writer;
  const text = writer.source;
  const wanted = within === undefined ? undefined : unitsWithin(writer, within);
  const edits: TextEdit[] = [];
  let last = 0;
  for (const [index, { start, end, rewritten }] of pieces.entries()) {
    const unit = units[index] ?? 0;
    if (wanted === undefined || (unit >= wanted.first && unit <= wanted.last)) {
      addEdit(edits, text, last, start, gaps[index] ?? '');
      const instead = moved.get(index) ?? rewritten;
      if (instead !== undefined) addEdit(edits, text, start, end, instead);
    }
    last = end;
  }
  if (within === undefined || (within.start <= text.length && within.end > last)) addEdit(edits, text, last, text.length, gapAtEnd);
  return edits;
}

/** A range is formatted by whole statements, with the comments above them. */
function unitsWithin({ pieces, units }: Writer, { start, end }: Range): { readonly first: number; readonly last: number } {
  let first = Number.POSITIVE_INFINITY;
  let last = -1;
  pieces.forEach((piece, index) => {
    if (piece.end < start || piece.start > end) return;
    const unit = units[index] ?? 0;
    first = Math.min(first, unit);
    last = Math.max(last, unit);
  });
  return { first, last };
}

/** Adds the smallest edit that makes one span another text; line ends of two characters are not cut through. */
function addEdit(edits: TextEdit[], text: string, start: number, end: number, wanted: string): void {
  const shorter = Math.min(end - start, wanted.length);
  let same = 0;
  while (same < shorter && text.charCodeAt(start + same) === wanted.charCodeAt(same)) same++;
  if (same === wanted.length && start + same === end) return;
  let tail = 0;
  while (tail < shorter - same && text.charCodeAt(end - 1 - tail) === wanted.charCodeAt(wanted.length - 1 - tail)) tail++;
  while (same > 0 && cutsPair(text, start + same)) same--;
  while (tail > 0 && cutsPair(text, end - tail)) tail--;
  edits.push({ range: { start: start + same, end: end - tail }, text: wanted.slice(same, wanted.length - tail) });
}

/** Within CRLF or a surrogate pair. */
function cutsPair(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  return (before === 13 && after === 10) || (before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000);
}
