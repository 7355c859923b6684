import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../json.ts';
import { reading } from './failure.ts';
import { discard, makeFolders, replaceFile } from './write-file.ts';

export interface ArtifactInfo {
  readonly id: string;
  readonly name: string;
  /** UTF-8 bytes of the data as JSON. */
  readonly sizeBytes: number;
  /** ISO 8601. */
  readonly storedAt: string;
  /** The data lies in `artifacts/<id>.json`, not in the journal. */
  readonly fileBacked: boolean;
}

/** What a change of the store puts into the journal; `apply` takes it back in on resume. */
export type ArtifactRecord =
  | { readonly op: 'store'; readonly info: ArtifactInfo; readonly data?: Json }
  | { readonly op: 'remove'; readonly id: string }
  | { readonly op: 'clear' };

/** Named storage for large results of a run (canonical 5.5). */
export interface ArtifactStore {
  /** Stores under an id; an earlier artifact of that id is replaced. `ArtifactError` for an id that cannot name a file. */
  store(id: string, name: string, data: Json): ArtifactInfo;
  /** The stored data; `ArtifactError` when there is none, `StoreError` when its file is gone or damaged. */
  retrieve(id: string): Json;
  has(id: string): boolean;
  list(): readonly ArtifactInfo[];
  /** False when there was none. */
  remove(id: string): boolean;
  clear(): void;
  /** Takes in a journalled record without journalling it again. */
  apply(record: ArtifactRecord): void;
}

export interface ArtifactStoreOptions {
  /** Absolute path of the run directory. */
  readonly directory: string;
  /** Appends a record to the journal; called before the change counts. */
  readonly journal: (record: ArtifactRecord) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Bytes above which data goes to a file; 100 KB by default, as the canonical text says. */
  readonly fileThreshold?: number;
}

export class ArtifactError extends Error {
  override readonly name = 'ArtifactError';
  readonly code: 'artifact_not_found' | 'artifact_id';

  constructor(code: 'artifact_not_found' | 'artifact_id', message: string) {
    super(message);
    this.code = code;
  }
}

const DEFAULT_THRESHOLD = 100 * 1024;
const ID = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,199}$/;

/** Artifacts of one run: large ones in `artifacts/<id>.json`, the others through `journal` (files.md 1). */
export function createArtifactStore(options: ArtifactStoreOptions): ArtifactStore {
  const { directory, journal, now, fileThreshold = DEFAULT_THRESHOLD } = options;
  const folder = join(directory, 'artifacts');
  const artifacts = new Map<string, { readonly info: ArtifactInfo; readonly data: Json }>();

  const fileOf = (id: string) => join(folder, `${id}.json`);
  const commit = (record: ArtifactRecord) => {
    journal(record);
    apply(record);
  };
  const apply = (record: ArtifactRecord) => {
    if (record.op === 'store') artifacts.set(record.info.id, { info: record.info, data: record.data ?? null });
    else if (record.op === 'remove') artifacts.delete(record.id);
    else artifacts.clear();
  };

  return {
    store(id, name, data) {
      if (!ID.test(id))
        throw new ArtifactError('artifact_id', `not an artifact id (letters, digits, \`_\`, \`.\`, \`-\`, at most 200): ${id}`);
      const text = JSON.stringify(data);
      const sizeBytes = Buffer.byteLength(text);
      const fileBacked = sizeBytes > fileThreshold;
      const info: ArtifactInfo = { id, name, sizeBytes, storedAt: new Date(now()).toISOString(), fileBacked };
      const replaced = artifacts.get(id)?.info;
      if (fileBacked) {
        makeFolders(folder);
        replaceFile(fileOf(id), text);
      }
      commit({ op: 'store', info, ...(fileBacked ? {} : { data: JSON.parse(text) as Json }) });
      if (replaced?.fileBacked === true && !fileBacked) discard(fileOf(id));
      return info;
    },
    retrieve(id) {
      const found = artifacts.get(id);
      if (found === undefined) throw new ArtifactError('artifact_not_found', `there is no artifact ${id}`);
      if (!found.info.fileBacked) return found.data;
      return reading(fileOf(id), () => JSON.parse(readFileSync(fileOf(id), 'utf8')) as Json);
    },
    has: (id) => artifacts.has(id),
    list: () => [...artifacts.values()].map((artifact) => artifact.info),
    remove(id) {
      const found = artifacts.get(id);
      if (found === undefined) return false;
      commit({ op: 'remove', id });
      if (found.info.fileBacked) discard(fileOf(id));
      return true;
    },
    clear() {
      const files = [...artifacts.values()].filter((artifact) => artifact.info.fileBacked);
      commit({ op: 'clear' });
      for (const { info } of files) discard(fileOf(info.id));
    },
    apply,
  };
}
