const WORD = /[\p{L}\p{M}\p{N}]/u;

const NEWLINE = 10;
const RETURN = 13;

const ODD_SPACE = /[\p{Z}\u200b\ufeff]/u;

/** Spaces that people cannot tell from white space and that Graphviz takes for letters: no-break, zero-width, Unicode line ends. */
export function isOddSpace(unit: number): boolean {
  return unit > 127 && ODD_SPACE.test(String.fromCharCode(unit));
}

/** Blanks and line ends of the language. */
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
