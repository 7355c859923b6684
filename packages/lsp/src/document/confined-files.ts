import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { FileAccess } from '@attractor/pipeline';

/** The files an editor may look at for a document: those below its folder or the workspace folder around it, links resolved. */
export interface DocumentFiles extends FileAccess {
  /** Whether a path stays inside; a path outside is neither read nor asked for. */
  isInside(file: string): boolean;
  /** Names in a folder, folders with a `/` behind; none outside, at most some hundred. */
  list(folder: string): readonly string[];
}

/** Texts that are newer than the disk: documents open in the editor, by absolute path. */
export type OpenTexts = (file: string) => string | undefined;

const MAX_BYTES = 2_000_000;
const MAX_NAMES = 500;
const MAX_CACHED = 200;

interface Cached {
  readonly stamp: string;
  readonly text: string;
}

/** Reading confined to some folders. Files over 2 MB count as unreadable; texts are kept until the file changes. */
export function confinedFiles(roots: readonly string[], open: OpenTexts = () => undefined): DocumentFiles {
  const real = roots.map(realFolder).filter((root) => root !== undefined);
  const texts = new Map<string, Cached>();

  const isInside = (file: string): boolean => {
    const target = realTarget(file);
    return target !== undefined && real.some((root) => isBelow(root, target));
  };
  const readText = (file: string): string | undefined => {
    if (!isInside(file)) return undefined;
    return open(file) ?? readCached(texts, file);
  };
  return {
    isInside,
    readText,
    exists: (file) => isInside(file) && (open(file) !== undefined || stamp(file) !== undefined),
    list: (folder) => (isInside(folder) ? namesIn(folder) : []),
  };
}

/** For documents without a file: nothing is inside. */
export const noFiles: DocumentFiles = { isInside: () => false, readText: () => undefined, exists: () => false, list: () => [] };

function isBelow(root: string, target: string): boolean {
  const way = path.relative(root, target);
  return way === '' || (!way.startsWith(`..${path.sep}`) && way !== '..' && !path.isAbsolute(way));
}

function realFolder(folder: string): string | undefined {
  try {
    return realpathSync(folder);
  } catch {
    return undefined;
  }
}

/** Where a path leads; of a file that does not exist, where its nearest existing folder leads. */
function realTarget(file: string): string | undefined {
  const missing: string[] = [];
  for (let at = path.resolve(file); ; at = path.dirname(at)) {
    const real = realFolder(at);
    if (real !== undefined) return path.join(real, ...missing);
    if (at === path.dirname(at)) return undefined;
    missing.unshift(path.basename(at));
  }
}

function readCached(texts: Map<string, Cached>, file: string): string | undefined {
  const now = stamp(file);
  if (now === undefined) return undefined;
  const known = texts.get(file);
  if (known?.stamp === now) return known.text;
  try {
    const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
    if (texts.size >= MAX_CACHED) texts.delete(texts.keys().next().value ?? '');
    texts.set(file, { stamp: now, text });
    return text;
  } catch {
    return undefined;
  }
}

/** Changes when the file does; undefined for what is no regular file of moderate size. */
function stamp(file: string): string | undefined {
  try {
    const stat = statSync(file);
    return stat.isFile() && stat.size <= MAX_BYTES ? `${stat.ino}:${stat.size}:${stat.mtimeMs}` : undefined;
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.slice(0, MAX_NAMES).map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  } catch {
    return [];
  }
}
