import { toCells } from '../display-width.ts';
import type { Piece } from './pieces.ts';

/** The column after which lines are broken; strings and comments may still be longer. */
export const lineWidth = 100;

const indentation = '  ';

/** Blocks nested more deeply are not indented further: else the output would grow with the square of the depth. */
const deepest = 40;

/** The layout as it grows: for each piece the text before it. Pieces are written in order. */
export interface Writer {
  readonly source: string;
  readonly pieces: readonly Piece[];
  /** What stands before each piece. */
  readonly gaps: string[];
  /** Comments that moved as a whole, by index of piece. */
  readonly moved: Map<number, string>;
  /** The statement each piece belongs to, counted up from 0; comments above a statement are part of it. */
  readonly units: Uint32Array;
  readonly lineEnd: string;
  /** Line ends with their indentation, by level. */
  readonly newLines: string[];
  /** Index of the next piece. */
  at: number;
  /** Display column after the last piece. */
  column: number;
  unit: number;
}

export function openWriter(source: string, pieces: readonly Piece[], lineEnd: string): Writer {
  const newLines = Array.from({ length: deepest + 1 }, (_, level) => lineEnd + indentation.repeat(level));
  return {
    source,
    pieces,
    gaps: Array.from({ length: pieces.length }, () => ''),
    moved: new Map(),
    units: new Uint32Array(pieces.length),
    lineEnd,
    newLines,
    at: 0,
    column: 0,
    unit: 0,
  };
}

/** Writes the next piece behind a gap. */
export function put(writer: Writer, gap: string): void {
  const { at, source } = writer;
  const piece = writer.pieces[at];
  if (piece === undefined) return;
  writer.gaps[at] = gap;
  writer.units[at] = writer.unit;
  advance(writer, gap, 0, gap.length);
  const moved = piece.kind === 'block comment' && piece.lines && isLineStart(writer, gap) ? alignStars(writer, piece) : undefined;
  const text = moved ?? piece.rewritten;
  if (moved === undefined) writer.moved.delete(at);
  else writer.moved.set(at, moved);
  if (text === undefined) advance(writer, source, piece.start, piece.end);
  else advance(writer, text, 0, text.length);
  writer.at++;
}

/** Line end and indentation; nothing at the beginning of the file. */
export function newLine({ at, newLines, lineEnd }: Writer, level: number, blank = false): string {
  const line = at === 0 ? '' : (newLines[Math.min(level, deepest)] ?? lineEnd);
  return blank && at > 0 ? lineEnd + line : line;
}

/** A place to go back to when a line turns out too long. */
export interface Mark {
  readonly at: number;
  readonly column: number;
}

export function mark({ at, column }: Writer): Mark {
  return { at, column };
}

export function backTo(writer: Writer, { at, column }: Mark): void {
  writer.at = at;
  writer.column = column;
}

function isLineStart(writer: Writer, gap: string): boolean {
  return writer.at === 0 || gap.includes('\n');
}

function advance(writer: Writer, text: string, start: number, end: number): void {
  let from = end;
  while (from > start && !isLineEndAt(text, from - 1)) from--;
  writer.column = (from > start ? 0 : writer.column) + widthOf(text, from, end);
}

function isLineEndAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit === 10 || unit === 13;
}

/** Texts that fill a line anyway are not measured to the end. */
function widthOf(text: string, start: number, end: number): number {
  if (end - start > 4 * lineWidth) return end - start;
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 32 || unit > 126) return toCells(text.slice(start, end)).reduce((sum, { width }) => sum + width, 0);
  }
  return end - start;
}

/** Comments whose lines all begin with a star move as a whole; others are drawings of somebody and keep their bytes. */
function alignStars({ source, column, lineEnd }: Writer, { start, end }: Piece): string | undefined {
  const [first = '', ...rest] = source.slice(start, end).split(/\r\n|\r|\n/);
  if (!rest.every((line) => /^[ \t]*\*/.test(line))) return undefined;
  return [first.trimEnd(), ...rest.map((line) => `${' '.repeat(column + 1)}${line.trim()}`)].join(lineEnd);
}
