import { readFileSync } from 'node:fs';

let version: string | undefined;

/** The engine's own version, from its package (§28). */
export function engineVersion(): string {
  if (version === undefined) {
    const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
    version = (JSON.parse(text) as { version?: string }).version ?? 'unknown';
  }
  return version;
}
