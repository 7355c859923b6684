import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { liveness, makeFolders, ownIdentity, type ProcessIdentity, replaceJson } from '@attractor/engine';
import { isObject } from './row.ts';
import { lockFolder } from './store-lock.ts';

/** An evaluation that one process does and others wait for (ES-03). */
export interface Flight {
  /** To be called with the store locked. */
  land(): void;
}

const flightsFolder = 'in-flight';

/**
 * Marks an input as being evaluated, or says no when a live process does so. To be called with the store locked: looking and marking
 * are one. The mark of a killed process counts for nothing; where its process cannot be asked, until the oracle's time is over.
 */
export function takeOff(directory: string, id: string, timeoutMs: number): Flight | undefined {
  const path = pathOf(directory, id);
  const other = existsSync(path) ? readMark(path) : undefined;
  if (other !== undefined && isFlying(other)) return undefined;
  makeFolders(join(directory, lockFolder, flightsFolder));
  replaceJson(path, { ...ownIdentity(), until: Date.now() + timeoutMs + 60_000 });
  return { land: () => rmSync(path, { force: true }) };
}

/** A cheap look, without the lock: whether it is worth trying again. */
export function isMarked(directory: string, id: string): boolean {
  const path = pathOf(directory, id);
  if (!existsSync(path)) return false;
  const mark = readMark(path);
  return mark !== undefined && isFlying(mark);
}

function pathOf(directory: string, id: string): string {
  return join(directory, lockFolder, flightsFolder, `${createHash('sha256').update(id).digest('hex')}.json`);
}

type Mark = ProcessIdentity & { readonly until: number };

function readMark(path: string): Mark | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isObject(value) ? (value as unknown as Mark) : undefined;
  } catch {
    return undefined;
  }
}

function isFlying(mark: Mark): boolean {
  const state = liveness(mark);
  return state === 'unknown' ? Date.now() < mark.until : state === 'alive';
}
