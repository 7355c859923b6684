import { resolveReference, tokens } from './references.ts';
import { valueText } from './value-text.ts';

/** Where values come from; the specials (`goal`, `context`, `iteration`) are keys like any other to it. */
export interface Lookup {
  get(key: string): unknown;
  has(key: string): boolean;
}

/**
 * The text with its references replaced, in one pass: inserted text is never scanned again, an unknown reference stays as written,
 * `$$` becomes `$` (language.md 4). For prompts and other texts; never for commands.
 */
export function substitute(text: string, lookup: Lookup): string {
  const has = (key: string) => lookup.has(key);
  const parts: string[] = [];
  let at = 0;
  for (const token of tokens(text)) {
    const { start, end } = token.range;
    if (token.candidates.length === 0) {
      parts.push(text.slice(at, start), '$');
      at = end;
      continue;
    }
    const resolved = resolveReference(token, has);
    if (resolved === undefined) continue;
    parts.push(text.slice(at, start), valueText(lookup.get(resolved.key)));
    at = resolved.range.end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}
