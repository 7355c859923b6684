import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { confinedFiles, type DocumentFiles, noFiles } from '../document/confined-files.ts';
import { createSnapshot, type Snapshot } from '../document/snapshot.ts';

/** Snapshots of the documents that are open, one for each version. */
export interface Snapshots {
  of(uri: string): Snapshot | undefined;
  /** Files beside the documents have changed: everything derived from them is made again. */
  forget(uri?: string): void;
}

/** The path of a `file:` URI; undefined for any other document. */
export function fileOf(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
  } catch {
    return undefined;
  }
}

export interface OpenDocuments {
  get(uri: string): TextDocument | undefined;
  keys(): readonly string[];
}

export function createSnapshots(documents: OpenDocuments, folders: readonly string[]): Snapshots {
  const current = new Map<string, Snapshot>();
  const access = new Map<string, DocumentFiles>();
  const openText = (file: string): string | undefined => {
    const uri = documents.keys().find((open) => fileOf(open) === file);
    return uri === undefined ? undefined : documents.get(uri)?.getText();
  };
  const filesFor = (file: string | undefined): DocumentFiles => {
    if (file === undefined) return noFiles;
    const folder = path.dirname(file);
    const known = access.get(folder) ?? confinedFiles(rootsFor(folder, folders), openText);
    access.set(folder, known);
    return known;
  };
  return {
    of: (uri) => {
      const document = documents.get(uri);
      if (document === undefined) return undefined;
      const known = current.get(uri);
      if (known?.version === document.version) return known;
      const file = fileOf(uri);
      const input = { uri, version: document.version, text: document.getText(), files: filesFor(file) };
      const made = createSnapshot(file === undefined ? input : { ...input, file });
      current.set(uri, made);
      return made;
    },
    forget: (uri) => (uri === undefined ? current.clear() : void current.delete(uri)),
  };
}

/** Where a document in a folder may read: that folder, and the workspace folder around it unless it is a whole disk. */
function rootsFor(folder: string, folders: readonly string[]): string[] {
  const around = folders.filter((root) => {
    const way = path.relative(root, folder);
    return path.dirname(root) !== root && !way.startsWith('..') && !path.isAbsolute(way);
  });
  return [folder, ...around];
}
