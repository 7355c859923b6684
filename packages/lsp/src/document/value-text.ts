import type { Range, Value } from '@attractor/dot';

/** The decoded text of a value and how its indexes lie in the source. */
export interface ValueText {
  readonly text: string;
  offsetAt(index: number): number;
}

/** The index in a value's text of a source offset: the last one that is not behind it. */
export function indexAt(value: ValueText, offset: number): number {
  let low = 0;
  let high = value.text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (value.offsetAt(middle) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Where a part of a value's text stands in the source. */
export function sourceRange(value: ValueText, part: Range): Range {
  return { start: value.offsetAt(part.start), end: value.offsetAt(part.end) };
}

/** The value's text between its quotes. */
export function contentRange(value: Value): Range {
  return { start: value.offsetAt(0), end: value.offsetAt(value.text.length) };
}

/** A piece of the source that stands for itself, without escapes. */
export function plainText(source: string, { start, end }: Range): ValueText {
  const text = source.slice(start, end);
  return { text, offsetAt: (index) => start + Math.min(index, text.length) };
}

/** The elements of a comma list, trimmed, with their places in the text; empty ones too. */
export function listElements(text: string): { readonly text: string; readonly range: Range }[] {
  const found: { text: string; range: Range }[] = [];
  let at = 0;
  for (const part of text.split(',')) {
    const trimmed = part.trim();
    const start = at + (trimmed === '' ? 0 : part.indexOf(trimmed));
    found.push({ text: trimmed, range: { start, end: start + trimmed.length } });
    at += part.length + 1;
  }
  return found;
}
