import type { JsonObject } from '@attractor/engine';
import { UserError } from '../command.ts';
import { runReference } from '../run/finish.ts';
import type { Io } from '../terminal/io.ts';
import { oneLine } from '../terminal/sanitize.ts';

/** A run directory as the reading commands see it. */
export interface OpenedRun {
  readonly directory: string;
  /** As commands name it from here. */
  readonly id: string;
  readonly manifest: JsonObject;
  /** The process that executes it now. */
  readonly owner: { readonly pid: number; readonly host: string } | undefined;
  /** End status of the manifest; `running` with a live owner, `interrupted` without an end and without an owner. */
  readonly status: string;
}

/** Finds a run by directory, id, unique beginning or `latest`; what is not found is a `UserError` that says what is there. */
export async function openRun(name: string, io: Io): Promise<OpenedRun> {
  const { findRun, lockOwner, readManifest } = await import('@attractor/engine');
  return userErrors(() => {
    const directory = findRun(name, io.cwd);
    const manifest = readManifest(directory);
    const owner = lockOwner(directory);
    return {
      directory,
      id: runReference(directory, io.cwd),
      manifest,
      owner,
      status: runStatus(textOf(manifest, 'status'), owner !== undefined),
    };
  });
}

/** A status for people out of the recorded end and whether a process executes the run. */
export function runStatus(recorded: string, live: boolean): string {
  if (live) return 'running';
  return recorded === '' || recorded === 'running' ? 'interrupted' : recorded;
}

/** Storage failures (no run, damaged file, no permission) are messages for users as they stand. */
export function userErrors<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof Error && error.name === 'StoreError') throw new UserError(error.message);
    throw error;
  }
}

/** For what the engine's readers find damaged in files that are views of the run, and no reason to refuse (files.md 3). */
export function warnOf(io: Io): (message: string) => void {
  return (message) => io.err(`${io.stderrStyle.yellow('warning:')} ${oneLine(message)}`);
}

export function textOf(object: JsonObject, key: string): string {
  const value = object[key];
  return typeof value === 'string' ? value : '';
}

export function numberOf(object: JsonObject, key: string): number | undefined {
  const value = object[key];
  return typeof value === 'number' ? value : undefined;
}
