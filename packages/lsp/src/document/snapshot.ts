import path from 'node:path';
import { parse, SourceFile, type SyntaxTree } from '@attractor/dot';
import { type Graph, type TransformedSource, transformTree } from '@attractor/pipeline';
import { type DocumentFiles, noFiles } from './confined-files.ts';

/** One version of a document. Everything derived from the text is computed once, when first asked for. */
export interface Snapshot {
  readonly uri: string;
  readonly version: number;
  readonly text: string;
  readonly source: SourceFile;
  /** Absolute path; absent for a document without a file. */
  readonly file?: string;
  readonly files: DocumentFiles;
  readonly workingDirectory: string;
  readonly tree: SyntaxTree;
  /** After transforms, with what they found. */
  readonly transformed: TransformedSource;
  /** The graph after transforms; empty when the text holds none. */
  readonly graph: Graph;
}

export interface SnapshotInput {
  readonly text: string;
  readonly uri?: string;
  readonly version?: number;
  readonly file?: string;
  readonly files?: DocumentFiles;
}

/** A snapshot of a text. Never throws on what the text holds; nothing is parsed yet. */
export function createSnapshot(input: SnapshotInput): Snapshot {
  const { text, uri = '', version = 0, file, files = noFiles } = input;
  const source = new SourceFile(file === undefined ? uri : path.basename(file), text);
  const workingDirectory = file === undefined ? process.cwd() : path.dirname(file);
  let tree: SyntaxTree | undefined;
  let transformed: TransformedSource | undefined;
  return {
    uri,
    version,
    text,
    source,
    ...(file === undefined ? {} : { file }),
    files,
    workingDirectory,
    get tree() {
      tree ??= parse(source);
      return tree;
    },
    get transformed() {
      transformed ??= transformTree(this.tree, { files, workingDirectory, ...(file === undefined ? {} : { file }) });
      return transformed;
    },
    get graph() {
      return this.transformed.graph;
    },
  };
}

/** A function of a snapshot whose result is kept as long as the snapshot is. */
export function perSnapshot<T>(compute: (snapshot: Snapshot) => T): (snapshot: Snapshot) => T {
  const known = new WeakMap<Snapshot, { readonly value: T }>();
  return (snapshot) => {
    let entry = known.get(snapshot);
    if (entry === undefined) {
      entry = { value: compute(snapshot) };
      known.set(snapshot, entry);
    }
    return entry.value;
  };
}
