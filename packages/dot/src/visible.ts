// Controls, line separators, bidirectional marks, unpaired surrogates, spaces that look plain or have no width: they move the
// cursor, reorder or hide text.
const HIDDEN =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u00a0\u00ad\u1680\u2000-\u200b\u202f\u205f\u2060]/gu;

/** Makes characters visible that would move a terminal's cursor or reorder its text: `␛`, `<U+202E>`. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (char) => {
    const point = char.codePointAt(0) ?? 0;
    if (point < 32) return String.fromCodePoint(0x2400 + point);
    return point === 127 ? '\u2421' : `<${codePointName(point)}>`;
  });
}

/** `U+00A0`. */
export function codePointName(point: number): string {
  return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
}
