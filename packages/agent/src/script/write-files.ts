import { lstatSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/**
 * Writes scripted files below a folder, symbolic links resolved, parent folders made. Returns what is wrong, else
 * undefined; a file that would land outside the folder is refused before any is written.
 */
export function writeConfinedFiles(root: string, files: ReadonlyMap<string, string>): string | undefined {
  const base = realFolder(root);
  if (base === undefined) return `the folder ${root} cannot be used`;
  const targets = [...files].map(([path, content]) => ({ path, content, target: confined(base, path) }));
  for (const { path, target } of targets) if (target === undefined) return `the file ${JSON.stringify(path)} lies outside ${base}`;
  for (const { path, content, target } of targets) {
    if (target === undefined) continue;
    try {
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content);
    } catch (error) {
      return `cannot write the file ${JSON.stringify(path)}: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  return undefined;
}

function realFolder(root: string): string | undefined {
  try {
    mkdirSync(root, { recursive: true });
    return realpathSync(root);
  } catch {
    return undefined;
  }
}

/** The real place of a path below `base`; undefined when it, or a link on the way, leads out. */
function confined(base: string, path: string): string | undefined {
  if (path === '' || path.includes('\0') || isAbsolute(path)) return undefined;
  const wanted = resolve(base, path);
  if (!inside(base, wanted)) return undefined;
  // The deepest part that exists decides where the rest will be made.
  let existing = wanted;
  const rest: string[] = [];
  while (existing !== base && !exists(existing)) {
    rest.unshift(existing.slice(dirname(existing).length).replace(sep, ''));
    existing = dirname(existing);
  }
  try {
    const real = join(realpathSync(existing), ...rest);
    return inside(base, real) ? real : undefined;
  } catch {
    // A dangling link: where it leads is not known to be inside.
    return undefined;
  }
}

/** A path that cannot be looked at (through a file, too long) is one that cannot be written either: writing says why. */
function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function inside(base: string, path: string): boolean {
  const way = relative(base, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
