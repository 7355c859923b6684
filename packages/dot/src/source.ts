/** A half-open span of a source text in UTF-16 code units, `text.slice(start, end)`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A place for people: line and column count from 1, the column in Unicode code points. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A text with a name for messages and a lazily built line index. Lines end at LF, CRLF or CR. */
export class SourceFile {
  readonly name: string;
  readonly text: string;
  #lineStarts: readonly number[] | undefined;
  // Counting columns goes on from the last answer, so that many positions on one very long line stay linear together.
  #last = { start: 0, at: 0, column: 1 };

  constructor(name: string, text: string) {
    this.name = name;
    this.text = text;
  }

  /** Offsets at which lines start; the first is 0. */
  get lineStarts(): readonly number[] {
    this.#lineStarts ??= findLineStarts(this.text);
    return this.#lineStarts;
  }

  /** The line (from 1) of an offset; offsets outside the text are clamped to it. */
  lineAt(offset: number): number {
    return lineOf(this.lineStarts, Math.max(0, Math.min(offset, this.text.length))) + 1;
  }

  /** The position of an offset; offsets outside the text are clamped to it. */
  positionAt(offset: number): Position {
    const at = Math.max(0, Math.min(offset, this.text.length));
    const line = this.lineAt(at);
    const start = this.lineStarts[line - 1] ?? 0;
    const known = this.#last.start === start && this.#last.at <= at ? this.#last : { start, at: start, column: 1 };
    let column = known.column;
    for (let i = known.at; i < at; i++) if (!isInsidePair(this.text, i)) column++;
    // An offset between the halves of a pair counts as the place after the character.
    this.#last = { start, at, column };
    return { line, column };
  }

  /** The text of a line (from 1) without its line end; empty when there is no such line. */
  lineText(line: number): string {
    const start = this.lineStarts[line - 1];
    if (start === undefined) return '';
    let end = this.lineStarts[line] ?? this.text.length;
    while (end > start && (this.text.charCodeAt(end - 1) === 10 || this.text.charCodeAt(end - 1) === 13)) end--;
    return this.text.slice(start, end);
  }
}

function isInsidePair(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  const before = text.charCodeAt(at - 1);
  return unit >= 0xdc00 && unit < 0xe000 && before >= 0xd800 && before < 0xdc00;
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 13 && text.charCodeAt(i + 1) === 10) i++;
    if (unit === 10 || unit === 13) starts.push(i + 1);
  }
  return starts;
}

function lineOf(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
