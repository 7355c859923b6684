import { randomBytes } from 'node:crypto';
import { closeSync, constants, openSync, readdirSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from '../store.ts';
import { errorCode, writing } from './failure.ts';
import { liveness, ownIdentity, type ProcessIdentity } from './process-identity.ts';
import { discard, FILE_MODE, makeFolders, writeAll } from './write-file.ts';

/** Who has a run open. */
export interface LockOwner extends ProcessIdentity {
  /** ISO 8601. */
  readonly since: string;
}

export interface RunLock {
  release(): void;
}

interface Claim {
  readonly file: string;
  readonly owner: LockOwner;
}

const FOLDER = 'lock';
const CLAIM = /^owner-[0-9a-f]{24}\.json$/;
const HEARTBEAT_MS = 10_000;
/** A claim from another machine or container, whose processes cannot be asked, counts until it was silent for this long. */
const SILENCE_MS = 60_000;
const ATTEMPTS = 5;
const UNREADABLE: LockOwner = { pid: 0, start: '', host: 'an unknown host', domain: '', since: 'an unknown time' };

export interface LockOptions {
  /** Name of the folder that holds the claims. Default: `lock`. */
  readonly folder?: string;
  /** How often it is tried before `run_locked` is thrown; between two tries the thread is blocked for some milliseconds. */
  readonly attempts?: number;
}

/**
 * Takes the run's lock or throws `run_locked` naming the owner (files.md 3). Each contender publishes a claim of its
 * own in `lock/` and then looks for other live claims: of two, the later one sees the earlier, so at most one goes on.
 * A dead owner's claim has a name that nobody uses again, hence removing it races with nothing.
 */
export function takeLock(directory: string, options: LockOptions = {}): RunLock {
  const folder = join(directory, options.folder ?? FOLDER);
  const attempts = options.attempts ?? ATTEMPTS;
  makeFolders(folder);
  for (let attempt = 1; ; attempt++) {
    const file = publishClaim(folder);
    const other = liveClaims(folder, file)[0];
    if (other === undefined) return held(file);
    discard(file);
    if (attempt >= attempts) throw lockedBy(directory, other.owner);
    // Two that start at once both step back: wait a random moment before the next attempt.
    pause(2 + Math.random() * 10 * attempt);
  }
}

/** The process that has the run open now, if any (files.md 3). Never throws. */
export function lockOwner(directory: string): LockOwner | undefined {
  return liveClaims(join(directory, FOLDER), undefined)[0]?.owner;
}

/** True while some process executes the run (files.md 3). */
export function runIsLive(directory: string): boolean {
  return lockOwner(directory) !== undefined;
}

function held(file: string): RunLock {
  const heartbeat = setInterval(() => {
    try {
      // Written, not touched: the time must be that of the file system, not of this machine.
      const descriptor = openSync(file, 'r+');
      writeSync(descriptor, '{', 0);
      closeSync(descriptor);
    } catch {
      // Only observers on other machines need the sign of life.
    }
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    release() {
      clearInterval(heartbeat);
      discard(file);
    },
  };
}

function publishClaim(folder: string): string {
  const name = `owner-${randomBytes(12).toString('hex')}.json`;
  const file = join(folder, name);
  const owner: LockOwner = { ...ownIdentity(), since: new Date().toISOString() };
  return writing(file, () => {
    const temporary = join(folder, `.${name}.tmp`);
    const descriptor = openSync(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, FILE_MODE);
    try {
      writeAll(descriptor, Buffer.from(`${JSON.stringify(owner)}\n`));
    } catch (error) {
      discard(temporary);
      throw error;
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
    return file;
  });
}

function liveClaims(folder: string, own: string | undefined): Claim[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  const claims: Claim[] = [];
  for (const name of names) {
    const file = join(folder, name);
    if (file === own || !CLAIM.test(name)) continue;
    const owner = readOwner(file);
    if (owner === undefined) continue;
    if (owner !== 'damaged' && isLive(owner, file, own)) claims.push({ file, owner });
    else if (own !== undefined) discard(file);
  }
  return claims;
}

function isLive(owner: LockOwner, file: string, own: string | undefined): boolean {
  const state = liveness(owner);
  if (state !== 'unknown') return state === 'alive';
  try {
    const now = own === undefined ? Date.now() : statSync(own).mtimeMs;
    return now - statSync(file).mtimeMs < SILENCE_MS;
  } catch {
    return false;
  }
}

function readOwner(file: string): LockOwner | 'damaged' | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isOwner(value) ? value : 'damaged';
  } catch (error) {
    // Released between listing and reading.
    if (errorCode(error) === 'ENOENT') return undefined;
    // Claims are published whole: a part of one is left from a power cut. One that cannot be read may be held.
    return error instanceof SyntaxError ? 'damaged' : UNREADABLE;
  }
}

function isOwner(value: unknown): value is LockOwner {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, start, host, domain, since } = value as Record<string, unknown>;
  return Number.isInteger(pid) && [start, host, domain, since].every((field) => typeof field === 'string');
}

function lockedBy(directory: string, owner: LockOwner): StoreError {
  const message = `the run is in use by process ${owner.pid} on ${owner.host} since ${owner.since}: wait for it or cancel it: ${directory}`;
  return new StoreError('run_locked', message, directory);
}

/** Blocks this thread: the store is synchronous. */
export function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
