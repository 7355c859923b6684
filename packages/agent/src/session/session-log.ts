import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BackendRequest, Clock, Json, JsonObject, Masker } from '@attractor/engine';
import { newRunId, StoreError } from '@attractor/engine';
import { maskerOf } from '@attractor/handlers';

/** The record of one session: `sessions/<id>/events.jsonl` in the node's folder (files.md 4, §26), and the run's `agent.*` events. */
export interface SessionLog {
  readonly id: string;
  readonly directory: string;
  /** Appends `{event, timestamp, data}`, secrets masked. */
  record(event: string, data: JsonObject): void;
  /** Tells the run's observers; short, since each event of a run is kept once more in its `events.jsonl`. */
  emit(event: string, data: JsonObject): void;
}

export function openSessionLog(request: BackendRequest): SessionLog {
  const { invocation, node } = request;
  const { clock, random } = invocation.services;
  const id = newRunId(clock.now(), random);
  const directory = join(invocation.directory.ensure(), 'sessions', id);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return sessionLog({
    id,
    directory,
    file: join(directory, 'events.jsonl'),
    masker: maskerOf(invocation),
    clock,
    emit: (event, data) => request.emit({ type: `agent.${event}`, node: node.id, data }),
  });
}

/** A session's record in a file whose folder is there, or in none; what is told of it is masked too. */
export function sessionLog(options: {
  readonly id: string;
  readonly directory: string;
  readonly file?: string | undefined;
  readonly masker: Masker;
  readonly clock: Pick<Clock, 'now'>;
  emit(event: string, data: JsonObject): void;
}): SessionLog {
  const { id, directory, file, masker, clock } = options;
  return {
    id,
    directory,
    record(event, data) {
      if (file === undefined) return;
      const line = { event, timestamp: new Date(clock.now()).toISOString(), data: masker.json(data) };
      append(file, `${JSON.stringify(line)}\n`);
    },
    emit: (event, data) => options.emit(event, masker.json(data) as JsonObject),
  };
}

function append(file: string, line: string): void {
  try {
    appendFileSync(file, line, { mode: 0o600 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const kind = code === 'ENOSPC' || code === 'EDQUOT' ? 'disk_full' : 'unwritable';
    throw new StoreError(kind, `cannot write ${file}: ${error instanceof Error ? error.message : String(error)}`, file, error);
  }
}

/** Leaves out what is undefined, so that the rest is JSON. */
export function jsonFields(fields: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, Json] => entry[1] !== undefined));
}
