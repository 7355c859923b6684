import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { errorCode } from './failure.ts';
import { pause } from './lock.ts';

/** What tells one state of a file from another (engine.md 3.8). */
export interface ArtefactStat {
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly isFile: boolean;
}

/** The stat of what a path leads to; undefined when there is nothing or it cannot be asked. */
export function artefactStat(path: string): ArtefactStat | undefined {
  try {
    return take(statSync(path, { bigint: true }));
  } catch {
    return undefined;
  }
}

function take(stats: { ino: bigint; size: bigint; mtimeNs: bigint; ctimeNs: bigint; isFile(): boolean }): ArtefactStat {
  return { ino: stats.ino, size: stats.size, mtimeNs: stats.mtimeNs, ctimeNs: stats.ctimeNs, isFile: stats.isFile() };
}

const LONGEST_TICK_MS = 30;

/**
 * The start of a visit by the file system's own clock, and the artefact's stat before it (engine.md 3.8). That clock
 * ticks every few milliseconds: when the artefact was written within the present tick, waits for the next one, because
 * an honest rewrite must be able to get a newer time.
 */
export function artefactStart(path: string, fileSystemNow: () => bigint): { startNs: bigint; before: ArtefactStat | undefined } {
  const before = artefactStat(path);
  let startNs = fileSystemNow();
  for (let waited = 0; before !== undefined && startNs === before.mtimeNs && waited < LONGEST_TICK_MS; waited++) {
    pause(1);
    startNs = fileSystemNow();
  }
  return { startNs, before };
}

/**
 * Why an artefact does not count as written in a visit, naming path and what is missing: absent, not a file, stale,
 * blank; undefined when it counts (engine.md 3.8, §27). Reads until the first byte that is not white space.
 */
export function artefactProblem(path: string, before: ArtefactStat | undefined, startNs: bigint): string | undefined {
  let now: ArtefactStat;
  try {
    now = take(statSync(path, { bigint: true }));
  } catch (error) {
    const code = errorCode(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? `${path} is absent` : `${path} cannot be read (${code})`;
  }
  if (!now.isFile) return `${path} is not a file`;
  if (now.mtimeNs < startNs) return `${path} is stale: it was last written before this visit began`;
  if (before !== undefined && !isRewritten(before, now)) return `${path} is stale: it is what it was before this visit`;
  return contentProblem(path);
}

function isRewritten(before: ArtefactStat, now: ArtefactStat): boolean {
  const changed = before.ino !== now.ino || before.size !== now.size || before.ctimeNs !== now.ctimeNs || before.mtimeNs !== now.mtimeNs;
  return changed && now.mtimeNs > before.mtimeNs;
}

const BLOCK = 64 * 1024;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

function contentProblem(path: string): string | undefined {
  let descriptor: number;
  try {
    // Not blocking: the path may have become a pipe since it was asked.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    return `${path} cannot be read (${errorCode(error)})`;
  }
  try {
    if (!fstatSync(descriptor).isFile()) return `${path} is not a file`;
    return isBlank(descriptor) ? `${path} is blank` : undefined;
  } catch (error) {
    return `${path} cannot be read (${errorCode(error)})`;
  } finally {
    closeSync(descriptor);
  }
}

function isBlank(descriptor: number): boolean {
  const block = Buffer.allocUnsafe(BLOCK);
  for (let position = 0; ; ) {
    const length = readSync(descriptor, block, 0, BLOCK, position);
    if (length === 0) return true;
    for (let index = 0; index < length; index++) {
      const byte = block[index] ?? 0;
      const isSpace = byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
      if (!isSpace && byte !== BYTE_ORDER_MARK[position + index]) return false;
    }
    position += length;
  }
}
