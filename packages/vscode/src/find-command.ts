import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface Where {
  /** The setting `attractor.command`. */
  readonly setting: string;
  /** Folders of the workspace, absolute; none while it is not trusted: nothing of it may be executed then. */
  readonly folders: readonly string[];
  /** The environment's PATH. */
  readonly path: string;
  readonly windows: boolean;
}

/** The `attractor` command: the setting, the workspace's own, the one on the PATH; undefined when there is none. */
export function findCommand({ setting, folders, path, windows }: Where): string | undefined {
  if (setting.trim() !== '') return setting.trim();
  const name = windows ? 'attractor.cmd' : 'attractor';
  const places = [
    ...folders.map((folder) => join(folder, 'node_modules', '.bin')),
    ...path.split(delimiter).filter((entry) => entry !== ''),
  ];
  return places.map((place) => join(place, name)).find(canRun);
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
