import { closeSync, constants, fsyncSync, openSync, renameSync, rmSync, unlinkSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorCode, writing } from './failure.ts';

export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

// A link planted in the run directory must not lead a write out of it.
const FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;

/** Writes every byte; the system may take fewer at once. */
export function writeAll(descriptor: number, bytes: Uint8Array): void {
  let offset = 0;
  while (offset < bytes.length) offset += writeSync(descriptor, bytes, offset, bytes.length - offset);
}

/** Writes a file whole, mode 0600, in place: for text that nobody reads while the run writes it. */
export function writeText(path: string, content: string): void {
  writing(path, () => {
    let descriptor: number;
    try {
      descriptor = openSync(path, FLAGS, FILE_MODE);
    } catch (error) {
      if (errorCode(error) !== 'ELOOP') throw error;
      unlinkSync(path);
      descriptor = openSync(path, FLAGS | constants.O_EXCL, FILE_MODE);
    }
    fill(descriptor, content, false);
  });
}

/**
 * Writes a file under a temporary name in the same folder and renames it (files.md 3): readers see the old content or
 * the new, never a part. One writer a file: the run's lock sees to that.
 */
export function replaceFile(path: string, content: string, durable = false): void {
  writing(path, () => {
    const temporary = join(dirname(path), `.${basename(path)}.tmp`);
    try {
      fill(openSync(temporary, FLAGS, FILE_MODE), content, durable);
      renameSync(temporary, path);
    } catch (error) {
      discard(temporary);
      throw error;
    }
  });
}

/** `replaceFile` with indented JSON and a final newline. */
export function replaceJson(path: string, value: unknown, durable = false): void {
  replaceFile(path, `${JSON.stringify(value, null, 2)}\n`, durable);
}

/** Removes a file if it can; a failure to clean up must not hide the failure that led here. */
export function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The file stays; the next write of the same name replaces it.
  }
}

function fill(descriptor: number, content: string, durable: boolean): void {
  try {
    writeAll(descriptor, Buffer.from(content));
    if (durable) fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
