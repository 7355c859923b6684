import { expectedPattern } from '@attractor/agent';
import type { Json, JsonObject } from '@attractor/engine';

const reference = /\$\{([A-Za-z_]\w*)(\.word)?\}/g;

/** `${name}` whole and `${name.word}` its first word, for names that a call has kept; others stay as written (rulings H). */
export function fillText(text: string, kept: ReadonlyMap<string, string>): string {
  if (kept.size === 0) return text;
  return text.replaceAll(reference, (written, name: string, word: string | undefined) => {
    const value = kept.get(name);
    if (value === undefined) return written;
    return word === undefined ? value : (/\S+/.exec(value)?.[0] ?? '');
  });
}

/** The same in every text of arguments; keys stay. The depth is that of a script, which its reader bounds. */
export function fillArguments(args: JsonObject, kept: ReadonlyMap<string, string>): JsonObject {
  return fill(args, kept) as JsonObject;
}

function fill(value: Json, kept: ReadonlyMap<string, string>): Json {
  if (typeof value === 'string') return fillText(value, kept);
  if (Array.isArray(value)) return value.map((item: Json) => fill(item, kept));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, kept)]));
}

/** A result is as a call expects it: it begins with the text, or matches `/re/`. */
export function isExpected(expected: string, result: string): boolean {
  const pattern = expectedPattern(expected);
  return pattern === undefined ? result.startsWith(expected) : new RegExp(pattern).test(result);
}
