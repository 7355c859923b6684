const WORD = /[\p{L}\p{M}\p{N}]/u;

export const NEWLINE = 10;
export const RETURN = 13;

/** Blanks and line ends of the language; other Unicode spaces are not white space, as in Graphviz. */
export function isWhitespace(unit: number): boolean {
  return unit === 32 || (unit >= 9 && unit <= 13);
}

export function isLineEnd(unit: number): boolean {
  return unit === NEWLINE || unit === RETURN;
}

/** The length in code units of the letter, digit or `_` at an offset; 0 when there is none. */
export function wordCharLength(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 128) {
    const letter = unit | 32;
    return (letter >= 97 && letter <= 122) || (unit >= 48 && unit <= 57) || unit === 95 ? 1 : 0;
  }
  const point = text.codePointAt(at);
  if (point === undefined || !WORD.test(String.fromCodePoint(point))) return 0;
  return point > 0xffff ? 2 : 1;
}
