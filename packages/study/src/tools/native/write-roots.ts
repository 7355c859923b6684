import { mkdirSync, realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { isInside, systemProblem } from '@attractor/agent';
import type { StudyPaths } from '../../run/study-run.ts';
import type { Caller } from '../study-tool.ts';

/** A folder into which a caller may write, and the path in it that was meant. */
export type WritePlace =
  | { readonly ok: true; readonly root: string; readonly path: string }
  | { readonly ok: false; readonly problem: string };

type Roots = Pick<StudyPaths, 'study' | 'run' | 'delegations' | 'workspace'>;

/** The caller's own root: the delegations' folder in a node's own turn, the delegation's in it for a worker (AG-17, AG-18). */
export function ownRoot({ delegations }: Pick<StudyPaths, 'delegations'>, { delegation }: Pick<Caller, 'delegation'>): string {
  return delegation === undefined ? delegations : join(delegations, delegation);
}

/**
 * Where a model's path leads (AG-17, AG-18, AG-34): into the caller's own root, or the study's `workspace/`. Paths are those of the
 * study folder when they lie in a root as such, else of the own root; a leading `<id>/` is a habit and taken off. `..` is refused.
 * Links on the way are left to whoever opens the file in the root; the roots themselves are none.
 */
export function writePlace(path: string, paths: Roots, caller: Pick<Caller, 'delegation'>): WritePlace {
  const own = ownRoot(paths, caller);
  const refuse = (why: string): WritePlace => ({
    ok: false,
    problem: `${path} ${why}; files are written below ${shown(own, paths)} (paths without a folder are there) or workspace/`,
  });
  if (path.trim() === '') return refuse('is empty');
  if (path.includes('\0')) return refuse('holds a NUL character');
  if (path.split(/[\\/]/).includes('..')) return refuse('holds `..`');
  const direct = resolve(paths.study, path);
  const root = [own, paths.workspace].find((folder) => isInside(folder, direct));
  if (root !== undefined) return inRoot(root, relative(root, direct), paths, refuse);
  if (isAbsolute(path)) return refuse('is outside');
  const prefix = caller.delegation === undefined ? undefined : `${caller.delegation}/`;
  const bare = path.replace(/^(?:\.\/+)+/, '');
  return inRoot(own, prefix !== undefined && bare.startsWith(prefix) ? bare.slice(prefix.length) : bare, paths, refuse);
}

function inRoot(root: string, path: string, paths: Roots, refuse: (why: string) => WritePlace): WritePlace {
  if (path === '') return refuse('is a folder');
  try {
    mkdirSync(root, { recursive: true });
    const base = isInside(paths.run, root) ? paths.run : paths.study;
    if (realpathSync(root) !== join(realpathSync(base), relative(base, root))) return refuse(`lies in ${root}, which is a link`);
    return { ok: true, root, path };
  } catch (error) {
    return refuse(`cannot be used: ${systemProblem(error)}`);
  }
}

function shown(folder: string, { study }: Roots): string {
  const way = relative(study, folder);
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? folder : way;
}
