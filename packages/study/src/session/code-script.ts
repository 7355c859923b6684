import { type JsonNode, parseJsonNode, readEntry, readRound, type ScriptRound } from '@attractor/agent';
import type { AgentEntry, AgentItem, AgentScript, EntrySource, LazyRound, ScriptContext } from './agent-script.ts';

/** An ENTRY as in a script's JSON, with functions where CALLs stand. */
export interface CodeEntry {
  readonly calls?: readonly unknown[];
  readonly [field: string]: unknown;
}

type OrFunction<T> = T | ((context: ScriptContext) => T | Promise<T>);

/** A script in code: the object of a script's file, with functions allowed where it has an ENTRY or a CALL (rulings H). */
export interface CodeScriptSource {
  readonly nodes: Readonly<Record<string, readonly (OrFunction<CodeEntry> | readonly OrFunction<CodeEntry>[])[]>>;
  readonly default?: OrFunction<CodeEntry>;
}

/** A round `{hold: name}` waits until the name is released; for tests of races. */
export interface CodeScript extends AgentScript {
  /** Resolves when a round holds under the name. */
  reached(name: string): Promise<void>;
  release(name: string): void;
}

/** Reads it. Throws on what a file's reader would complain about: it is code. */
export function codeScript(source: CodeScriptSource): CodeScript {
  const gates = new Map<string, Gate>();
  const gate = (name: string): Gate => {
    const known = gates.get(name) ?? makeGate();
    gates.set(name, known);
    return known;
  };
  const items = new Map(
    Object.entries(source.nodes).map(([key, list]) => [
      key,
      list.map((item): AgentItem => (isList(item) ? item.map((one) => entrySource(one, gate)) : entrySource(item, gate))),
    ]),
  );
  return {
    items: (key) => items.get(key),
    fallback: source.default === undefined ? undefined : entrySource(source.default, gate),
    reached: (name) => gate(name).reached,
    release: (name) => gate(name).open(),
  };
}

interface Gate {
  readonly reached: Promise<void>;
  hold(): Promise<void>;
  open(): void;
}

function makeGate(): Gate {
  let open = (): void => {};
  let arrive = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  return {
    reached,
    hold() {
      arrive();
      return opened;
    },
    open: () => open(),
  };
}

type Gates = (name: string) => Gate;

function entrySource(entry: OrFunction<CodeEntry>, gates: Gates): EntrySource {
  return typeof entry === 'function' ? async (context) => readCode(await entry(context), gates) : readCode(entry, gates);
}

function readCode({ calls, ...rest }: CodeEntry, gates: Gates): AgentEntry {
  const entry = checked(rest, (node, complain) => readEntry(node, complain, {}, 'agents')) as AgentEntry;
  return calls === undefined ? entry : { ...entry, calls: calls.map((round) => roundOf(round, gates)) };
}

function roundOf(round: unknown, gates: Gates): ScriptRound | LazyRound {
  if (isHold(round)) {
    return async () => {
      await gates(round.hold).hold();
      return { kind: 'delay', delayMs: 0 };
    };
  }
  const parts: readonly unknown[] = Array.isArray(round) ? round : [round];
  if (!parts.some(isFunction)) return checked(round, readRound);
  return async (context) => {
    const made = await Promise.all(parts.map((part) => (isFunction(part) ? part(context) : part)));
    return checked(Array.isArray(round) ? made : made[0], readRound);
  };
}

function isFunction(part: unknown): part is (context: ScriptContext) => unknown {
  return typeof part === 'function';
}

function isHold(round: unknown): round is { readonly hold: string } {
  return typeof round === 'object' && round !== null && 'hold' in round && typeof round.hold === 'string';
}

function isList<T>(item: T | readonly T[]): item is readonly T[] {
  return Array.isArray(item);
}

function checked<T>(value: unknown, read: (node: JsonNode, complain: (message: string) => void) => T | undefined): T {
  const node = parseJsonNode(JSON.stringify(value));
  if (!('kind' in node)) throw new Error(`a script in code: ${node.message}`);
  const problems: string[] = [];
  const result = read(node, (message) => void problems.push(message));
  if (result === undefined || problems.length > 0) throw new Error(`a script in code: ${problems.join('; ')}`);
  return result;
}
