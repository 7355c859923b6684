import type { TextEdit } from '../diagnostic.ts';

/** A text after edits that are in order and do not overlap, such as those of `formatEdits`. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { range, text: by } of edits) {
    parts.push(text.slice(at, range.start), by);
    at = range.end;
  }
  return parts.join('') + text.slice(at);
}
