import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { hasWildcard, segmentPattern } from '@attractor/pipeline';

export interface FoundFiles {
  /** Relative to the root, with `/`, sorted by bytes. */
  readonly files: readonly string[];
  /** Matches that lead out of the root by a symbolic link; never opened. */
  readonly outside: readonly string[];
  /** There was more to look through than allowed. */
  readonly truncated: boolean;
}

/** How many folder entries one pattern may look at: a wrong `**` must not read a whole disk. */
const maxEntries = 50_000;

/** Why a pattern may not be used: absolute, or upwards (engine.md 9). */
export function patternProblem(pattern: string): string | undefined {
  const segments = pattern.split(/[/\\]/);
  if (isAbsolute(pattern) || /^[A-Za-z]:[\\/]/.test(pattern))
    return `\`${pattern}\` is absolute; patterns are relative to the working directory`;
  if (segments.includes('..')) return `\`${pattern}\` goes upwards; patterns stay in the working directory`;
  return undefined;
}

interface Place {
  readonly path: string;
  readonly segment: number;
}

/**
 * Regular files below `root` that a pattern matches: `*`, `?`, `[..]` in a segment, `**` for any number of folders.
 * Symbolic links are followed only to what lies in the root, and never by `**`.
 */
export function findFiles(root: string, pattern: string): FoundFiles {
  const home = realpathSync(root);
  const segments = pattern.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.at(-1) === '**') segments.push('*');
  const files = new Set<string>();
  const outside = new Set<string>();
  const seen = new Set<string>();
  const pending: Place[] = segments.length === 0 ? [] : [{ path: '', segment: 0 }];
  let entries = 0;
  const list = (path: string): Dirent[] => {
    try {
      const found = readdirSync(join(home, path), { withFileTypes: true });
      entries += found.length;
      return found;
    } catch {
      return [];
    }
  };
  /** Goes on with what a name leads to, if that lies in the root. */
  const enter = (path: string, next: number): void => {
    let target: string;
    try {
      target = realpathSync(join(home, path));
    } catch {
      return;
    }
    if (!isInside(home, target)) return void outside.add(path);
    const isLast = next === segments.length;
    const stats = statSync(target, { throwIfNoEntry: false });
    if (isLast ? stats?.isFile() === true : stats?.isDirectory() === true) {
      if (isLast) files.add(path);
      else pending.push({ path, segment: next });
    }
  };
  for (let place = pending.pop(); place !== undefined && entries <= maxEntries; place = pending.pop()) {
    const { path, segment } = place;
    const name = segments[segment] ?? '';
    const key = `${segment} ${path}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const below = (child: string): string => (path === '' ? child : `${path}/${child}`);
    if (name === '**') {
      pending.push({ path, segment: segment + 1 });
      for (const entry of list(path)) {
        if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
          pending.push({ path: below(entry.name), segment });
      }
    } else if (hasWildcard(name)) {
      const test = segmentPattern(name);
      for (const entry of list(path)) if (test(entry.name)) enter(below(entry.name), segment + 1);
    } else enter(below(name), segment + 1);
  }
  return { files: sorted(files), outside: sorted(outside), truncated: entries > maxEntries };
}

export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function sorted(paths: Iterable<string>): string[] {
  return [...paths].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}
