import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { root } from './run.mjs';

/** Folder, path and package.json of every workspace package, sorted by folder. */
function workspacePackages() {
  return readdirSync(`${root}/packages`)
    .filter((folder) => existsSync(`${root}/packages/${folder}/package.json`))
    .sort()
    .map((folder) => {
      const path = `${root}/packages/${folder}`;
      return { folder, path, manifest: JSON.parse(readFileSync(`${path}/package.json`, 'utf8')) };
    });
}

/** Those that npm publishes. */
export const publicPackages = () => workspacePackages().filter(({ manifest }) => manifest.private !== true);
