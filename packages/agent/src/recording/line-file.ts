import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreError } from '@attractor/engine';

/** Appends one record as a line; a run never goes on unrecorded (files.md 3). */
export function appendLine(file: string, record: object): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    appendFileSync(file, `${JSON.stringify(record)}\n`, { mode: 0o600 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const kind = code === 'ENOSPC' || code === 'EDQUOT' ? 'disk_full' : 'unwritable';
    throw new StoreError(kind, `cannot write ${file}: ${error instanceof Error ? error.message : String(error)}`, file, error);
  }
}

/** The whole lines of a file; what a crash left of a last one is no line. An absent file has none. */
export function wholeLines(file: string): string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .slice(0, -1);
}
