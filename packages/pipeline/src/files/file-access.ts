import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** How preparation reads files beside the graph; paths are absolute. Never throws. */
export interface FileAccess {
  /** The text of a file without a byte order mark; undefined when it is no regular file or cannot be read. */
  readText(path: string): string | undefined;
  /** True for a regular file. */
  exists(path: string): boolean;
}

/** The file system of this machine. */
export const nodeFiles: FileAccess = {
  readText(file) {
    try {
      // A pipe or a device has no end that could be waited for.
      if (!statSync(file).isFile()) return undefined;
      return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
    } catch {
      return undefined;
    }
  },
  exists: (file) => existsSync(file) && statSync(file, { throwIfNoEntry: false })?.isFile() === true,
};

/** Files held in memory, by absolute path. */
export function memoryFiles(files: Readonly<Record<string, string>>): FileAccess {
  const texts = new Map(Object.entries(files).map(([name, text]) => [path.resolve(name), text]));
  return { readText: (file) => texts.get(path.resolve(file)), exists: (file) => texts.has(path.resolve(file)) };
}
