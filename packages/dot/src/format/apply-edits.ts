import type { TextEdit } from '../diagnostic.ts';

/** A text after edits that do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { range, text: by } of edits.toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end)) {
    parts.push(text.slice(at, range.start), by);
    at = range.end;
  }
  return parts.join('') + text.slice(at);
}
