import { linkSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../json.ts';
import { StoreError, type VisitPlace } from '../store.ts';
import { errorCode, writing } from './failure.ts';
import type { Folder } from './folder.ts';
import { safeName } from './names.ts';
import { frameFolder, visitDirectory } from './node-directory.ts';
import { discard, makeFolders, replaceFile } from './write-file.ts';

/** Writes status.json of visits and their copies by iteration (files.md 1, §24). */
export interface StatusWriter {
  write(place: VisitPlace, status: JsonObject, iteration: number | undefined): void;
}

export function statusWriter(root: Folder): StatusWriter {
  // Copies made in the latest iteration: a run of many iterations must not remember them all.
  let latest = -1;
  let copied = new Set<string>();

  const copy = (place: VisitPlace, iteration: number, source: string, content: string) => {
    if (iteration !== latest) {
      latest = iteration;
      copied = new Set();
    }
    const folder = join(frameFolder(root, place).path, `iteration_${iteration}`, safeName(place.node));
    const target = join(folder, 'status.json');
    writing(folder, () => {
      if (!copied.has(folder)) makeFolders(folder);
      if (copied.has(folder) || !linked(source, target)) replaceLink(source, target, content);
    });
    copied.add(folder);
  };

  return {
    write(place, status, iteration) {
      const content = `${JSON.stringify(status, null, 2)}\n`;
      const directory = visitDirectory(root, place);
      const path = join(directory.ensure(), 'status.json');
      replaceReport(path, content);
      if (iteration !== undefined) copy(place, iteration, path, content);
    },
  };
}

/** A node's process may have made a folder of that name: its report has been judged, and a node must not end the run so. */
function replaceReport(path: string, content: string): void {
  try {
    replaceFile(path, content);
  } catch (error) {
    if (!(error instanceof StoreError) || errorCode(error.cause) !== 'EISDIR') throw error;
    writing(path, () => rmSync(path, { recursive: true }));
    replaceFile(path, content);
  }
}

/** One call instead of four; safe because status files are replaced, never changed in place. */
function linked(source: string, target: string): boolean {
  try {
    linkSync(source, target);
    return true;
  } catch {
    return false;
  }
}

/** The copy exists already (a node twice in one iteration, or after a resume), or the file system has no hard links. */
function replaceLink(source: string, target: string, content: string): void {
  const temporary = `${target}.link`;
  try {
    linkSync(source, temporary);
    renameSync(temporary, target);
  } catch (error) {
    discard(temporary);
    if (errorCode(error) === 'ENOSPC') throw error;
    replaceFile(target, content);
  }
}
