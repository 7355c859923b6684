import type { Graph } from '@attractor/pipeline';
import type { EndStatus } from './event.ts';
import type { SimulationMode } from './handler.ts';
import type { JsonObject } from './json.ts';
import type { Usage } from './outcome.ts';
import type { Services } from './services.ts';

/** `process`: a record is with the operating system before the run goes on (kill -9 loses nothing); `power`: fsync per record. */
export type Durability = 'process' | 'power';

export interface RunLimits {
  /** Milliseconds of execution; the stricter of this and `max_pipeline_duration` holds. */
  readonly timeoutMs?: number;
  readonly budgetUsd?: number;
  readonly budgetTokens?: number;
}

interface CommonOptions {
  /** Absolute path of the run directory. */
  readonly directory: string;
  readonly services: Services;
  readonly durability?: Durability;
  readonly limits?: RunLimits;
  /** What whoever starts the run has to say of it, e.g. an unknown price: told as `warning` events before the first node. */
  readonly warnings?: readonly string[];
  /** Aborting it ends the run `cancelled`; its reason is recorded. */
  readonly signal?: AbortSignal;
}

/** A fresh run of a prepared and validated graph (engine.md 2). */
export interface StartOptions extends CommonOptions {
  readonly graph: Graph;
  /** Name of the run in events and manifest; a new id by default. The command line gives the folder's name. */
  readonly runId?: string;
  /** Folder that nodes work in, absolute (`context.target_dir`). */
  readonly workingDirectory: string;
  /** Declared and given parameters with their values; secret ones are listed in graph `secret_params`. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly mode?: SimulationMode;
  /** Diagnostics of preparation are reported by the caller; these fields go into manifest.json as they are. */
  readonly manifest?: JsonObject;
}

/** Goes on with a run from its journal (engine.md 14). */
export interface ResumeOptions extends CommonOptions {
  /** The graph as read and transformed now. */
  readonly graph: Graph;
  /** What to do when the digests differ: refuse (default), go on with the stored copy, or with `graph`. */
  readonly onChangedGraph?: 'refuse' | 'stored' | 'accept';
  /** Start from checkpoint.json instead of the journal (after damage). */
  readonly fromCheckpoint?: boolean;
  /** Only new names, and the values of secret parameters. */
  readonly parameters?: ReadonlyMap<string, string>;
}

export interface HandledFailure {
  readonly node: string;
  readonly reason: string;
  readonly by: 'edge' | 'retry_target' | 'continue_on_fail';
}

export interface RunResult {
  readonly status: EndStatus;
  /** Why it did not simply succeed; empty for success. */
  readonly reason: string;
  readonly notes: string;
  readonly runId: string;
  readonly directory: string;
  /** Node ids of the trace lines, in order. */
  readonly nodes: readonly string[];
  /** Milliseconds of execution, summed over segments. */
  readonly durationMs: number;
  readonly usage: Usage;
  readonly handled: readonly HandledFailure[];
  /** Questions a parked run waits for. */
  readonly questions: readonly string[];
}

/** Refused before the first node: `run_exists`, `graph_changed`, `run_locked`, ... (exit code 2). */
export class RunRefused extends Error {
  override readonly name = 'RunRefused';
  readonly code: string;

  constructor(code: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
