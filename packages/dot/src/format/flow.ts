import { isComment, type Piece } from './pieces.ts';
import { newLine, put, type Writer } from './writer.ts';

/** Writes the pieces up to an offset as one run of text, the first behind `gap`; comments keep their lines. */
export function flow(writer: Writer, gap: string, end: number, level: number): void {
  let next = gap;
  for (let piece = writer.pieces[writer.at]; piece !== undefined && piece.end <= end; piece = writer.pieces[writer.at]) {
    put(writer, next);
    next = gapWithin(writer, level);
  }
}

/** Writes the pieces up to the next opening brace, the first behind `gap`. */
export function flowToBrace(writer: Writer, gap: string, level: number): void {
  let end = writer.at;
  while (end < writer.pieces.length && writer.pieces[end]?.kind !== '{') end++;
  flow(writer, gap, writer.pieces[end]?.end ?? 0, level);
}

/** What stands before the next piece within a statement. `usual` replaces the gap between pieces that are no comments. */
export function gapWithin(writer: Writer, level: number, usual?: string): string {
  const before = writer.pieces[writer.at - 1];
  const piece = writer.pieces[writer.at];
  if (before === undefined || piece === undefined) return '';
  if (before.kind === 'line comment') return newLine(writer, level);
  if (isComment(piece)) return piece.breaks ? newLine(writer, level) : ' ';
  if (isComment(before)) return before.ends ? newLine(writer, level) : (usual ?? ' ');
  if (before.kind === '+' && isBrokenSum(writer, before, piece)) return newLine(writer, level);
  return usual ?? (touches(before) || touches(piece) ? '' : ' ');
}

function touches({ kind }: Piece): boolean {
  return kind === '=' || kind === ':';
}

/** Lines of a sum that somebody broke stay broken, after the `+`. */
function isBrokenSum(writer: Writer, plus: Piece, next: Piece): boolean {
  const before = writer.pieces[writer.at - 2];
  return next.breaks || (plus.breaks && before !== undefined && !isComment(before));
}
