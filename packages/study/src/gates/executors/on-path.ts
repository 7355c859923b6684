import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Host, Program } from './executor.ts';

/** A program of the PATH, or a problem that names it (C10). */
export function onPath(name: string, { environment }: Host): Program {
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const path = folders.map((folder) => join(folder, name)).find(isExecutable);
  return path === undefined ? { ok: false, problem: `the program ${name} is not on the PATH` } : { ok: true, path };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
