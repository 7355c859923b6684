import { programOnPath } from '@attractor/handlers';
import type { Host, Program } from './executor.ts';

/** A program of the PATH, or a problem that names it (C10). */
export function onPath(name: string, { environment }: Host): Program {
  const path = programOnPath(name, environment);
  return path === undefined ? { ok: false, problem: `the program ${name} is not on the PATH` } : { ok: true, path };
}
