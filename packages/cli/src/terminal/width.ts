const plain = /^[\u0020-\u007e]*$/;
const zero = /^[\p{M}\p{Cf}]+$/u;
const emoji = /\p{Emoji_Presentation}|\ufe0f/u;

const wideRanges: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f900, 0x1f9ff],
  [0x20000, 0x3fffd],
];

let segmenter: Intl.Segmenter | undefined;

function graphemes(text: string): Iterable<{ readonly segment: string }> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}

function graphemeWidth(grapheme: string): number {
  if (zero.test(grapheme)) return 0;
  if (emoji.test(grapheme)) return 2;
  const code = grapheme.codePointAt(0) ?? 0;
  return wideRanges.some(([low, high]) => code >= low && code <= high) ? 2 : 1;
}

/** Columns a text without control characters takes in a terminal. */
export function displayWidth(text: string): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes(text)) width += graphemeWidth(segment);
  return width;
}

/** The text cut to `columns` with an ellipsis at the end; never wider than `columns`, never half a character. */
export function truncate(text: string, columns: number): string {
  if (columns <= 0) return '';
  if (text.length <= columns && plain.test(text)) return text;
  let width = 0;
  let kept = '';
  let room = '';
  for (const { segment } of graphemes(text)) {
    width += graphemeWidth(segment);
    if (width > columns) return `${room}…`;
    kept += segment;
    if (width <= columns - 1) room = kept;
  }
  return kept;
}

/** As `truncate`, but the end is kept: for paths, whose newest part matters. */
export function truncateStart(text: string, columns: number): string {
  if (columns <= 0) return '';
  if (displayWidth(text) <= columns) return text;
  const parts = [...graphemes(text)].map((part) => part.segment);
  let width = 1;
  let from = parts.length;
  while (from > 0) {
    const next = graphemeWidth(parts[from - 1] ?? '');
    if (width + next > columns) break;
    width += next;
    from--;
  }
  return `…${parts.slice(from).join('')}`;
}

export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - displayWidth(text)));
}

export function padStart(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - displayWidth(text))) + text;
}
