import type { Json, JsonObject } from '@attractor/engine';
import { canonicalJson } from '@attractor/pipeline';
import type { StoreRow } from './evaluation-store.ts';

/** Deeper inputs are refused: they are no design point, and what reads them must not run out of stack. */
const maxDepth = 64;
const maxLength = 1_000_000;

/** What keeps an object from being an input of the oracle, or undefined. */
export function inputProblem(input: JsonObject): string | undefined {
  if (depthOf(input) > maxDepth) return `the input is nested deeper than ${maxDepth} levels`;
  const { length } = JSON.stringify(input);
  return length > maxLength ? `the input is ${length} characters of JSON; at most ${maxLength} are taken` : undefined;
}

/** Equal inputs have equal keys, whatever the order of their members (ES-03). */
export function inputKey(input: JsonObject): string {
  return canonicalJson(input);
}

/** A line of `rows.jsonl` as a row; undefined for what is none (ES-01). */
export function rowOf(line: JsonObject): StoreRow | undefined {
  const { input, output = null, status } = line;
  if (!isObject(input) || depthOf(line) > maxDepth + 2) return undefined;
  if (status !== 'finished' && status !== 'failed') return undefined;
  if (status === 'finished' && !isObject(output)) return undefined;
  return {
    input,
    output: isObject(output) ? output : null,
    status,
    _delegation_id: textOrNull(line['_delegation_id']),
    _source: textOrNull(line['_source']),
    _ts: textOrNull(line['_ts']) ?? '',
    ...(typeof line['error'] === 'string' ? { error: line['error'] } : {}),
  };
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOrNull(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/** Levels of nesting; stops looking just beyond the limit. */
function depthOf(value: Json): number {
  let level: Json[] = [value];
  for (let depth = 0; ; depth++) {
    const next: Json[] = [];
    for (const item of level)
      if (typeof item === 'object' && item !== null) for (const member of Object.values(item as JsonObject)) next.push(member);
    if (next.length === 0 || depth > maxDepth + 2) return depth;
    level = next;
  }
}
