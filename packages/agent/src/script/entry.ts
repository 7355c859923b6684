import type { JsonObject, Usage } from '@attractor/engine';

/** A failure that a scripted call shows to the retry ladder (backends.md 1). */
export type ScriptedError =
  | { readonly kind: 'http'; readonly status: number; readonly message: string }
  | { readonly kind: 'network'; readonly message: string };

/** One tool call of a scripted agent (study-rulings.md H). */
export interface ScriptCall {
  readonly tool: string;
  readonly args: JsonObject;
  /** Keeps the result for `${name}` and `${name.word}` in later strings of the entry. */
  readonly as?: string;
  /** What the result must begin with, or match when it is written `/re/`. */
  readonly expect?: string;
}

/** One round of a scripted agent: a model call and what it asks for, one that fails, or a wait before the next. */
export type ScriptRound =
  | { readonly kind: 'calls'; readonly calls: readonly ScriptCall[] }
  | { readonly kind: 'error'; readonly error: ScriptedError }
  | { readonly kind: 'delay'; readonly delayMs: number }
  /** Until the delegation log shows the status of the id. */
  | { readonly kind: 'until'; readonly id: string; readonly status: string };

/** One scripted answer of a model node, or under `--dry-run` of a tool node (backends.md 1). */
export interface ScriptEntry {
  readonly text?: string;
  /** Fields of status.json, as if reported by `report_outcome`. */
  readonly outcome?: JsonObject;
  readonly usage?: Usage;
  readonly costUsd?: number;
  readonly delayMs?: number;
  readonly error?: ScriptedError;
  /** Path under the working directory -> content. */
  readonly files?: ReadonlyMap<string, string>;
  readonly exit?: number;
  readonly stdout?: string;
  readonly stderr?: string;
  /** Rounds of an agent before its text (study-rulings.md H). */
  readonly calls?: readonly ScriptRound[];
  /** By round of an agent, instead of `usage` and `costUsd` for each. */
  readonly usages?: readonly Usage[];
  readonly costs?: readonly number[];
  /** Fields of registered extensions, by name. */
  readonly extensions?: ReadonlyMap<string, unknown>;
}

/** Of an agent's list also several entries: one for each invoke of a delegation. */
export type ScriptItem = ScriptEntry | readonly ScriptEntry[];

/** A parsed script. */
export interface Script {
  /**
   * What the `call`-th call (from 1, over the whole run) of a node takes; the last entry repeats. `branch` is the
   * frame's branch string: inside a child `<folder>/<id>` is looked up before `<id>`, the longest path first.
   */
  entry(node: string, branch: string, call: number): ScriptEntry | undefined;
  /** Writes an entry's files below a folder; returns what is wrong (`writeConfinedFiles`). */
  writeFiles(root: string, files: ReadonlyMap<string, string>): string | undefined;
  /** What stands under exactly this key, for agents (study-rulings.md H). */
  items(key: string): readonly ScriptItem[] | undefined;
  readonly fallback?: ScriptEntry | undefined;
  /** The keys of `nodes`, for a check against the graph. */
  readonly keys: readonly string[];
}
