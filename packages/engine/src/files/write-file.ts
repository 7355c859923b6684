import { closeSync, constants, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorCode, writing } from './failure.ts';

export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

// A link planted in the run directory must not lead a write out of it.
const FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;

/**
 * Makes a folder, mode 0700, and those above it; one that exists is fine. Not Node's recursive option: that one never
 * returns where the system answers ENOENT below an existing folder (as /proc does).
 */
export function makeFolders(path: string): void {
  writing(path, () => {
    const missing: string[] = [];
    for (let at = path; !madeOrThere(at); at = dirname(at)) missing.push(at);
    for (const folder of missing.reverse()) mkdirOrThere(folder);
  });
}

/** False when a folder above it is missing. */
function madeOrThere(path: string): boolean {
  try {
    mkdirOrThere(path);
    return true;
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || dirname(path) === path) throw error;
    return false;
  }
}

function mkdirOrThere(path: string): void {
  try {
    mkdirSync(path, FOLDER_MODE);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
  }
}

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

/** `replaceFile` with indented JSON and a final newline; the length of that text. */
export function replaceJson(path: string, value: unknown, durable = false): number {
  const text = `${JSON.stringify(value, null, 2)}\n`;
  replaceFile(path, text, durable);
  return text.length;
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
