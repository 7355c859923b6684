import { join } from 'node:path';
import type { DecisionRecord, RunEvent, TraceLine } from '../event.ts';
import { StoreError } from '../store.ts';
import { type JsonLines, readJsonLines } from './read-lines.ts';

/**
 * Reads journal.jsonl (files.md 3). A torn last line is left out and told in `torn`; any other damage throws
 * `damaged_journal`, naming file and line. An absent journal has no lines.
 */
export function readJournal(directory: string): JsonLines {
  const path = join(directory, 'journal.jsonl');
  return readJsonLines(path, (line, reason) => damagedJournal(`${path}:${line}`, reason, path));
}

/** What is wrong with the journal, where, and what to do about it. */
export function damagedJournal(where: string, reason: string, path: string, cause?: unknown): StoreError {
  const message = `the journal is damaged at ${where}: ${reason}; \`attractor resume --from-checkpoint\` goes on from checkpoint.json`;
  return new StoreError('damaged_journal', message, path, cause);
}

/** Lines of trace.jsonl; empty when there is none. A torn last line is left out (a run may be writing it). */
export function readTrace(directory: string): readonly TraceLine[] {
  return readLog<TraceLine>(directory, 'trace.jsonl');
}

/** Lines of events.jsonl; empty when there is none. A torn last line is left out. */
export function readEvents(directory: string): readonly RunEvent[] {
  return readLog<RunEvent>(directory, 'events.jsonl');
}

/** Lines of decisions.jsonl; empty when there is none. A torn last line is left out. */
export function readDecisions(directory: string): readonly DecisionRecord[] {
  return readLog<DecisionRecord>(directory, 'decisions.jsonl');
}

/** The engine wrote these lines; their shapes are checked by the schemas in tests, not at every reading. */
function readLog<T>(directory: string, name: string): readonly T[] {
  const path = join(directory, name);
  const { lines } = readJsonLines(path, (line, reason) => new StoreError('unreadable', `damaged line ${path}:${line}: ${reason}`, path));
  return lines.map((line) => line.value as unknown as T);
}
