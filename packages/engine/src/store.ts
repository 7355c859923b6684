import type { NodeDirectory } from './handler.ts';
import type { JsonObject } from './json.ts';

/** Where a node's visit keeps its files. */
export interface VisitPlace {
  /** Path of branch folders from the run directory: `[]` at the root, `[{component, index, name}]` in a branch. */
  readonly branch: readonly BranchStep[];
  readonly node: string;
  readonly visit: number;
}

export interface BranchStep {
  readonly component: string;
  readonly componentVisit: number;
  readonly index: number;
  /** Id of the branch's first node. */
  readonly name: string;
}

/**
 * Durable storage of one run (files.md 1, 3). All calls are synchronous: when one returns, the operating system has
 * the bytes. Any of them may throw a `StoreError`; the run then stops with that reason and never goes on unlogged.
 */
export interface RunStore {
  /** Absolute path of the run directory. */
  readonly directory: string;
  /** Appends one line to `journal.jsonl`. */
  appendJournal(line: string): void;
  appendEvents(lines: readonly string[]): void;
  appendTrace(line: string): void;
  appendDecision(line: string): void;
  /** status.json of a visit, and its copy `iteration_N/<node>/status.json` when `iteration` is given. */
  writeStatus(place: VisitPlace, status: JsonObject, iteration: number | undefined): void;
  /** The folder of a visit; an earlier visit's files are moved to `visits/N/` first. */
  nodeDirectory(place: VisitPlace): NodeDirectory;
  /** `feedback/<node>.md`. */
  writeFeedback(node: string, text: string): void;
  /** Replaces checkpoint.json; the length of its text. */
  writeCheckpoint(checkpoint: JsonObject): number;
  /** Merges fields into `manifest.json`. */
  updateManifest(fields: JsonObject): void;
  /** `branches/.../children/<node>/<n>/` for a child run. */
  childDirectory(place: VisitPlace, n: number): string;
  /** A file's modification time on the run directory's file system, now, in nanoseconds (engine.md 3.8). */
  fileSystemNow(): bigint;
  /** fsync of what was appended. */
  sync(): void;
  close(): void;
}

/** A failure of the run's storage: `disk_full`, `unwritable`, `run_locked`, `damaged_journal`, ... */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;
  readonly path: string;

  constructor(code: StoreErrorCode, message: string, path: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.path = path;
  }
}

export type StoreErrorCode =
  | 'disk_full'
  | 'unwritable'
  | 'unreadable'
  | 'run_locked'
  | 'run_exists'
  | 'run_not_found'
  | 'damaged_journal'
  | 'damaged_checkpoint'
  | 'graph_changed';
