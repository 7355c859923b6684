import type { Usage } from '@attractor/engine';
import type { ScriptEntry, ScriptedError } from './entry.ts';
import { type JsonNode, jsonOf } from './json-node.ts';

/** Collects what is wrong, with its place. */
export type Complain = (message: string, at: JsonNode | number) => void;

/** Reads one field of an entry; undefined after a complaint. */
export type FieldReader<T> = (node: JsonNode, complain: Complain, name: string) => T | undefined;

const statuses = ['success', 'partial_success', 'retry', 'fail', 'skipped'];

const text: FieldReader<string> = (node, complain, name) => {
  if (node.kind === 'string') return node.value;
  complain(`'${name}' must be a text`, node);
  return undefined;
};

function number(integer: boolean, least: number, most: number): FieldReader<number> {
  return (node, complain, name) => {
    if (node.kind === 'number' && node.value >= least && node.value <= most && (!integer || Number.isInteger(node.value)))
      return node.value;
    complain(
      `'${name}' must be ${integer ? 'a whole' : 'a'} number, ${most === Infinity ? `at least ${least}` : `${least} to ${most}`}`,
      node,
    );
    return undefined;
  };
}

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

const error: FieldReader<ScriptedError> = (node, complain) => {
  const members = new Map(node.kind === 'object' ? node.members.map((member) => [member.key, member.value]) : []);
  const status = members.get('status');
  const network = members.get('network');
  const message = members.get('message');
  for (const key of members.keys()) {
    if (key !== 'status' && key !== 'network' && key !== 'message')
      complain(`'error' has no field '${key}'; known are status, network, message`, node);
  }
  const words = message === undefined ? undefined : text(message, complain, 'message');
  if (network?.kind === 'boolean' && network.value && status === undefined)
    return { kind: 'network', message: words ?? 'connection reset' };
  if (status !== undefined && network === undefined) {
    const code = number(true, 100, 599)(status, complain, 'status');
    return code === undefined ? undefined : { kind: 'http', status: code, message: words ?? `HTTP ${code}` };
  }
  complain(`'error' must be {"status": 429, "message": ".."} or {"network": true}`, node);
  return undefined;
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

/** The fields of an ENTRY: JSON name, property, reader. One line a field. */
export const entryFields: Readonly<Record<string, { readonly property: keyof ScriptEntry; readonly read: FieldReader<unknown> }>> = {
  text: { property: 'text', read: text },
  outcome: { property: 'outcome', read: outcome },
  usage: { property: 'usage', read: usage },
  cost_usd: { property: 'costUsd', read: number(false, 0, Infinity) },
  delay_ms: { property: 'delayMs', read: number(false, 0, 86_400_000) },
  error: { property: 'error', read: error },
  files: { property: 'files', read: files },
  exit: { property: 'exit', read: number(true, 0, 255) },
  stdout: { property: 'stdout', read: text },
  stderr: { property: 'stderr', read: text },
};
