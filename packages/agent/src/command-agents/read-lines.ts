import type { Json, JsonObject } from '@attractor/engine';

/** One line of a command-line agent's output. */
export type AgentLine =
  | { readonly kind: 'json'; readonly value: JsonObject }
  /** Not a JSON object: a banner, a warning, anything. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too-long'; readonly bytes: number };

/** Far above a tool result that holds a large file; a line beyond it is dropped, not kept in memory. */
const maxLineBytes = 16_777_216;

const newline = 0x0a;

/**
 * Reads JSON lines out of chunks that may be torn anywhere, also within a character: lines are cut as bytes and decoded whole.
 * Memory is bounded by `limit`; of a longer line only its length is told. Never throws on what it reads.
 */
export function lineReader(onLine: (line: AgentLine) => void, limit: number = maxLineBytes): { push(chunk: Buffer): void; end(): void } {
  let parts: Buffer[] = [];
  let length = 0;

  function take(piece: Buffer): void {
    length += piece.length;
    if (length <= limit) parts.push(piece);
    else parts = [];
  }

  function close(): void {
    const bytes = length;
    const whole = Buffer.concat(parts);
    parts = [];
    length = 0;
    if (bytes > limit) return onLine({ kind: 'too-long', bytes });
    const text = whole.toString('utf8').trim();
    if (text !== '') onLine(parseLine(text));
  }

  return {
    push(chunk) {
      let from = 0;
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
        take(chunk.subarray(from, at));
        close();
        from = at + 1;
      }
      // A copy: a small rest must not keep the whole chunk alive.
      if (from < chunk.length) take(Buffer.from(chunk.subarray(from)));
    },
    end() {
      if (length > 0) close();
    },
  };
}

function parseLine(text: string): AgentLine {
  if (!text.startsWith('{')) return { kind: 'text', text };
  try {
    return { kind: 'json', value: JSON.parse(text) as JsonObject };
  } catch {
    return { kind: 'text', text };
  }
}

/** A member that is a text, else empty. */
export function textAt(value: Json | undefined, ...path: readonly string[]): string {
  const found = valueAt(value, ...path);
  return typeof found === 'string' ? found : '';
}

export function numberAt(value: Json | undefined, ...path: readonly string[]): number | undefined {
  const found = valueAt(value, ...path);
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}

/** Members of a list that are objects. */
export function objectsAt(value: Json | undefined, ...path: readonly string[]): readonly JsonObject[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found.filter(isObject) : [];
}

export function valueAt(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  let at = value;
  for (const name of path) {
    if (!isObject(at) || !Object.hasOwn(at, name)) return undefined;
    at = at[name];
  }
  return at;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A count that a program reports; what is no number of 0 or more counts as 0. */
export function countAt(value: Json | undefined, ...path: readonly string[]): number {
  return Math.max(0, numberAt(value, ...path) ?? 0);
}
