import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json, JsonObject } from '../json.ts';
import { StoreError, type StoreErrorCode } from '../store.ts';
import { errorCode, readFailure } from './failure.ts';
import { isObject } from './read-lines.ts';

/** Reads manifest.json. `run_not_found` without one, `unreadable` when it is no JSON object. */
export function readManifest(directory: string): JsonObject {
  return readObject(join(directory, 'manifest.json'), 'run_not_found', 'unreadable');
}

/** checkpoint.json: the canonical keys; the engine keeps its own beside them (files.md 1). */
export interface CheckpointFile {
  readonly schema_version: number;
  readonly digest: string;
  readonly timestamp: string;
  readonly current_node: string;
  readonly completed_nodes: readonly string[];
  readonly node_retries: { readonly [node: string]: number };
  readonly context: JsonObject;
  readonly logs: readonly Json[];
  readonly [key: string]: Json | undefined;
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;

const CHECKPOINT: Readonly<Record<string, { readonly test: (value: Json | undefined) => boolean; readonly is: string }>> = {
  schema_version: { test: (value) => isCount(value) && value !== 0, is: 'a positive integer' },
  digest: { test: isText, is: 'text' },
  timestamp: { test: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)), is: 'a time' },
  current_node: { test: isText, is: 'text' },
  completed_nodes: { test: (value) => Array.isArray(value) && value.every(isText), is: 'a list of node ids' },
  node_retries: { test: (value) => isObject(value) && Object.values(value).every(isCount), is: 'an object of counts' },
  context: { test: isObject, is: 'an object' },
  logs: { test: (value) => Array.isArray(value), is: 'a list' },
};

/** Reads checkpoint.json strictly: `damaged_checkpoint` names the file and the key that is not what it must be. */
export function readCheckpoint(directory: string): CheckpointFile {
  const path = join(directory, 'checkpoint.json');
  const checkpoint = readObject(path, 'damaged_checkpoint', 'damaged_checkpoint');
  for (const [key, rule] of Object.entries(CHECKPOINT)) {
    if (!rule.test(checkpoint[key])) {
      throw new StoreError('damaged_checkpoint', `the checkpoint is damaged: \`${key}\` is not ${rule.is}: ${path}`, path);
    }
  }
  return checkpoint as unknown as CheckpointFile;
}

function readObject(path: string, absent: StoreErrorCode, damaged: StoreErrorCode): JsonObject {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new StoreError(absent, `there is no ${path}`, path, error);
    throw readFailure(error, path);
  }
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    throw new StoreError(damaged, `${path} is no JSON: ${error instanceof Error ? error.message : 'syntax error'}`, path, error);
  }
  if (!isObject(value)) throw new StoreError(damaged, `${path} holds no JSON object`, path);
  return value;
}
