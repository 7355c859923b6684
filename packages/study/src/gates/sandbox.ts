import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '@attractor/engine';
import type { StoreRow } from '../store/evaluation-store.ts';
import { rowsFile } from '../store/namespace.ts';
import { inputKey, isObject, rowOf } from '../store/row.ts';
import { redirectRunConfig } from '../store/run-config.ts';
import { evaluationStoreIn, type GrowingStore, namespacesIn } from '../store/store.ts';

/** A throwaway copy of a store, laid out as a run directory is (RG-05). */
export interface Sandbox {
  readonly directory: string;
  readonly store: GrowingStore;
  /** `ATTRACTOR_STORE_DIR`, `ATTRACTOR_RUN_CONFIG`, `ATTRACTOR_RUN_DIR` (ES-04). */
  readonly environment: Readonly<Record<string, string>>;
  remove(): void;
}

/** Rows as they were: what a deliverable did to the live store behind the gate's back is found, and undone, by it. */
export type LiveRows = ReadonlyMap<string, Buffer>;

export interface RunPlaces {
  /** `<run>`. */
  readonly run: string;
  /** `<run>/experiment_data`. */
  readonly store: string;
  /** `<run>/debug/run_config.json`. */
  readonly runConfig: string;
}

/** Makes the copy with the store locked, so that no half row is in it. */
export async function openSandbox(places: RunPlaces): Promise<{ readonly sandbox: Sandbox; readonly live: LiveRows }> {
  const directory = join(places.run, 'debug', 'reproduction', randomBytes(6).toString('hex'));
  const store = evaluationStoreIn(join(directory, 'experiment_data'));
  const runConfig = join(directory, 'debug', 'run_config.json');
  makeFolders(store.directory);
  const live = await evaluationStoreIn(places.store).exclusively(undefined, () => readLive(places.store));
  for (const [file, bytes] of live) {
    makeFolders(join(store.directory, file, '..'));
    writeFileSync(join(store.directory, file), bytes, { mode: 0o600 });
  }
  redirectRunConfig(places.runConfig, runConfig, { store: store.directory, run: directory });
  const delegations = join(places.run, 'debug', 'delegations');
  if (existsSync(delegations)) symlinkSync(delegations, join(directory, 'debug', 'delegations'));
  const environment = { ATTRACTOR_STORE_DIR: store.directory, ATTRACTOR_RUN_CONFIG: runConfig, ATTRACTOR_RUN_DIR: directory };
  return { sandbox: { directory, store, environment, remove: () => rmSync(directory, { recursive: true, force: true }) }, live };
}

function filesOf(store: string): readonly string[] {
  return [rowsFile, ...namespacesIn(store).map((namespace) => join(namespace, rowsFile))].filter((file) => existsSync(join(store, file)));
}

function readLive(store: string): LiveRows {
  return new Map(filesOf(store).map((file) => [file, readFileSync(join(store, file))]));
}

/**
 * Puts the live store back as it was where a deliverable reached it past its environment; says whether that was so. While delegations
 * may evaluate, rows of new inputs stay, for they may be theirs: what was there must be there still.
 */
export async function restoreLive(places: RunPlaces, before: LiveRows, othersMayAppend: boolean): Promise<boolean> {
  return evaluationStoreIn(places.store).exclusively(undefined, () => {
    const now = readLive(places.store);
    let touched = false;
    for (const [file, bytes] of before) {
      const found = now.get(file) ?? Buffer.alloc(0);
      const isKept = othersMayAppend ? found.subarray(0, bytes.length).equals(bytes) : found.equals(bytes);
      if (isKept) continue;
      touched = true;
      makeFolders(join(places.store, file, '..'));
      rewrite(join(places.store, file), othersMayAppend ? Buffer.concat([bytes, addedRows(bytes, found)]) : bytes);
    }
    for (const file of now.keys()) {
      if (othersMayAppend || before.has(file)) continue;
      touched = true;
      rmSync(join(places.store, file));
    }
    return touched;
  });
}

/** Rows of inputs that were not there before: what somebody else evaluated while the rows were changed under them. */
function addedRows(before: Buffer, now: Buffer): Buffer {
  const known = new Set(linesOf(before).map(({ key }) => key));
  const added = linesOf(now).filter(({ key }) => !known.has(key));
  return Buffer.from(added.map(({ line }) => `${line}\n`).join(''));
}

function linesOf(bytes: Buffer): readonly { readonly key: string; readonly line: string }[] {
  return bytes
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      const row = parsedRow(line);
      return row === undefined ? [] : [{ key: inputKey(row.input), line }];
    });
}

function parsedRow(line: string): StoreRow | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? rowOf(value) : undefined;
  } catch {
    return undefined;
  }
}

function rewrite(path: string, bytes: Buffer): void {
  const temporary = `${path}.before`;
  writeFileSync(temporary, bytes, { mode: 0o600 });
  renameSync(temporary, path);
}
