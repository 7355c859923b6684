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

  constructor(name: string, text: string) {
    this.name = name;
    this.text = text;
  }

  /** Offsets at which lines start; the first is 0. */
  get lineStarts(): readonly number[] {
    this.#lineStarts ??= findLineStarts(this.text);
    return this.#lineStarts;
  }

  /** The position of an offset; offsets outside the text are clamped to it. */
  positionAt(offset: number): Position {
    const at = Math.max(0, Math.min(offset, this.text.length));
    const line = lineOf(this.lineStarts, at);
    const start = this.lineStarts[line] ?? 0;
    let column = 1;
    for (let i = start; i < at; i++) {
      const unit = this.text.charCodeAt(i);
      const next = this.text.charCodeAt(i + 1);
      if (unit >= 0xd800 && unit < 0xdc00 && next >= 0xdc00 && next < 0xe000 && i + 1 < at) i++;
      column++;
    }
    return { line: line + 1, column };
  }

  /** The text of a line (from 1) without its line end; empty when there is no such line. */
  lineText(line: number): string {
    const start = this.lineStarts[line - 1];
    if (start === undefined) return '';
    const end = this.lineStarts[line] ?? this.text.length;
    return this.text.slice(start, end).replace(/\r?\n$|\r$/, '');
  }
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
