import { closeSync, constants, copyFileSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from '@attractor/engine';
import { readAnswer } from './read-questions.ts';
import { answerJson, type StoredAnswer } from './stored.ts';

/**
 * Writes what closes a question, unless something has closed it already; returns what stands. Atomic between processes:
 * the file appears whole, and only once.
 */
export function closeQuestion(directory: string, answer: StoredAnswer): { readonly won: boolean; readonly answer: StoredAnswer } {
  const path = join(directory, 'answer.json');
  const temporary = temporaryIn(directory);
  try {
    writeNew(temporary, `${JSON.stringify(answerJson(answer), null, 2)}\n`);
    publish(temporary, path);
    return { won: true, answer };
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw new StoreError('unwritable', `cannot record the answer: ${messageOf(error)}`, path, error);
  } finally {
    rmSync(temporary, { force: true });
  }
  const standing = readAnswer(directory);
  if (standing === undefined || typeof standing === 'string') throw new StoreError('unreadable', standing ?? `cannot read ${path}`, path);
  return { won: false, answer: standing };
}

/**
 * Puts an answer with its secrets masked in place of the one that another process has recorded: that one does not know the
 * values of secret parameters (files.md 1). Says nothing else than before.
 */
export function maskAnswer(directory: string, answer: StoredAnswer): void {
  const path = join(directory, 'answer.json');
  const temporary = temporaryIn(directory);
  try {
    writeNew(temporary, `${JSON.stringify(answerJson(answer), null, 2)}\n`);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new StoreError('unwritable', `cannot mask the answer: ${messageOf(error)}`, path, error);
  }
}

function temporaryIn(directory: string): string {
  return join(directory, `.answer-${process.pid}-${Math.random().toString(36).slice(2)}.tmp`);
}

function publish(temporary: string, path: string): void {
  try {
    linkSync(temporary, path);
  } catch (error) {
    // Some file systems know no hard links.
    if (hasCode(error, 'EEXIST')) throw error;
    copyFileSync(temporary, path, constants.COPYFILE_EXCL);
  }
}

function writeNew(path: string, content: string): void {
  const descriptor = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o600);
  try {
    writeFileSync(descriptor, content);
  } finally {
    closeSync(descriptor);
  }
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
