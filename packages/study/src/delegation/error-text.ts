import { join } from 'node:path';
import { makeFolders, replaceFile } from '@attractor/engine';

const shown = 1500;

/** Writes the whole trace to the delegation's folder (DE-28); absent when it cannot. */
export function errorFile(delegations: string, id: string, trace: string): string | undefined {
  const folder = join(delegations, id);
  try {
    makeFolders(folder);
    replaceFile(join(folder, 'error.txt'), `${trace}\n`);
    return join(folder, 'error.txt');
  } catch {
    return undefined;
  }
}

/** Head and tail of the trace, and where the rest is (DE-28). */
export function errorText(trace: string, file: string | undefined): string {
  const text = trace.length <= 2 * shown ? trace : `${trace.slice(0, shown)}\n...\n${trace.slice(-shown)}`;
  return file === undefined ? text : `${text}\nWhole trace: ${file}`;
}

export function traceOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);
}
