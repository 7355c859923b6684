import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { systemProblem } from './confine.ts';

/** A file beyond this is data, not something to read or edit whole. */
const maxFileBytes = 20_000_000;

export type FileBytes =
  | { readonly ok: true; readonly bytes: Buffer; readonly mode: number }
  | { readonly ok: false; readonly missing: boolean; readonly problem: string };

/** A regular file's bytes. Pipes and devices are refused without waiting for them. */
export function readBytes(path: string, name: string): FileBytes {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    return { ok: false, missing: isMissing(error), problem: `${name}: ${systemProblem(error)}` };
  }
  try {
    const stat = fstatSync(descriptor);
    const refuse = (problem: string): FileBytes => ({ ok: false, missing: false, problem: `${name} ${problem}` });
    if (stat.isDirectory()) return refuse('is a folder; use glob or shell to see what is in it');
    if (!stat.isFile()) return refuse('is not a regular file');
    if (stat.size > maxFileBytes)
      return refuse(`has ${stat.size} bytes, more than the ${maxFileBytes} that this tool reads; use grep or shell`);
    return { ok: true, bytes: readFileSync(descriptor), mode: stat.mode & 0o7777 };
  } catch (error) {
    return { ok: false, missing: false, problem: `${name}: ${systemProblem(error)}` };
  } finally {
    closeSync(descriptor);
  }
}

export type FileText =
  | { readonly ok: true; readonly text: string; readonly mode: number }
  | { readonly ok: false; readonly missing: boolean; readonly problem: string };

/** A text that can be written back without loss: UTF-8 without NUL, its byte order mark kept. */
export function readText(path: string, name: string): FileText {
  const read = readBytes(path, name);
  if (!read.ok) return read;
  if (read.bytes.includes(0)) return { ok: false, missing: false, problem: `${name} is a binary file` };
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(read.bytes), mode: read.mode };
  } catch {
    return { ok: false, missing: false, problem: `${name} is not UTF-8 text` };
  }
}

/** Writes a file whole, by a temporary file beside it, so that nobody ever sees half of it. Makes parent folders. Throws system errors. */
export function writeText(path: string, text: string, mode?: number): void {
  mkdirSync(dirname(path), { recursive: true });
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
    throw Object.assign(new Error('is a folder'), { code: 'EISDIR' });
  }
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    writeFileSync(temporary, text, { flag: 'wx' });
    if (mode !== undefined) chmodSync(temporary, mode);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
