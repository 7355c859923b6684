import type { JsonObject } from '@attractor/engine';
import type { ScriptCall, ScriptRound } from './entry.ts';
import { type Complain, error, type FieldReader, number, text } from './field-readers.ts';
import { type JsonNode, jsonOf } from './json-node.ts';

/** `calls` of an agent's entry: its rounds (study-rulings.md H). */
export const readRounds: FieldReader<readonly ScriptRound[]> = (node, complain) => {
  if (node.kind !== 'array') {
    complain('\'calls\' must be a list of rounds, e.g. [{"tool": "Done", "args": {"summary": ".."}}]', node);
    return undefined;
  }
  return node.items.flatMap((item) => readRound(item, complain) ?? []);
};

/** A CALL, a list of CALLs, or one of the words below. */
export function readRound(node: JsonNode, complain: Complain): ScriptRound | undefined {
  if (node.kind === 'array') {
    if (node.items.length === 0) complain('a round needs at least one call', node);
    return { kind: 'calls', calls: node.items.flatMap((item) => readCall(item, complain) ?? []) };
  }
  if (node.kind === 'object' && node.members.length === 1) {
    const [member] = node.members;
    const read = member === undefined || !Object.hasOwn(waits, member.key) ? undefined : waits[member.key];
    if (read !== undefined && member !== undefined) return read(member.value, complain);
  }
  const call = readCall(node, complain);
  return call === undefined ? undefined : { kind: 'calls', calls: [call] };
}

/** Rounds without calls, by their one key. */
const waits: Readonly<Record<string, (node: JsonNode, complain: Complain) => ScriptRound | undefined>> = {
  error(node, complain) {
    const scripted = error(node, complain, 'error');
    return scripted === undefined ? undefined : { kind: 'error', error: scripted };
  },
  delay_ms(node, complain) {
    const delayMs = number(false, 0, 86_400_000)(node, complain, 'delay_ms');
    return delayMs === undefined ? undefined : { kind: 'delay', delayMs };
  },
  until(node, complain) {
    const [, id, status] = (node.kind === 'string' ? /^([A-Z]+\d+|\$\{[^}]*\}):(.+)$/.exec(node.value) : null) ?? [];
    if (id !== undefined && status !== undefined) return { kind: 'until', id, status };
    complain(`'until' must be an id and a status of the delegation log, e.g. "D002:RUNNING"`, node);
    return undefined;
  },
};

const callFields = ['tool', 'args', 'as', 'expect'];

function readCall(node: JsonNode, complain: Complain): ScriptCall | undefined {
  if (node.kind !== 'object') {
    complain('a call is an object, e.g. {"tool": "Wait", "args": {"id": "D001"}}', node);
    return undefined;
  }
  const fields = new Map(node.members.map(({ key, value }) => [key, value]));
  for (const { key, keyStart } of node.members) {
    if (callFields.includes(key)) continue;
    complain(
      `unknown field '${key}' of a call; known are ${callFields.join(', ')}; a round may also be error, delay_ms or until`,
      keyStart,
    );
  }
  const read = (key: string): string | undefined => {
    const value = fields.get(key);
    return value === undefined ? undefined : text(value, complain, key);
  };
  const [tool, as, expect] = [read('tool'), read('as'), read('expect')];
  const args = fields.get('args');
  if (!fields.has('tool')) complain("a call needs a 'tool'", node);
  if (args !== undefined && args.kind !== 'object') complain("'args' must be an object", args);
  const named = fields.get('as');
  if (as !== undefined && named !== undefined && !/^[A-Za-z_]\w*$/.test(as))
    complain("'as' must be a name of letters, digits and _", named);
  const expected = fields.get('expect');
  const problem = expect === undefined ? undefined : expectationProblem(expect);
  if (problem !== undefined && expected !== undefined) complain(problem, expected);
  if (tool === undefined) return undefined;
  return {
    tool,
    args: args?.kind === 'object' ? (jsonOf(args) as JsonObject) : {},
    ...(as === undefined ? {} : { as }),
    ...(expect === undefined ? {} : { expect }),
  };
}

/** The pattern of an expectation that is written `/re/`. */
export function expectedPattern(expect: string): string | undefined {
  return expect.length > 2 && expect.startsWith('/') && expect.endsWith('/') ? expect.slice(1, -1) : undefined;
}

function expectationProblem(expect: string): string | undefined {
  const pattern = expectedPattern(expect);
  if (pattern === undefined) return undefined;
  try {
    new RegExp(pattern);
    return undefined;
  } catch (thrown) {
    return `'expect' is no regular expression: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
  }
}
