import { statSync } from 'node:fs';
import { readJsonLines } from '@attractor/engine';
import type { StoreRow } from './evaluation-store.ts';
import { inputKey, rowOf } from './row.ts';

/** The rows of one `rows.jsonl`, read as it grows: asking again costs what was added. */
export interface RowFile {
  rows(): readonly StoreRow[];
  length(): number;
  /** The first finished row of an input. */
  finished(key: string): StoreRow | undefined;
  stamped(delegation: string): number;
}

/** A torn last line and lines that are no rows are left out (ES-01). An absent file is empty. */
export function rowFile(path: string): RowFile {
  let rows: StoreRow[] = [];
  let byInput = new Map<string, StoreRow>();
  let stamps = new Map<string, number>();
  let read = 0;
  let seen = { file: -1n, size: -1n, changed: -1n };

  function forget(): void {
    rows = [];
    byInput = new Map();
    stamps = new Map();
    read = 0;
  }

  function take(row: StoreRow): void {
    rows.push(row);
    if (row._delegation_id !== null) stamps.set(row._delegation_id, (stamps.get(row._delegation_id) ?? 0) + 1);
    if (row.status !== 'finished') return;
    const key = inputKey(row.input);
    if (!byInput.has(key)) byInput.set(key, row);
  }

  function refresh(): void {
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
    const now = { file: stat?.ino ?? -1n, size: stat?.size ?? 0n, changed: stat?.mtimeNs ?? -1n };
    if (now.file === seen.file && now.size === seen.size && now.changed === seen.changed) return;
    // Whoever changes a row in place, or puts another file there, is read from the beginning.
    if (now.file !== seen.file || now.size <= seen.size) forget();
    seen = now;
    const found = readJsonLines(path, () => {}, read);
    read += found.validBytes;
    for (const { value } of found.lines) {
      const row = rowOf(value);
      if (row !== undefined) take(row);
    }
  }

  const fresh = <T>(answer: () => T): T => {
    refresh();
    return answer();
  };
  return {
    rows: () => fresh(() => rows.slice()),
    length: () => fresh(() => rows.length),
    finished: (key) => fresh(() => byInput.get(key)),
    stamped: (delegation) => fresh(() => stamps.get(delegation) ?? 0),
  };
}
