import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { writing } from './failure.ts';
import { FILE_MODE } from './write-file.ts';

/** The clock of a run directory's file system. */
export interface FileClock {
  /** Nanoseconds; the time that a file written now gets. */
  now(): bigint;
  close(): void;
}

/** Reads the file system's own clock off a file it writes in `folder` (engine.md 3.8); nothing else tells that clock. */
export function openFileClock(folder: string): FileClock {
  const path = join(folder, 'clock');
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW;
  const descriptor = writing(path, () => openSync(path, flags, FILE_MODE));
  const byte = new Uint8Array([0x0a]);
  return {
    now: () =>
      writing(path, () => {
        writeSync(descriptor, byte, 0, 1, 0);
        return fstatSync(descriptor, { bigint: true }).mtimeNs;
      }),
    close: () => closeSync(descriptor),
  };
}
