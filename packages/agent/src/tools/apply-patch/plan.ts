import { lstatSync } from 'node:fs';
import { confineWrite } from '../confine.ts';
import { readText } from '../text-file.ts';
import type { ToolContext } from '../tool.ts';
import type { FileChange } from './patch.ts';
import { updateText } from './update-text.ts';

/** What a file will be: its text, or gone. */
export interface PlannedFile {
  readonly path: string;
  readonly name: string;
  readonly text: string | undefined;
  readonly mode: number | undefined;
}

export type Plan =
  | { readonly ok: true; readonly files: readonly PlannedFile[]; readonly done: readonly string[] }
  | { readonly ok: false; readonly problem: string };

/** Works out what all changes come to, in order, without writing anything: a patch is applied as a whole or not at all. */
export function planChanges(changes: readonly FileChange[], context: Pick<ToolContext, 'workingDirectory' | 'runDirectory'>): Plan {
  const files = new Map<string, PlannedFile>();
  const done: string[] = [];
  for (const change of changes) {
    const problem = planChange(change, context, files, done);
    if (problem !== undefined) return { ok: false, problem };
  }
  return { ok: true, files: [...files.values()], done };
}

type Place = Pick<ToolContext, 'workingDirectory' | 'runDirectory'>;

function planChange(change: FileChange, context: Place, files: Map<string, PlannedFile>, done: string[]): string | undefined {
  const confined = confineWrite(change.path, context);
  if (!confined.ok) return confined.problem;
  const { path, name } = confined;
  switch (change.kind) {
    case 'add': {
      if (exists(path, files)) return `*** Add File: ${name} exists already; use *** Update File`;
      files.set(path, { path, name, text: change.lines.map((line) => `${line}\n`).join(''), mode: undefined });
      done.push(`A ${name}`);
      return undefined;
    }
    case 'delete': {
      const current = currentText(path, name, files, 'Delete');
      if (typeof current === 'string') return current;
      files.set(path, { path, name, text: undefined, mode: undefined });
      done.push(`D ${name}`);
      return undefined;
    }
    case 'update': {
      const current = currentText(path, name, files, 'Update');
      if (typeof current === 'string') return current;
      const updated = updateText(current.text, change.hunks);
      if (!updated.ok) return `*** Update File: ${name}: ${updated.problem}`;
      const target = change.moveTo === undefined ? confined : confineWrite(change.moveTo, context);
      if (!target.ok) return target.problem;
      if (target.path !== path) {
        if (exists(target.path, files)) return `*** Move to: ${target.name} exists already`;
        files.set(path, { path, name, text: undefined, mode: undefined });
      }
      files.set(target.path, { path: target.path, name: target.name, text: updated.text, mode: current.mode });
      done.push(target.path === path ? `M ${name}` : `R ${name} -> ${target.name}`);
      return undefined;
    }
  }
}

function exists(path: string, files: ReadonlyMap<string, PlannedFile>): boolean {
  const planned = files.get(path);
  return planned === undefined ? lstatSync(path, { throwIfNoEntry: false }) !== undefined : planned.text !== undefined;
}

interface CurrentText {
  readonly text: string;
  readonly mode: number | undefined;
}

function currentText(path: string, name: string, files: ReadonlyMap<string, PlannedFile>, verb: string): CurrentText | string {
  const planned = files.get(path);
  if (planned !== undefined) {
    return planned.text === undefined ? `*** ${verb} File: ${name} is deleted by this patch` : { text: planned.text, mode: planned.mode };
  }
  const read = readText(path, name);
  return read.ok ? { text: read.text, mode: read.mode } : `*** ${verb} File: ${read.problem}`;
}
