/** A JSON object found in a text, `text.slice(start, end)`. */
export interface FoundObject {
  readonly start: number;
  readonly end: number;
  readonly value: Readonly<Record<string, unknown>>;
}

/**
 * Every outermost balanced JSON object of a text, in order (backends.md 2). Prose, code fences and broken JSON around or
 * between them do not matter; an object inside another, or inside a string of another, is not reported.
 *
 * Linear in the text: when an attempt breaks off, every object still open breaks off at the same place, and those that
 * were complete by then are the outermost ones of that stretch, so no object start is tried twice.
 */
export function findJsonObjects(text: string): readonly FoundObject[] {
  const found: FoundObject[] = [];
  const opened = new Uint8Array(text.length);
  /** Complete objects to the right of `position`, nearest last. */
  const ahead: Span[] = [];
  let position = text.indexOf('{');
  while (position >= 0) {
    const next = ahead.at(-1);
    if (next !== undefined && position >= next.start) {
      ahead.pop();
      const value = parsed(text, next);
      if (value !== undefined) found.push({ ...next, value });
      position = text.indexOf('{', next.end);
    } else if (opened[position] === 1) {
      position = text.indexOf('{', position + 1);
    } else {
      // An earlier attempt read beyond this place; where both readings claim the same text, the earlier one holds.
      const limit = next?.start ?? text.length;
      for (const span of scanObject(text, position, opened).reverse()) if (span.end <= limit) ahead.push(span);
    }
  }
  return found;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function parsed(text: string, span: Span): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text.slice(span.start, span.end)) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

type Expect = 'first-key' | 'key' | 'colon' | 'value' | 'first-element' | 'comma';

const scalar = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Reads one object from its brace. Complete: its span alone. Broken off: the outermost objects that were complete by then. */
function scanObject(text: string, start: number, opened: Uint8Array): Span[] {
  /** Start of each open container; an array as the complement of its start. */
  const open: number[] = [];
  const done: Span[] = [];
  let expect = 'value' as Expect;
  let at = start;
  while (at < text.length) {
    const char = text[at] as string;
    if (char === ' ' || char === '\n' || char === '\r' || char === '\t') {
      at++;
      continue;
    }
    if (char === '}' || char === ']') {
      const top = open.at(-1);
      const isObject = char === '}';
      const allowed = expect === 'comma' || expect === (isObject ? 'first-key' : 'first-element');
      if (top === undefined || !allowed || isObject !== top >= 0) return done;
      open.pop();
      at++;
      if (isObject) {
        while (done.length > 0 && (done.at(-1) as Span).start > top) done.pop();
        done.push({ start: top, end: at });
        if (open.length === 0) return done;
      }
      expect = 'comma';
      continue;
    }
    if (expect === 'comma') {
      if (char !== ',') return done;
      expect = (open.at(-1) as number) >= 0 ? 'key' : 'value';
      at++;
      continue;
    }
    if (expect === 'colon') {
      if (char !== ':') return done;
      expect = 'value';
      at++;
      continue;
    }
    if (char === '"') {
      const end = stringEnd(text, at);
      if (end < 0) return done;
      expect = expect === 'key' || expect === 'first-key' ? 'colon' : 'comma';
      at = end;
      continue;
    }
    if (expect === 'key' || expect === 'first-key') return done;
    if (char === '{') {
      opened[at] = 1;
      open.push(at);
      expect = 'first-key';
      at++;
    } else if (char === '[') {
      open.push(~at);
      expect = 'first-element';
      at++;
    } else {
      scalar.lastIndex = at;
      const found = scalar.exec(text);
      if (found === null) return done;
      at += found[0].length;
      expect = 'comma';
    }
  }
  return done;
}

/** The offset after a string's closing quote; -1 when it is not closed or holds a raw line break. */
function stringEnd(text: string, quote: number): number {
  for (let at = quote + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 92) at++;
    else if (unit === 34) return at + 1;
    else if (unit === 10 || unit === 13) return -1;
  }
  return -1;
}
