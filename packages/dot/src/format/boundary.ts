import { isComment, type Piece } from './pieces.ts';
import { newLine, put, type Writer } from './writer.ts';

/** Where a line of the layout ends and the next begins: between statements, or between attributes one a line. */
export interface Boundary {
  /** Indentation of what follows. */
  readonly level: number;
  /** Right behind an opening brace or bracket, or at the beginning of the file. */
  readonly opened?: boolean;
  /** A closing brace or bracket, or the end of the file, follows; its indentation. */
  readonly closes?: number;
  /** The attribute before it needs a comma. */
  readonly comma?: boolean;
  /** What follows is a statement or the end of one, no attribute. */
  readonly unit?: boolean;
}

/**
 * Writes the comments that stand here: those that share the line of what is before them stay behind it, the others go above what
 * follows. Answers the gap before the next piece. Blank lines stay, at most one, but not at the edges of a block.
 */
export function boundary(writer: Writer, { level, opened = false, closes, comma = false, unit = false }: Boundary): string {
  let due = comma; // the comma is still to be written
  const withComma = (gap: string): string => {
    const all = due ? `,${gap}` : gap;
    due = false;
    return all;
  };
  for (const comment of trailing(writer, opened)) put(writer, comment.separated || comment.kind === 'line comment' ? withComma(' ') : ' ');
  if (unit) writer.unit++;
  let above: Piece | undefined;
  for (let comment = nextComment(writer); comment !== undefined; comment = nextComment(writer)) {
    const first = opened && above === undefined;
    put(writer, joins(above) ? ' ' : withComma(newLine(writer, level, comment.blank && !first)));
    above = comment;
  }
  if (closes !== undefined) return newLine(writer, closes);
  const blank = writer.pieces[writer.at]?.blank === true && !(opened && above === undefined);
  return joins(above) ? ' ' : withComma(newLine(writer, level, blank));
}

function nextComment(writer: Writer): Piece | undefined {
  const piece = writer.pieces[writer.at];
  return piece !== undefined && isComment(piece) ? piece : undefined;
}

/** Whether a comment above goes on in its own line: with the next comment, or with what it is about. */
function joins(above: Piece | undefined): boolean {
  return above !== undefined && !above.ends;
}

/** The comments that belong to what stands before them in their line. */
function trailing({ pieces, at }: Writer, opened: boolean): readonly Piece[] {
  let end = at;
  let lineEnds = false;
  for (let piece = pieces[end]; piece !== undefined && isComment(piece) && !piece.breaks && !lineEnds && end > 0; piece = pieces[end]) {
    lineEnds = piece.ends;
    end++;
  }
  if (!lineEnds && opened) return [];
  if (lineEnds) return pieces.slice(at, end);
  const run = pieces.slice(at, end);
  const about = run.findIndex(({ separated }) => separated);
  return about < 0 ? run : run.slice(0, about);
}
