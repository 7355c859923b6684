import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs';

/** More than any pipeline, script, answer file or parameter; keeps an endless input from filling the memory. Bytes. */
const longestInput = 64 * 1024 * 1024;

const block = 1024 * 1024;

/**
 * Reads a file that a person named, or an open descriptor (stdin). Refused at once, as an error that says why: named
 * pipes, devices and sockets, which have no end that could be waited for, and what is longer than 64 MB. Pipes that a
 * shell hands over (`<(..)`, /dev/stdin) have a writer and are read.
 */
export function readInput(file: string | number): Buffer {
  if (typeof file === 'number') return readAll(file);
  const problem = problemOf(file, statSync(file));
  if (problem !== undefined) throw new Error(problem);
  const descriptor = openSync(file, 'r');
  try {
    return readAll(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The text of `readInput`; an error when it is not UTF-8. */
export function readInputText(file: string): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(readInput(file));
}

function problemOf(file: string, stats: Stats): string | undefined {
  if (stats.isFile()) return stats.size > longestInput ? tooLong() : undefined;
  if (stats.isDirectory()) return 'it is a folder';
  if (stats.isFIFO()) return handedOver.test(file) ? undefined : 'it is a named pipe, not a file';
  if (stats.isSocket()) return 'it is a socket, not a file';
  return 'it is a device, not a file';
}

/** Names of descriptors that this process was started with. */
const handedOver = /^\/(?:dev\/(?:fd\/\d+|stdin)|proc\/self\/fd\/\d+)$/;

function readAll(descriptor: number): Buffer {
  const parts: Buffer[] = [];
  const part = Buffer.allocUnsafe(block);
  let size = 0;
  for (;;) {
    const length = readBlock(descriptor, part);
    if (length === 0) return Buffer.concat(parts, size);
    size += length;
    if (size > longestInput) throw new Error(tooLong());
    parts.push(Buffer.from(part.subarray(0, length)));
  }
}

function readBlock(descriptor: number, part: Buffer): number {
  for (;;) {
    try {
      return readSync(descriptor, part, 0, part.length, null);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'EOF') return 0;
      // A terminal or pipe that another process set to non-blocking has nothing yet.
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

function tooLong(): string {
  return `it is longer than ${longestInput / 1024 / 1024} MB`;
}
