import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { writing } from './failure.ts';
import { FILE_MODE, writeAll } from './write-file.ts';

/** A file that only grows, by whole lines. */
export interface AppendFile {
  readonly path: string;
  /** One system call for all lines; on failure nothing of them stays in the file. */
  append(lines: readonly string[]): void;
  sync(): void;
  close(): void;
}

/** Opens (and makes) a file for appending. `durable` adds an fsync to every append. */
export function openAppendFile(path: string, durable: boolean): AppendFile {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW;
  const descriptor = writing(path, () => openSync(path, flags, FILE_MODE));
  let size = writing(path, () => fstatSync(descriptor).size);
  let torn = false;
  let dirty = false;
  let open = true;

  const cutBack = () => {
    torn = true;
    ftruncateSync(descriptor, size);
    torn = false;
  };

  return {
    path,
    append(lines) {
      if (lines.length === 0) return;
      for (const line of lines) if (line.includes('\n')) throw new Error(`a line for ${path} holds a line break`);
      const bytes = Buffer.from(`${lines.join('\n')}\n`);
      writing(path, () => {
        if (torn) cutBack();
        try {
          writeAll(descriptor, bytes);
        } catch (error) {
          // Half a line would damage the file for whatever is appended after it.
          try {
            cutBack();
          } catch {
            // `torn` stays set: the next append cuts back first or fails.
          }
          throw error;
        }
        size += bytes.length;
        dirty = true;
        if (durable) {
          fsyncSync(descriptor);
          dirty = false;
        }
      });
    },
    sync() {
      if (!dirty) return;
      writing(path, () => fsyncSync(descriptor));
      dirty = false;
    },
    close() {
      if (!open) return;
      open = false;
      closeSync(descriptor);
    },
  };
}

const BLOCK = 64 * 1024;

/**
 * Cuts off a last line without line break, which a crash left behind (files.md 3); true when there was one. Reads
 * backwards from the end, so the cost is that of the torn line. An absent file is fine.
 */
export function dropTornLine(path: string): boolean {
  return writing(path, () => {
    let descriptor: number;
    try {
      descriptor = openSync(path, constants.O_RDWR | constants.O_NOFOLLOW);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
      throw error;
    }
    try {
      const size = fstatSync(descriptor).size;
      const end = endOfLastLine(descriptor, size);
      if (end === size) return false;
      ftruncateSync(descriptor, end);
      return true;
    } finally {
      closeSync(descriptor);
    }
  });
}

function endOfLastLine(descriptor: number, size: number): number {
  const block = Buffer.alloc(Math.min(BLOCK, size));
  let end = size;
  while (end > 0) {
    const start = Math.max(0, end - BLOCK);
    const length = readSync(descriptor, block, 0, end - start, start);
    const found = block.subarray(0, length).lastIndexOf(0x0a);
    if (found >= 0) return start + found + 1;
    end = start;
  }
  return 0;
}
