import type { Attribute } from '../syntax.ts';
import { boundary } from './boundary.ts';
import { flow, gapWithin } from './flow.ts';
import { isComment, type Piece } from './pieces.ts';
import { backTo, lineWidth, mark, put, type Writer } from './writer.ts';

/** Writes the attribute block of a statement that ends at `end`: in its line when it fits, else one attribute a line. */
export function writeAttributes(writer: Writer, attributes: readonly Attribute[], end: number, level: number): void {
  const open = openBracket(writer, end);
  if (open === undefined) return;
  flow(writer, gapWithin(writer, level + 2), open.start, level + 2);
  const place = mark(writer);
  if (fitsOneLine(writer, end)) {
    writeInline(writer, attributes, end, level);
    if (writer.column <= lineWidth) return;
    backTo(writer, place);
  }
  writeLines(writer, attributes, level);
}

function openBracket({ pieces, at }: Writer, end: number): Piece | undefined {
  let index = at;
  let piece = pieces[index];
  while (piece !== undefined && isComment(piece)) piece = pieces[++index];
  return piece?.kind === '[' && piece.end <= end ? piece : undefined;
}

/** Whether nothing up to an offset asks for a line of its own: text of several lines, a comment at a line's end or on its own. */
function fitsOneLine({ pieces, at }: Writer, end: number): boolean {
  for (let i = at; i < pieces.length; i++) {
    const piece = pieces[i];
    if (piece === undefined || piece.end > end) break;
    if (piece.lines || ((isComment(piece) || piece.kind === '+') && (piece.breaks || piece.ends))) return false;
  }
  return true;
}

function writeInline(writer: Writer, attributes: readonly Attribute[], end: number, level: number): void {
  put(writer, gapWithin(writer, level + 2, ' '));
  attributes.forEach(({ range }, index) => {
    writeInlineComments(writer, range.start, index > 0);
    flow(writer, separator(writer, index > 0), range.end, level + 2);
  });
  writeInlineComments(writer, end - 1, false);
  put(writer, '');
}

/** Comments keep their side of a comma. */
function writeInlineComments(writer: Writer, end: number, comma: boolean): void {
  for (let piece = writer.pieces[writer.at]; piece !== undefined && piece.end <= end; piece = writer.pieces[writer.at])
    put(writer, separator(writer, comma && piece.separated));
}

/** Nothing behind the bracket; a comma before what is separated, unless a comment has one already. */
function separator({ pieces, at }: Writer, comma: boolean): string {
  const before = pieces[at - 1];
  if (before?.kind === '[') return '';
  return comma && !(before !== undefined && isComment(before) && before.separated) ? ', ' : ' ';
}

function writeLines(writer: Writer, attributes: readonly Attribute[], level: number): void {
  put(writer, gapWithin(writer, level + 2, ' '));
  attributes.forEach(({ range }, index) => {
    const gap = boundary(writer, { level: level + 1, opened: index === 0, comma: index > 0 });
    flow(writer, gap, range.end, level + 3);
  });
  const empty = attributes.length === 0 && writer.pieces[writer.at]?.kind === ']';
  put(writer, empty ? '' : boundary(writer, { level: level + 1, opened: attributes.length === 0, closes: level }));
}
