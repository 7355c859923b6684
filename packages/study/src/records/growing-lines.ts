import { statSync } from 'node:fs';
import { type JsonObject, readJsonLines } from '@attractor/engine';

/**
 * Follows a file of JSON lines as it grows: asking again costs what was added. A torn last line waits for its end, a malformed line is
 * left out, and a file that another one replaced, or that is shorter now, is read from the beginning after `forget`.
 */
export function growingLines(path: string, reader: { forget(): void; take(line: JsonObject): void }): { refresh(): void } {
  let read = 0;
  let file = -1n;
  return {
    refresh() {
      const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
      const size = Number(stat?.size ?? 0n);
      const now = stat?.ino ?? -1n;
      if (now !== file || size < read) {
        reader.forget();
        read = 0;
        file = now;
      }
      if (size === read) return;
      const found = readJsonLines(path, () => {}, read);
      read += found.validBytes;
      for (const { value } of found.lines) reader.take(value);
    },
  };
}
