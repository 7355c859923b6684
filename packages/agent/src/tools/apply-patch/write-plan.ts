import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemProblem } from '../confine.ts';
import type { PlannedFile } from './plan.ts';

/**
 * Writes a plan whole: every new content goes to a temporary file first, then all are put in place; when one cannot be, those
 * before it are taken back. Returns the problem, or undefined.
 */
export function writePlan(files: readonly PlannedFile[]): string | undefined {
  const tag = randomBytes(6).toString('hex');
  const undo: (() => void)[] = [];
  const cleanUp: string[] = [];
  let name = '';
  try {
    for (const file of files) {
      if (file.text === undefined) continue;
      name = file.name;
      makeFolder(dirname(file.path), undo);
      const temporary = `${file.path}.${tag}.new`;
      cleanUp.push(temporary);
      writeFileSync(temporary, file.text, { flag: 'wx' });
      if (file.mode !== undefined) chmodSync(temporary, file.mode);
    }
    for (const file of files) {
      name = file.name;
      const there = lstatSync(file.path, { throwIfNoEntry: false }) !== undefined;
      if (there) {
        const backup = `${file.path}.${tag}.old`;
        linkSync(file.path, backup);
        cleanUp.push(backup);
        undo.push(() => renameSync(backup, file.path));
      } else if (file.text !== undefined) undo.push(() => rmSync(file.path, { force: true }));
      if (file.text !== undefined) renameSync(`${file.path}.${tag}.new`, file.path);
      else if (there) rmSync(file.path);
    }
    return undefined;
  } catch (error) {
    for (const step of undo.reverse()) step();
    return `${name}: ${systemProblem(error)}; nothing was changed`;
  } finally {
    for (const path of cleanUp) rmSync(path, { force: true });
  }
}

/** Makes a folder; what was made is taken back with the rest. */
function makeFolder(folder: string, undo: (() => void)[]): void {
  const made = mkdirSync(folder, { recursive: true });
  if (made !== undefined) undo.push(() => rmSync(made, { recursive: true, force: true }));
}
