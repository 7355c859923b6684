import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dropTornLine, type JsonObject, makeFolders, openAppendFile } from '@attractor/engine';
import { canonicalJson } from '@attractor/pipeline';
import type { EvaluationStore, StoreRow } from './evaluation-store.ts';
import { namespaceProblem, rowsFile } from './namespace.ts';
import { type RowFile, rowFile } from './row-file.ts';
import { locked } from './store-lock.ts';

/** A store that can be added to (ES-01). */
export interface GrowingStore extends EvaluationStore {
  length(namespace: string | null): number;
  /** The finished row that answers an input (ES-03). */
  finished(namespace: string | null, key: string): StoreRow | undefined;
  /** Whole or not at all; a torn last line of a killed writer is dropped first. */
  append(namespace: string | null, row: StoreRow): Promise<void>;
  /** Does several things as one, with other processes kept out; rows are added by `add`. */
  exclusively<T>(signal: AbortSignal | undefined, action: (add: (namespace: string | null, row: StoreRow) => void) => T): Promise<T>;
}

/** The store in a folder, which need not exist yet (ES-01). Objects for one folder, in any process, see each other's rows. */
export function evaluationStoreIn(directory: string): GrowingStore {
  const files = new Map<string, RowFile>();
  const pathOf = (namespace: string | null): string =>
    namespace === null ? join(directory, rowsFile) : join(directory, checked(namespace), rowsFile);
  const fileOf = (namespace: string | null): RowFile => {
    const path = pathOf(namespace);
    const file = files.get(path) ?? rowFile(path);
    files.set(path, file);
    return file;
  };
  const all = (): readonly (string | null)[] => [null, ...namespacesIn(directory)];

  function add(namespace: string | null, row: StoreRow): void {
    const path = pathOf(namespace);
    makeFolders(namespace === null ? directory : join(directory, namespace));
    dropTornLine(path);
    const file = openAppendFile(path, false);
    try {
      file.append([JSON.stringify(row)]);
    } finally {
      file.close();
    }
  }

  const exclusively: GrowingStore['exclusively'] = (signal, action) => locked(directory, signal, () => action(add));
  return {
    directory,
    rows: (namespace) => fileOf(namespace).rows(),
    namespaces: () => namespacesIn(directory),
    count: () => all().reduce((sum, namespace) => sum + fileOf(namespace).length(), 0),
    stamped: (delegation) => all().reduce((sum, namespace) => sum + fileOf(namespace).stamped(delegation), 0),
    contentHash: () => contentHash(directory, all()),
    length: (namespace) => fileOf(namespace).length(),
    finished: (namespace, key) => fileOf(namespace).finished(key),
    append: (namespace, row) => exclusively(undefined, (put) => put(namespace, row)),
    exclusively,
  };
}

/** A name that could leave the store's folder is a fault of the caller: tools check what a model says. */
function checked(namespace: string): string {
  const problem = namespaceProblem(namespace);
  if (problem !== undefined) throw new Error(problem);
  return namespace;
}

/** Folders of the store that are namespaces, sorted. */
export function namespacesIn(directory: string): readonly string[] {
  try {
    const entries = readdirSync(directory, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && namespaceProblem(entry.name) === undefined)
      .map((entry) => entry.name)
      .sort();
  } catch {
    return [];
  }
}

/** Reads anew: who asks for the hash wants to know what is there. */
function contentHash(directory: string, namespaces: readonly (string | null)[]): string {
  const lines: string[] = [];
  for (const namespace of namespaces) {
    const file = rowFile(namespace === null ? join(directory, rowsFile) : join(directory, namespace, rowsFile));
    for (const { _ts, ...row } of file.rows()) if (row.status === 'finished') lines.push(hashed(namespace, row));
  }
  if (lines.length === 0) return '';
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
}

function hashed(namespace: string | null, row: Omit<StoreRow, '_ts'>): string {
  return `${namespace ?? ''} ${canonicalJson({ ...row } as JsonObject)}`;
}
