import type { Range } from '@attractor/dot';

/** A place in a text that may name a context key (language.md 4). */
export interface Reference {
  /** The names it may mean, longest first: `a.b.c`, `a.b`, `a` for `$a.b.c`; one for `${..}`. */
  readonly candidates: readonly string[];
  /** From the `$` to the end of the longest candidate, or to the closing brace. */
  readonly range: Range;
  readonly braced: boolean;
}

/** What a reference turned out to mean; `range` covers what the value replaces. */
export interface ResolvedReference {
  readonly key: string;
  readonly range: Range;
}

const TOKEN = /\$(?:(\$)|\{([^{}]+)\}|([A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*))/g;

/** All references of a text in order; `$$` and unclosed braces are none. Linear in the text. */
export function references(text: string): Reference[] {
  return tokens(text).filter((token) => token.candidates.length > 0);
}

/** References, and each `$$` as a token without candidates. */
export function tokens(text: string): Reference[] {
  const found: Reference[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const [whole, dollar, braced, name] = match;
    const range = { start: match.index, end: match.index + whole.length };
    if (dollar !== undefined) found.push({ candidates: [], range, braced: false });
    else if (braced !== undefined) found.push({ candidates: [braced.trim()], range, braced: true });
    else found.push({ candidates: dottedPrefixes(name ?? ''), range, braced: false });
  }
  return found;
}

/**
 * The context key a name means: the name itself, else for `context.k` the key `k` (language.md 3).
 * Feedback channels cannot be expanded (engine.md 7).
 */
export function resolveKey(name: string, has: (key: string) => boolean): string | undefined {
  if (isExpandable(name) && has(name)) return name;
  if (!name.startsWith('context.')) return undefined;
  const rest = name.slice('context.'.length);
  return isExpandable(rest) && has(rest) ? rest : undefined;
}

/** The key a reference means, the longest known candidate; undefined when none is known and the text stays as written. */
export function resolveReference(reference: Reference, has: (key: string) => boolean): ResolvedReference | undefined {
  for (const name of reference.candidates) {
    const key = resolveKey(name, has);
    if (key === undefined) continue;
    const { start, end } = reference.range;
    return { key, range: { start, end: reference.braced ? end : start + 1 + name.length } };
  }
  return undefined;
}

function isExpandable(key: string): boolean {
  return !key.startsWith('feedback.channel.');
}

/** Every further part costs a candidate, so a name of absurd length is cut off after this many parts. */
const MAX_PARTS = 64;

function dottedPrefixes(name: string): string[] {
  const ends: number[] = [];
  for (let dot = name.indexOf('.'); dot >= 0 && ends.length < MAX_PARTS; dot = name.indexOf('.', dot + 1)) ends.push(dot);
  if (ends.length < MAX_PARTS) ends.push(name.length);
  return ends.reverse().map((end) => name.slice(0, end));
}
