import type { Json } from '../json.ts';
import { maskJson } from './mask-json.ts';
import { secretPatterns } from './secrets.ts';

/** What stands where a secret stood. */
export const MASK = '***';

/** Masks text that comes in pieces. A secret may lie across any number of them. */
export interface MaskStream {
  /** What can be passed on by now; holds back only what may be the beginning of a secret. */
  push(chunk: string): string;
  /** The rest. */
  end(): string;
}

/**
 * Replaces secrets by `***` where text enters the run (files.md 1). It knows a secret as it is and as it stands in a
 * JSON string; other encodings (base64, percent signs) are other texts to it.
 */
export interface Masker {
  text(value: string): string;
  /** Masks keys and values at any depth; the same value when it holds no secret. A number that contains one becomes text. */
  json(value: Json): Json;
  /** The pieces it gives, joined, are `text` of the pieces it got, joined. */
  stream(): MaskStream;
}

/**
 * A masker for the secrets of an environment and the given values (files.md 1). One pass over one compiled alternation;
 * secrets that overlap in the text are masked together, so that no part of either is left.
 */
export function createMasker(environment: Readonly<Record<string, string | undefined>>, secretValues: Iterable<string>): Masker {
  const values = [...secretValues];
  const known = values.length === 0 ? maskers.get(environment) : undefined;
  if (known !== undefined) return known;
  const masker = compile(secretPatterns(environment, values));
  if (values.length === 0) maskers.set(environment, masker);
  return masker;
}

/** One masker an environment object: every node of a run asks for it. */
const maskers = new WeakMap<object, Masker>();

function compile(patterns: readonly string[]): Masker {
  if (patterns.length === 0)
    return { text: (value) => value, json: (value) => value, stream: () => ({ push: (chunk) => chunk, end: () => '' }) };
  const search = new RegExp(patterns.map(escaped).join('|'), 'g');
  const text = (value: string): string => {
    const state = { covered: 0 };
    return maskUpTo(search, value, value.length, state);
  };
  return { text, json: (value) => maskJson(value, text), stream: () => maskStream(search, patterns) };
}

/**
 * Masks `text` up to `end`: matches that begin there are replaced, and what they cover beyond `end` is left in
 * `state.covered` for the rest of the text. Starts of matches that lie in a match are tried too, for overlaps.
 */
function maskUpTo(search: RegExp, text: string, end: number, state: { covered: number }): string {
  let result = '';
  let covered = state.covered;
  search.lastIndex = 0;
  for (let match = search.exec(text); match !== null && match.index < end; match = search.exec(text)) {
    const { index } = match;
    if (index >= covered) result += text.slice(covered, index) + MASK;
    covered = Math.max(covered, index + match[0].length);
    search.lastIndex = index + 1;
  }
  if (covered < end) result += text.slice(covered, end);
  state.covered = Math.max(0, covered - end);
  return result;
}

function maskStream(search: RegExp, patterns: readonly string[]): MaskStream {
  const state = { covered: 0 };
  const heads = new Set(patterns.map((pattern) => pattern.charAt(0)));
  let pending = '';
  const pass = (end: number): string => {
    const result = maskUpTo(search, pending, end, state);
    pending = pending.slice(end);
    return result;
  };
  return {
    push(chunk) {
      pending += chunk;
      return pass(firstPossibleStart(pending, patterns, heads));
    },
    end: () => pass(pending.length),
  };
}

/** The first place from which the rest of the text is the beginning of a pattern but not yet all of it. */
function firstPossibleStart(text: string, patterns: readonly string[], heads: ReadonlySet<string>): number {
  const longest = patterns[0]?.length ?? 0;
  for (let start = Math.max(0, text.length - longest + 1); start < text.length; start++) {
    if (!heads.has(text.charAt(start))) continue;
    const rest = text.slice(start);
    if (patterns.some((pattern) => pattern.length > rest.length && pattern.startsWith(rest))) return start;
  }
  return text.length;
}

function escaped(pattern: string): string {
  return pattern.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
