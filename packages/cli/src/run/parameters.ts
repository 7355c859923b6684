import { resolve } from 'node:path';
import { UserError } from '../command.ts';
import { readInputText } from '../sources/read-input.ts';

/** Reads `--param k=v`: `@file` is the file's text (relative to `cwd`), `@@x` is the text `@x`; a later one wins (files.md 5). */
export function readParameters(items: readonly string[], cwd: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const item of items) {
    const at = item.indexOf('=');
    if (at <= 0) throw new UserError(`--param ${item}: a parameter is NAME=VALUE, e.g. --param goal="fix the tests"`);
    const name = item.slice(0, at).trim();
    parameters.set(name, readValue(name, item.slice(at + 1), cwd));
  }
  return parameters;
}

function readValue(name: string, text: string, cwd: string): string {
  if (text.startsWith('@@')) return text.slice(1);
  if (!text.startsWith('@')) return text;
  const path = resolve(cwd, text.slice(1));
  try {
    return readInputText(path);
  } catch (error) {
    throw new UserError(`--param ${name}: cannot read ${path}: ${readFailure(error)}. For a value that begins with @ write @@.`);
  }
}

/** Why a file could not be read, in words. */
export function readFailure(error: unknown): string {
  if (error instanceof TypeError) return 'it is not UTF-8 text';
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return reasons[code] ?? (error instanceof Error ? error.message : String(error));
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOTDIR: 'a part of the path is not a folder',
  ELOOP: 'too many symbolic links',
  ENAMETOOLONG: 'the name is too long',
};
