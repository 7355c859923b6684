import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { ToolContext } from './tool.ts';

/** A path inside the working directory, symlinks resolved, or why it is none. */
export type Confined =
  | { readonly ok: true; readonly path: string; readonly name: string }
  | { readonly ok: false; readonly problem: string };

/**
 * Resolves a model's path against the working directory (backends.md 4). Whatever exists of it is followed to where it really
 * lies; outside, or behind a link that leads nowhere, it is refused. `name` is the path as people read it.
 */
export function confine(path: string, context: Pick<ToolContext, 'workingDirectory'>): Confined {
  if (path.trim() === '') return { ok: false, problem: 'the path is empty' };
  if (path.includes('\0')) return { ok: false, problem: 'the path holds a NUL character' };
  try {
    const root = realpathSync(context.workingDirectory);
    const wanted = resolve(root, path);
    const missing: string[] = [];
    let there = wanted;
    while (lstatSync(there, { throwIfNoEntry: false }) === undefined && dirname(there) !== there) {
      missing.unshift(basename(there));
      there = dirname(there);
    }
    // A link that leads nowhere throws here: writing through it would make a file at an unknown place.
    const real = join(realpathSync(there), ...missing);
    if (!isInside(root, real)) {
      return { ok: false, problem: `${path} is outside the working directory ${root}; file tools work inside it only` };
    }
    return { ok: true, path: real, name: relative(root, real) || '.' };
  } catch (error) {
    return { ok: false, problem: `${path}: ${systemProblem(error)}` };
  }
}

/** The same, for a file that will be written: the run's own records are not the agent's to change. */
export function confineWrite(path: string, context: Pick<ToolContext, 'workingDirectory' | 'runDirectory'>): Confined {
  const confined = confine(path, context);
  if (!confined.ok) return confined;
  const records = realOrSelf(context.runDirectory);
  if (isInside(records, confined.path) && !isInside(records, realOrSelf(context.workingDirectory))) {
    return { ok: false, problem: `${path} belongs to the records of this run, which tools do not change` };
  }
  return confined;
}

export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

function realOrSelf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** The system's error in words. */
export function systemProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'ENOENT':
      return 'there is no such file or folder';
    case 'EISDIR':
      return 'is a folder';
    case 'ENOTDIR':
      return 'a part of the path is a file, not a folder';
    case 'EACCES':
    case 'EPERM':
      return 'permission denied';
    case 'ELOOP':
      return 'too many symbolic links';
    case 'ENAMETOOLONG':
      return 'the name is too long';
    case 'ENOSPC':
      return 'the disk is full';
  }
  return error instanceof Error ? error.message : String(error);
}
