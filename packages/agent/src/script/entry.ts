import type { JsonObject, Usage } from '@attractor/engine';

/** A failure that a scripted call shows to the retry ladder (backends.md 1). */
export type ScriptedError =
  | { readonly kind: 'http'; readonly status: number; readonly message: string }
  | { readonly kind: 'network'; readonly message: string };

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
  /** Fields of registered extensions, by name. */
  readonly extensions?: ReadonlyMap<string, unknown>;
}

/** A parsed script. */
export interface Script {
  /**
   * What the `call`-th call (from 1, over the whole run) of a node takes; the last entry repeats. `branch` is the
   * frame's branch string: inside a child `<folder>/<id>` is looked up before `<id>`, the longest path first.
   */
  entry(node: string, branch: string, call: number): ScriptEntry | undefined;
  /** Writes an entry's files below a folder; returns what is wrong (`writeConfinedFiles`). */
  writeFiles(root: string, files: ReadonlyMap<string, string>): string | undefined;
  /** The keys of `nodes`, for a check against the graph. */
  readonly keys: readonly string[];
}
