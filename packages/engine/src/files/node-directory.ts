import { join } from 'node:path';
import type { NodeDirectory } from '../handler.ts';
import type { VisitPlace } from '../store.ts';
import { enterFolder, enterVisit, type Folder, makeFolder } from './folder.ts';
import { folderName, safeName } from './names.ts';
import { replaceFile, writeText } from './write-file.ts';

/** The folder that holds the node folders of a place: the run directory, or that of its branch. */
export function frameFolder(root: Folder, place: VisitPlace): Folder {
  let folder = root;
  for (const step of place.branch) {
    const component = enterVisit(enterFolder(folder, 'branches'), safeName(step.component), step.componentVisit);
    folder = enterFolder(component, `${step.index}-${safeName(step.name)}`);
  }
  return folder;
}

/** The directory of a child run of a visit's node, by its number among the children of that node (files.md 1). */
export function childFolder(root: Folder, place: VisitPlace, n: number): string {
  return join(frameFolder(root, place).path, 'children', safeName(place.node), String(n));
}

/**
 * The folder of one visit (files.md 1). The path is looked up at every use: a handler that outlived its time-out and
 * still writes after the next visit began writes into `visits/N/`, not among the next visit's files.
 */
export function visitDirectory(root: Folder, place: VisitPlace): NodeDirectory {
  const folder = enterVisit(frameFolder(root, place), folderName(place.node), place.visit);
  const isLatest = () => folder.visit <= place.visit;
  const ensure = (): string => {
    if (isLatest()) makeFolder(folder);
    else makeFolder(lateFolder(folder, place.visit));
    return pathOf();
  };
  const pathOf = (): string => (isLatest() ? folder.path : lateFolder(folder, place.visit).path);
  return {
    get path() {
      return pathOf();
    },
    ensure,
    write(name, content) {
      const path = join(ensure(), segment(name));
      if (name.endsWith('.json')) replaceFile(path, content);
      else writeText(path, content);
    },
  };
}

function lateFolder(folder: Folder, visit: number): Folder {
  return enterFolder(enterFolder(folder, 'visits'), String(visit));
}

function segment(name: string): string {
  if (name === '' || name === '.' || name === '..' || /[/\\\0]/.test(name)) throw new Error(`not a file name: ${JSON.stringify(name)}`);
  return name;
}
