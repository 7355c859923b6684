import type { Usage } from '@attractor/engine';
import type { ScriptEntry } from './entry.ts';
import { error, type FieldReader, number, text } from './field-readers.ts';
import { jsonOf } from './json-node.ts';
import { readRounds } from './rounds.ts';

const statuses = ['success', 'partial_success', 'retry', 'fail', 'skipped'];

const usageFields: Readonly<Record<string, keyof Usage>> = {
  input_tokens: 'inputTokens',
  output_tokens: 'outputTokens',
  reasoning_tokens: 'reasoningTokens',
  cache_read_tokens: 'cacheReadTokens',
  cache_write_tokens: 'cacheWriteTokens',
};

const usage: FieldReader<Usage> = (node, complain) => {
  if (node.kind !== 'object') {
    complain("'usage' must be an object of token counts", node);
    return undefined;
  }
  const result: { -readonly [key in keyof Usage]: Usage[key] } = { inputTokens: 0, outputTokens: 0 };
  for (const { key, keyStart, value } of node.members) {
    const field = Object.hasOwn(usageFields, key) ? usageFields[key] : undefined;
    if (field === undefined) complain(`'usage' has no field '${key}'; known are ${Object.keys(usageFields).join(', ')}`, keyStart);
    else result[field] = number(true, 0, Infinity)(value, complain, key) ?? 0;
  }
  return result;
};

const outcome: FieldReader<ScriptEntry['outcome']> = (node, complain) => {
  if (node.kind !== 'object') {
    complain("'outcome' must be an object with the fields of status.json", node);
    return undefined;
  }
  const stated = node.members.find((member) => member.key === 'status') ?? node.members.find((member) => member.key === 'outcome');
  if (stated === undefined) complain(`'outcome' needs a 'status': ${statuses.join(', ')}`, node);
  else if (stated.value.kind !== 'string' || !statuses.includes(stated.value.value.toLowerCase())) {
    complain(`'${stated.key}' must be one of ${statuses.join(', ')}`, stated.value);
  }
  return jsonOf(node) as ScriptEntry['outcome'];
};

const files: FieldReader<ReadonlyMap<string, string>> = (node, complain) => {
  if (node.kind !== 'object') {
    complain("'files' must be an object: path under the working directory -> content", node);
    return undefined;
  }
  const result = new Map<string, string>();
  for (const { key, keyStart, value } of node.members) {
    if (key === '' || key.includes('\0') || key.startsWith('/') || key.split(/[\\/]/).includes('..')) {
      complain(`the path ${JSON.stringify(key)} leaves the working directory; paths are relative, without '..'`, keyStart);
    } else result.set(key, text(value, complain, key) ?? '');
  }
  return result;
};

/** One value for each round. */
function byRound<T>(read: FieldReader<T>): FieldReader<readonly T[]> {
  return (node, complain, name) => {
    if (node.kind !== 'array' || node.items.length === 0) {
      complain(`'${name}' must be a value or a list with at least one`, node);
      return undefined;
    }
    return node.items.flatMap((item) => read(item, complain, name) ?? []);
  };
}

interface EntryField {
  readonly property: keyof ScriptEntry;
  readonly read: FieldReader<unknown>;
  /** Whose entries may have it; both when absent (study-rulings.md H). */
  readonly only?: 'agents' | 'others';
  /** How a list of it is read, for agents. */
  readonly byRound?: { readonly property: keyof ScriptEntry; readonly read: FieldReader<unknown> };
}

const cost = number(false, 0, Infinity);

/** The fields of an ENTRY: JSON name, property, reader. One line a field. */
export const entryFields: Readonly<Record<string, EntryField>> = {
  text: { property: 'text', read: text },
  outcome: { property: 'outcome', read: outcome, only: 'others' },
  usage: { property: 'usage', read: usage, byRound: { property: 'usages', read: byRound(usage) } },
  cost_usd: { property: 'costUsd', read: cost, byRound: { property: 'costs', read: byRound(cost) } },
  delay_ms: { property: 'delayMs', read: number(false, 0, 86_400_000) },
  error: { property: 'error', read: error },
  files: { property: 'files', read: files, only: 'others' },
  exit: { property: 'exit', read: number(true, 0, 255) },
  stdout: { property: 'stdout', read: text },
  stderr: { property: 'stderr', read: text },
  calls: { property: 'calls', read: readRounds, only: 'agents' },
};
