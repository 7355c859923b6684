import { RE2JS } from 're2js';

/** Compiled expressions, and the message of those that do not compile; bounded, since conditions may come from many graphs. */
const cache = new Map<string, RE2JS | string>();
const CACHE_SIZE = 512;

/** The compiled expression, or why it does not compile. Matching takes linear time (language.md 3). */
export function compileExpression(pattern: string): RE2JS | string {
  const known = cache.get(pattern);
  if (known !== undefined) return known;
  let compiled: RE2JS | string;
  try {
    compiled = RE2JS.compile(pattern);
  } catch (error) {
    compiled = error instanceof Error ? error.message : String(error);
  }
  if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value ?? '');
  cache.set(pattern, compiled);
  return compiled;
}

/** True when the expression is found anywhere in the text, as with `=~`; false for an expression that does not compile. */
export function matchesExpression(text: string, pattern: string): boolean {
  const compiled = compileExpression(pattern);
  return typeof compiled !== 'string' && compiled.matcher(text).find();
}
