import { readdirSync, type Stats, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { segmentPattern } from '@attractor/pipeline';
import { UserError } from '../command.ts';
import { readFailure } from '../run/parameters.ts';
import { globParts } from './glob.ts';

const skipped = new Set(['node_modules', '.git', '.attractor']);
const pipelineFile = /\.(?:dot|gv)$/i;

/** The files behind FILE arguments: files as they are, folders searched for .dot and .gv, globs expanded; sorted per argument, each file once. */
export function findFiles(args: readonly string[], cwd: string): string[] {
  const found = new Map<string, string>();
  for (const arg of args) {
    const files = arg === '-' ? ['-'] : filesOf(arg, cwd);
    for (const file of files) {
      const key = file === '-' ? '-' : resolve(cwd, file);
      if (!found.has(key)) found.set(key, file);
    }
  }
  return [...found.values()];
}

function filesOf(arg: string, cwd: string): string[] {
  const entry = entryOf(arg, cwd);
  if (entry?.isDirectory() === true) {
    const files = walk(arg, cwd);
    if (files.length === 0) throw new UserError(`${arg}: no .dot or .gv file in this folder`);
    return files;
  }
  if (entry !== undefined || !/[*?[{]/.test(arg)) return [arg];
  const files = expand(arg, cwd);
  if (files.length === 0) throw new UserError(`${arg}: no file matches`);
  return files;
}

/** What a name stands for; undefined when nothing has it. */
function entryOf(name: string, cwd: string): Stats | undefined {
  try {
    return statSync(resolve(cwd, name), { throwIfNoEntry: false });
  } catch (error) {
    // A glob may be longer than any name, and no file has it.
    if (/[*?[{]/.test(name)) return undefined;
    throw new UserError(`cannot read ${name}: ${readFailure(error)}`);
  }
}

function walk(folder: string, cwd: string): string[] {
  const files: string[] = [];
  const pending = [folder];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const entry of list(at, cwd)) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) {
        if (!skipped.has(entry.name)) pending.push(path);
      } else if (pipelineFile.test(entry.name)) files.push(path);
    }
  }
  return files.sort();
}

function expand(pattern: string, cwd: string): string[] {
  const files = new Set<string>();
  for (const parts of globParts(pattern)) {
    // Each item: a folder reached so far and the segments still to match.
    const pending: [string, number][] = [[parts[0] === '' ? sep : '.', parts[0] === '' ? 1 : 0]];
    const seen = new Set<string>();
    for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
      const [folder, at] = item;
      const part = parts[at];
      const key = `${at}\u0000${folder}`;
      if (part === undefined || seen.has(key)) continue;
      seen.add(key);
      const last = at === parts.length - 1;
      if (part === '.' || part === '..') pending.push([join(folder, part), at + 1]);
      else if (part === '**') {
        pending.push([folder, at + 1]);
        for (const entry of list(folder, cwd))
          if (entry.isDirectory() && !skipped.has(entry.name)) pending.push([join(folder, entry.name), at]);
      } else {
        const matches = segmentPattern(part);
        for (const entry of list(folder, cwd)) {
          if (!matches(entry.name)) continue;
          if (last && !entry.isDirectory()) files.add(join(folder, entry.name));
          else if (!last && entry.isDirectory()) pending.push([join(folder, entry.name), at + 1]);
        }
      }
    }
  }
  return [...files].sort();
}

function list(folder: string, cwd: string): { readonly name: string; isDirectory(): boolean }[] {
  try {
    return readdirSync(resolve(cwd, folder), { withFileTypes: true });
  } catch (error) {
    throw new UserError(`cannot read folder ${folder}: ${readFailure(error)}`);
  }
}
