import { chmodSync, closeSync, existsSync, fsyncSync, openSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { JsonObject } from '../json.ts';
import type { Durability } from '../run-options.ts';
import { type RunStore, StoreError } from '../store.ts';
import { type AppendFile, dropTornLine, openAppendFile } from './append-file.ts';
import { writing } from './failure.ts';
import { type FileClock, openFileClock } from './file-clock.ts';
import { enterFolder, type Folder, makeFolder, rootFolder } from './folder.ts';
import { type RunLock, takeLock } from './lock.ts';
import { safeName } from './names.ts';
import { childFolder, visitDirectory } from './node-directory.ts';
import { readManifest } from './read-json.ts';
import { statusWriter } from './status-file.ts';
import { FOLDER_MODE, makeFolders, replaceFile, replaceJson } from './write-file.ts';

export interface StoreOptions {
  readonly durability?: Durability;
}

/** A store of a run that goes on. `repaired`: files whose torn last line was dropped (files.md 3). */
export type ResumedRunStore = RunStore & { readonly repaired: readonly string[] };

const LOGS = { journal: 'journal.jsonl', events: 'events.jsonl', trace: 'trace.jsonl', decisions: 'decisions.jsonl' } as const;

/**
 * Makes the run directory (0700) with manifest.json, graph.dot and graph.resolved.json, and locks it (files.md 1, 3).
 * A directory that holds a run is refused (`run_exists`); an existing folder without one is taken. The manifest is
 * written last: a directory without it, and without journal lines, is no run.
 */
export function createRun(
  directory: string,
  manifest: JsonObject,
  graphText: string,
  resolved: JsonObject,
  options: StoreOptions = {},
): RunStore {
  requireAbsolute(directory);
  refuseExisting(directory);
  makeFolders(directory);
  writing(directory, () => chmodSync(directory, FOLDER_MODE));
  const lock = takeLock(directory);
  return releasingOnError(lock, () => {
    // Another process may have made a run here in between.
    refuseExisting(directory);
    replaceFile(join(directory, 'graph.dot'), graphText);
    replaceJson(join(directory, 'graph.resolved.json'), resolved);
    replaceJson(join(directory, 'manifest.json'), manifest);
    return assemble(directory, lock, manifest, rootFolder(directory, true), options);
  });
}

/**
 * Opens a run to go on with it (engine.md 14): takes the lock, or throws `run_locked` naming the owner; drops torn last
 * lines of the files that are appended to. `run_not_found` when the directory holds no run.
 */
export function openRun(directory: string, options: StoreOptions = {}): ResumedRunStore {
  requireAbsolute(directory);
  if (!holdsRun(directory)) throw new StoreError('run_not_found', `no run in ${directory}: manifest.json is missing`, directory);
  const lock = takeLock(directory);
  return releasingOnError(lock, () => {
    const manifest = readManifest(directory);
    const repaired = Object.values(LOGS).filter((name) => dropTornLine(join(directory, name)));
    return Object.assign(assemble(directory, lock, manifest, rootFolder(directory, false), options), { repaired });
  });
}

/** True when a directory holds a run, finished or not. Never throws: what cannot be asked holds none. */
export function holdsRun(directory: string): boolean {
  if (existsSync(join(directory, 'manifest.json'))) return true;
  try {
    return statSync(join(directory, LOGS.journal)).size > 0;
  } catch {
    return false;
  }
}

function refuseExisting(directory: string): void {
  if (!holdsRun(directory)) return;
  const message = `the directory already holds a run: choose another one, or go on with it by \`attractor resume ${directory}\``;
  throw new StoreError('run_exists', message, directory);
}

function requireAbsolute(directory: string): void {
  if (!isAbsolute(directory)) throw new Error(`a run directory must be absolute: ${directory}`);
}

function releasingOnError<T>(lock: RunLock, action: () => T): T {
  try {
    return action();
  } catch (error) {
    lock.release();
    throw error;
  }
}

function assemble(directory: string, lock: RunLock, initial: JsonObject, root: Folder, options: StoreOptions): RunStore {
  const durable = options.durability === 'power';
  const opened: { close(): void }[] = [];
  const open = <T extends { close(): void }>(resource: T): T => {
    opened.push(resource);
    return resource;
  };
  const closeAll = () => {
    for (const resource of opened.splice(0)) resource.close();
  };
  try {
    const files = {
      journal: open(openAppendFile(join(directory, LOGS.journal), durable)),
      events: open(openAppendFile(join(directory, LOGS.events), false)),
      trace: open(openAppendFile(join(directory, LOGS.trace), false)),
      decisions: open(openAppendFile(join(directory, LOGS.decisions), false)),
    };
    const clock = open(openFileClock(join(directory, 'lock')));
    return runStore(directory, root, initial, files, clock, durable, () => {
      closeAll();
      lock.release();
    });
  } catch (error) {
    closeAll();
    throw error;
  }
}

type Files = Readonly<Record<keyof typeof LOGS, AppendFile>>;

function runStore(
  directory: string,
  root: Folder,
  initial: JsonObject,
  files: Files,
  clock: FileClock,
  durable: boolean,
  close: () => void,
): RunStore {
  let manifest = initial;
  const status = statusWriter(root);
  return {
    directory,
    appendJournal: (line) => files.journal.append([line]),
    appendEvents: (lines) => files.events.append(lines),
    appendTrace: (line) => files.trace.append([line]),
    appendDecision: (line) => files.decisions.append([line]),
    writeStatus: (place, value, iteration) => status.write(place, value, iteration),
    nodeDirectory: (place) => visitDirectory(root, place),
    writeFeedback(node, text) {
      const folder = enterFolder(root, 'feedback');
      makeFolder(folder);
      replaceFile(join(folder.path, `${safeName(node)}.md`), text);
    },
    writeCheckpoint: (checkpoint) => replaceJson(join(directory, 'checkpoint.json'), checkpoint, durable),
    updateManifest(fields) {
      const next = { ...manifest, ...fields };
      replaceJson(join(directory, 'manifest.json'), next, durable);
      manifest = next;
    },
    childDirectory: (place, n) => childFolder(root, place, n),
    fileSystemNow: () => clock.now(),
    sync() {
      for (const file of Object.values(files)) file.sync();
      if (durable) syncFolder(directory);
    },
    close,
  };
}

/** Makes the names of new files durable, not only their bytes. */
function syncFolder(path: string): void {
  writing(path, () => {
    const descriptor = openSync(path, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  });
}
