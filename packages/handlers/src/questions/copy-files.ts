import { chmodSync, constants, copyFileSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { safeName } from '@attractor/engine';
import { hasCode, messageOf } from './close-question.ts';

export type CopiedFiles = { readonly ok: true; readonly names: readonly string[] } | { readonly ok: false; readonly problem: string };

/**
 * Copies files that come with an answer into the question's `files/` folder (engine.md 9). Nothing there is overwritten;
 * a second file of one name gets a number. On a problem no file is left behind.
 */
export function copyFiles(paths: readonly string[], from: string, questionDirectory: string): CopiedFiles {
  const folder = join(questionDirectory, 'files');
  const names: string[] = [];
  for (const written of paths) {
    const path = resolve(from, written);
    try {
      if (!statSync(path).isFile()) throw new Error('it is no regular file');
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      names.push(copyOne(path, folder));
    } catch (error) {
      removeFiles(names, questionDirectory);
      const reason = hasCode(error, 'ENOENT') ? 'it does not exist' : messageOf(error);
      return { ok: false, problem: `cannot take the file ${written}: ${reason}` };
    }
  }
  return { ok: true, names };
}

export function removeFiles(names: readonly string[], questionDirectory: string): void {
  for (const name of names) rmSync(join(questionDirectory, 'files', name), { force: true });
}

function copyOne(path: string, folder: string): string {
  const name = safeName(basename(path));
  const extension = extname(name);
  for (let n = 1; ; n++) {
    const free = n === 1 ? name : `${name.slice(0, name.length - extension.length)}-${n}${extension}`;
    try {
      copyFileSync(path, join(folder, free), constants.COPYFILE_EXCL);
      chmodSync(join(folder, free), 0o600);
      return free;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
}
