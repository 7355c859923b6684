import { statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { UserError } from '../command.ts';
import { readFailure } from '../run/parameters.ts';
import type { Io } from '../terminal/io.ts';
import { readInput } from './read-input.ts';

/** A file named on the command line, unread by the parser. */
export interface SourceBytes {
  /** As in messages: the path from here when that is shorter, `<stdin>` for `-`. */
  readonly name: string;
  /** Absolute; absent for stdin. */
  readonly path?: string;
  readonly bytes: Uint8Array;
}

/** Reads FILE or `-`; what cannot be read is a `UserError` that says why. */
export function readSource(file: string, io: Io): SourceBytes {
  if (file === '-') return { name: '<stdin>', bytes: readStdin() };
  const path = resolve(io.cwd, file);
  try {
    if (statSync(path).isDirectory()) throw new UserError(`${file} is a folder; name a .dot file in it`);
    return { name: nameFrom(path, io.cwd), path, bytes: readInput(path) };
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`cannot read ${file}: ${readFailure(error)}`);
  }
}

function readStdin(): Uint8Array {
  try {
    return readInput(0);
  } catch (error) {
    throw new UserError(`cannot read stdin: ${readFailure(error)}`);
  }
}

export function nameFrom(path: string, cwd: string): string {
  const near = relative(cwd, path);
  return near !== '' && near.length < path.length ? near : path;
}
