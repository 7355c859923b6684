import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import type { Json, JsonObject } from '../json.ts';
import { errorCode, reading } from './failure.ts';

export interface JsonLines {
  readonly lines: readonly { readonly number: number; readonly value: JsonObject }[];
  /** The file ends in a line without line break, which is left out. */
  readonly torn: boolean;
  /** Length of what was read up to the end of its last complete line. */
  readonly validBytes: number;
}

const BLOCK = 1024 * 1024;

/**
 * Reads a file of JSON objects, one a line, in blocks. A torn last line is left out. Any other line that is not an object
 * in UTF-8 goes to `damaged`, which throws, or returns to have the line left out. An absent file is empty. `from`: the byte, at the
 * beginning of a line, where to begin.
 */
export function readJsonLines(path: string, damaged: (line: number, reason: string) => void, from = 0): JsonLines {
  const lines: { number: number; value: JsonObject }[] = [];
  let number = 0;
  const rest: Buffer[] = [];
  let size = 0;
  let validBytes = 0;
  for (const block of blocksOf(path, from)) {
    size += block.length;
    let start = 0;
    for (let end = block.indexOf(0x0a); end >= 0; end = block.indexOf(0x0a, start)) {
      const part = block.subarray(start, end);
      const bytes = rest.length === 0 ? part : Buffer.concat([...rest.splice(0), part]);
      number++;
      const value = parseLine(bytes);
      if (typeof value === 'string') damaged(number, value);
      else lines.push({ number, value });
      validBytes += bytes.length + 1;
      start = end + 1;
    }
    if (start < block.length) rest.push(Buffer.from(block.subarray(start)));
  }
  return { lines, torn: size > validBytes, validBytes };
}

/** A text says what is wrong with the line. */
function parseLine(bytes: Buffer): JsonObject | string {
  if (!isUtf8(bytes)) return 'it is not UTF-8';
  let value: Json;
  try {
    value = JSON.parse(bytes.toString('utf8')) as Json;
  } catch (error) {
    return error instanceof Error ? error.message : 'it is not JSON';
  }
  return isObject(value) ? value : 'it is not a JSON object';
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The file's bytes; each block is valid until the next one is asked for. */
function* blocksOf(path: string, from: number): Generator<Buffer> {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    reading(path, () => {
      throw error;
    });
    return;
  }
  try {
    const block = Buffer.allocUnsafe(BLOCK);
    for (let at = from; ; ) {
      const length = reading(path, () => readSync(descriptor, block, 0, BLOCK, at));
      if (length === 0) return;
      at += length;
      yield block.subarray(0, length);
    }
  } finally {
    closeSync(descriptor);
  }
}
