import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, writing } from './failure.ts';
import { makeFolders } from './write-file.ts';

/** A folder of the run directory as this process knows it, so that the hot path asks the disk nothing. */
export interface Folder {
  readonly path: string;
  readonly parent: Folder | undefined;
  /** The visit whose files lie directly in it; 0 for folders that are not visited. */
  visit: number;
  made: boolean;
  /** Everything in it was made by this process: what is not in `children` does not exist. */
  fresh: boolean;
  children: Map<string, Folder>;
}

/** The run directory itself. `fresh`: this process has just made the run. */
export function rootFolder(path: string, fresh: boolean): Folder {
  return { path, parent: undefined, visit: 0, made: true, fresh, children: new Map() };
}

/** A folder that is not visited, e.g. `branches`. Nothing is made on disk yet. */
export function enterFolder(parent: Folder, name: string): Folder {
  const known = parent.children.get(name);
  if (known !== undefined) return known;
  const folder: Folder = { path: join(parent.path, name), parent, visit: 0, made: false, fresh: parent.fresh, children: new Map() };
  parent.children.set(name, folder);
  return folder;
}

/**
 * The folder of a node or component at its visit `visit`. When the disk holds an earlier visit, that one moves to
 * `visits/N/` with everything in it (files.md 1): a fixed number of renames, whatever it holds. A visit that goes on
 * after a resume finds its own files where they were.
 *
 * On disk, `visits/<visit - 1>` exists exactly when the files beside it are those of `visit`.
 */
export function enterVisit(parent: Folder, name: string, visit: number): Folder {
  const known = parent.children.get(name);
  const folder = known ?? discover(parent, name, visit);
  if (folder.visit < visit) advance(parent, name, folder, visit);
  return folder;
}

/** Makes the folder and those above it. */
export function makeFolder(folder: Folder): void {
  const missing: Folder[] = [];
  for (let at: Folder | undefined = folder; at !== undefined && !at.made; at = at.parent) missing.push(at);
  for (const item of missing.reverse()) {
    makeFolders(item.path);
    item.made = true;
    // A later visit that is the first to write: mark whose files these are.
    if (item.visit > 1) makeFolders(join(item.path, 'visits', String(item.visit - 1)));
  }
}

function discover(parent: Folder, name: string, visit: number): Folder {
  const folder = enterFolder(parent, name);
  folder.visit = visit;
  if (parent.fresh) return folder;
  finishMove(parent, name, visit);
  folder.made = existsSync(folder.path);
  folder.fresh = !folder.made;
  if (folder.made && visit > 1 && !existsSync(join(folder.path, 'visits', String(visit - 1)))) folder.visit = visit - 1;
  return folder;
}

function advance(parent: Folder, name: string, folder: Folder, visit: number): void {
  if (folder.made) {
    moveToVisits(parent, name, folder.visit, visit);
    folder.children = new Map();
    folder.fresh = true;
  }
  folder.visit = visit;
}

/** The new folder is put together beside the old one, so that after a crash `finishMove` can tell how far it came. */
function moveToVisits(parent: Folder, name: string, from: number, to: number): void {
  const path = join(parent.path, name);
  const next = nextPath(parent, name);
  writing(path, () => {
    makeFolders(next);
    if (!moved(join(path, 'visits'), join(next, 'visits'))) makeFolders(join(next, 'visits'));
    moveToFreeName(path, join(next, 'visits', String(from)));
    if (from !== to - 1) makeFolders(join(next, 'visits', String(to - 1)));
    renameSync(next, path);
  });
}

/** Ends a move that a crash interrupted; the visit that wanted it is the one that is resumed. */
function finishMove(parent: Folder, name: string, visit: number): void {
  const next = nextPath(parent, name);
  if (!existsSync(next)) return;
  const path = join(parent.path, name);
  if (existsSync(path)) moveToVisits(parent, name, Math.max(1, visit - 1), visit);
  else writing(path, () => renameSync(next, path));
}

function nextPath(parent: Folder, name: string): string {
  return join(parent.path, `.next-${name}`);
}

function moved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** A run that goes on from an older checkpoint counts visits again: nothing of the first count is overwritten. */
function moveToFreeName(from: string, to: string): void {
  for (let n = 1; ; n++) {
    try {
      renameSync(from, n === 1 ? to : `${to}-${n}`);
      return;
    } catch (error) {
      const code = errorCode(error);
      if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
    }
  }
}
