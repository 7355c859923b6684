import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import type { Json, JsonObject } from '../json.ts';
import { errorCode, reading } from './failure.ts';

export interface JsonLines {
  readonly lines: readonly { readonly number: number; readonly value: JsonObject }[];
  /** The file ends in a line without line break, which is left out. */
  readonly torn: boolean;
  /** Length of the file up to the end of its last complete line. */
  readonly validBytes: number;
}

const BLOCK = 1024 * 1024;

/**
 * Reads a file of JSON objects, one a line, in blocks. A torn last line is left out. `damaged` makes the error for any
 * other line that is not an object in UTF-8. An absent file is empty.
 */
export function readJsonLines(path: string, damaged: (line: number, reason: string) => Error): JsonLines {
  const lines: { number: number; value: JsonObject }[] = [];
  const rest: Buffer[] = [];
  let size = 0;
  let validBytes = 0;
  for (const block of blocksOf(path)) {
    size += block.length;
    let start = 0;
    for (let end = block.indexOf(0x0a); end >= 0; end = block.indexOf(0x0a, start)) {
      const part = block.subarray(start, end);
      const bytes = rest.length === 0 ? part : Buffer.concat([...rest.splice(0), part]);
      const number = lines.length + 1;
      lines.push({ number, value: parseLine(bytes, (reason) => damaged(number, reason)) });
      validBytes += bytes.length + 1;
      start = end + 1;
    }
    if (start < block.length) rest.push(Buffer.from(block.subarray(start)));
  }
  return { lines, torn: size > validBytes, validBytes };
}

function parseLine(bytes: Buffer, damaged: (reason: string) => Error): JsonObject {
  if (!isUtf8(bytes)) throw damaged('it is not UTF-8');
  let value: Json;
  try {
    value = JSON.parse(bytes.toString('utf8')) as Json;
  } catch (error) {
    throw damaged(error instanceof Error ? error.message : 'it is not JSON');
  }
  if (!isObject(value)) throw damaged('it is not a JSON object');
  return value;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The file's bytes; each block is valid until the next one is asked for. */
function* blocksOf(path: string): Generator<Buffer> {
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
    for (;;) {
      const length = reading(path, () => readSync(descriptor, block, 0, BLOCK, null));
      if (length === 0) return;
      yield block.subarray(0, length);
    }
  } finally {
    closeSync(descriptor);
  }
}
