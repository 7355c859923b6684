import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The steering queue of a model node: a file in its folder, which grows (engine.md 11). */
export const steeringFile = 'steering.md';

/** Adds a message to the queue of the node whose folder this is. */
export function steerNode(nodeDirectory: string, text: string): void {
  mkdirSync(nodeDirectory, { recursive: true, mode: 0o700 });
  appendFileSync(join(nodeDirectory, steeringFile), text.endsWith('\n') ? `${text}\n` : `${text}\n\n`, { mode: 0o600 });
}

/** Reads what has come since the last call; an agent asks before each of its turns. What stood there before is left to the visit it was for. */
export function steeringQueue(nodeDirectory: string): { take(): string | undefined } {
  const path = join(nodeDirectory, steeringFile);
  const read = (): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  let taken = read().length;
  return {
    take() {
      const text = read();
      const fresh = text.slice(taken).trim();
      taken = text.length;
      return fresh === '' ? undefined : fresh;
    },
  };
}
