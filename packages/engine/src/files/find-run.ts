import { existsSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { JsonObject } from '../json.ts';
import { StoreError } from '../store.ts';
import { readManifest } from './read-json.ts';
import { holdsRun } from './run-store.ts';

export interface RunSummary {
  readonly id: string;
  readonly directory: string;
  /** As in the manifest; empty while no end is recorded (`runIsLive` tells running from crashed), `unreadable` for a damaged manifest. */
  readonly status: string;
  /** The graph's name. */
  readonly graph: string;
  /** ISO 8601; empty when unknown. */
  readonly start: string;
  readonly cwd: string;
}

/** Where runs are kept by default (files.md 1). */
export function runsRoot(cwd: string): string {
  return join(cwd, '.attractor', 'runs');
}

/** The runs below a root, newest first. Reads nothing but manifests; an absent root has no runs. */
export function listRuns(root: string): RunSummary[] {
  const runs = runFolders(root).map((name) => summary(join(root, name)));
  return runs.sort((a, b) => descending(a.start, b.start) || descending(a.id, b.id));
}

/**
 * The directory of a run given as directory, run id, unique beginning of a run id, or `latest` (files.md 5).
 * `run_not_found` says what is there instead. A folder named `latest` is written `./latest`.
 */
export function findRun(name: string, cwd: string): string {
  const root = runsRoot(cwd);
  if (name === 'latest') {
    const newest = listRuns(root)[0];
    if (newest === undefined) throw notFound(`there is no run in ${root}: start one with \`attractor run\``, root);
    return newest.directory;
  }
  const path = resolve(cwd, name);
  if (name !== '' && holdsRun(path)) return path;
  const matches = name === '' || /[/\\]/.test(name) ? [] : runFolders(root, name);
  const exact = matches.find((folder) => folder === name) ?? (matches.length === 1 ? matches[0] : undefined);
  if (exact !== undefined) return join(root, exact);
  if (matches.length > 1) throw notFound(`several runs begin with \`${name}\`: ${some(matches)}`, root);
  throw notFound(`${existsSync(path) && name !== '' ? `${path} holds no run` : `no run \`${name}\``}; ${whatIsThere(root)}`, path);
}

function whatIsThere(root: string): string {
  const names = listRuns(root).map((run) => basename(run.directory));
  return names.length === 0 ? `there is no run in ${root} either` : `runs in ${root}: ${some(names)}`;
}

function some(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more (\`attractor runs\` lists them)` : shown;
}

function notFound(message: string, path: string): StoreError {
  return new StoreError('run_not_found', message, path);
}

/** Names of the folders that hold a run and begin with `prefix`. */
function runFolders(root: string, prefix = ''): string[] {
  let names: string[];
  try {
    names = readdirSync(root);
  } catch {
    return [];
  }
  return names.filter((name) => name.startsWith(prefix) && existsSync(join(root, name, 'manifest.json')));
}

function summary(directory: string): RunSummary {
  let manifest: JsonObject;
  try {
    manifest = readManifest(directory);
  } catch {
    return { id: basename(directory), directory, status: 'unreadable', graph: '', start: '', cwd: '' };
  }
  const text = (key: string): string => {
    const value = manifest[key];
    return typeof value === 'string' ? value : '';
  };
  const id = text('run_id') || basename(directory);
  return { id, directory, status: text('status'), graph: text('graph_name'), start: text('start_time'), cwd: text('cwd') };
}

function descending(a: string, b: string): number {
  return a < b ? 1 : a > b ? -1 : 0;
}
