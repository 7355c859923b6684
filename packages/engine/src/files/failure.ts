import { StoreError } from '../store.ts';

const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** The system's code of a failed call, e.g. `ENOSPC`; empty for other errors. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** A failed write as `disk_full` or `unwritable`, naming the path and what to do (files.md 3). */
export function writeFailure(error: unknown, path: string): StoreError {
  if (error instanceof StoreError) return error;
  const code = errorCode(error);
  if (FULL.has(code))
    return new StoreError('disk_full', `the disk is full (${code}): free space, then resume the run: ${path}`, path, error);
  return new StoreError('unwritable', `cannot write ${path}: ${reasonOf(error)}`, path, error);
}

/** A failed read as `unreadable`, naming the path. */
export function readFailure(error: unknown, path: string): StoreError {
  if (error instanceof StoreError) return error;
  return new StoreError('unreadable', `cannot read ${path}: ${reasonOf(error)}`, path, error);
}

/** Runs a write; what it throws becomes a `StoreError` for `path`. */
export function writing<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw writeFailure(error, path);
  }
}

/** Runs a read; what it throws becomes a `StoreError` for `path`. */
export function reading<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw readFailure(error, path);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
  ENOENT: 'it does not exist',
  ELOOP: 'it is a symbolic link, or too many of them',
  ENAMETOOLONG: 'the name is too long',
};

function reasonOf(error: unknown): string {
  const code = errorCode(error);
  const reason = REASONS[code];
  if (reason !== undefined) return `${reason} (${code})`;
  return error instanceof Error ? error.message : String(error);
}
