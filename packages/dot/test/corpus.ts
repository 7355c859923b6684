import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where strangers' pipelines are, when they are. */
export const corpusFolder = fileURLToPath(new URL('../../../../shared/corpus/', import.meta.url));

/** Strangers' pipelines, read in place; none where the folder is absent. */
export function corpusFiles(): readonly string[] {
  return existsSync(corpusFolder) ? readdirSync(corpusFolder).filter((name) => name.endsWith('.dot')) : [];
}

export function corpusBytes(name: string): Uint8Array {
  return readFileSync(`${corpusFolder}${name}`);
}
