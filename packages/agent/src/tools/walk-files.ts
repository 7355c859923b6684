import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders that nobody means when they search a project. */
const skipped: ReadonlySet<string> = new Set(['.git', 'node_modules', '.attractor']);

/** A search that takes longer than this many files is asked to be narrower. */
const maxFiles = 200_000;

export interface Walked {
  /** Paths with `/`, relative to the folder. */
  readonly files: readonly string[];
  readonly complete: boolean;
}

/** Regular files under a folder, breadth first, names in order. Links are not followed; what cannot be read is left out. */
export async function walkFiles(folder: string, signal: AbortSignal): Promise<Walked> {
  const files: string[] = [];
  let level = [''];
  while (level.length > 0) {
    const next: string[] = [];
    for (const place of level) {
      if (signal.aborted) return { files, complete: false };
      const entries = await readdir(join(folder, place), { withFileTypes: true }).catch(() => []);
      entries.sort((a, b) => (a.name < b.name ? -1 : 1));
      for (const entry of entries) {
        const path = place === '' ? entry.name : `${place}/${entry.name}`;
        if (entry.isFile()) files.push(path);
        else if (entry.isDirectory() && !skipped.has(entry.name)) next.push(path);
        if (files.length >= maxFiles) return { files, complete: false };
      }
    }
    level = next;
  }
  return { files, complete: true };
}
