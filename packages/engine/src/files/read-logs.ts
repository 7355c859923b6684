import { join } from 'node:path';
import type { DecisionRecord, RunEvent, TraceLine } from '../event.ts';
import type { JsonObject } from '../json.ts';
import { StoreError } from '../store.ts';
import { type JsonLines, readJsonLines } from './read-lines.ts';

/**
 * Reads journal.jsonl (files.md 3). A torn last line is left out and told in `torn`; any other damage throws
 * `damaged_journal`, naming file and line. An absent journal has no lines.
 */
export function readJournal(directory: string): JsonLines {
  const path = join(directory, 'journal.jsonl');
  return readJsonLines(path, (line, reason) => {
    throw damagedJournal(`${path}:${line}`, reason, path);
  });
}

/** What is wrong with the journal, where, and what to do about it. */
export function damagedJournal(where: string, reason: string, path: string, cause?: unknown): StoreError {
  const message = `the journal is damaged at ${where}: ${reason}; \`attractor resume --from-checkpoint\` goes on from checkpoint.json`;
  return new StoreError('damaged_journal', message, path, cause);
}

/** Is told once for a file in which lines could not be read; they are left out. */
export type OnDamage = (message: string) => void;

/**
 * Lines of trace.jsonl; empty when there is none. A torn last line is left out (a run may be writing it), and so is what
 * is no trace line: the file is a view, only the journal is the run (files.md 3).
 */
export function readTrace(directory: string, onDamage?: OnDamage): readonly TraceLine[] {
  const isLine = ({ node_id, status, branch, reason, duration_ms }: JsonObject): boolean =>
    areTexts(node_id, status, branch, reason) && typeof duration_ms === 'number';
  return readView<TraceLine>(directory, 'trace.jsonl', isLine, onDamage);
}

/** Lines of events.jsonl, as `readTrace` reads its file. */
export function readEvents(directory: string, onDamage?: OnDamage): readonly RunEvent[] {
  const isEvent = ({ type, ts, seq }: JsonObject): boolean => areTexts(type, ts) && typeof seq === 'number';
  return readView<RunEvent>(directory, 'events.jsonl', isEvent, onDamage);
}

/** Lines of decisions.jsonl, as `readTrace` reads its file. */
export function readDecisions(directory: string, onDamage?: OnDamage): readonly DecisionRecord[] {
  const isDecision = ({ node, status, kind, rule, target, candidates }: JsonObject): boolean =>
    areTexts(node, status, kind, rule, target) && Array.isArray(candidates);
  return readView<DecisionRecord>(directory, 'decisions.jsonl', isDecision, onDamage);
}

/** The engine wrote these lines; their whole shapes are checked by the schemas in tests, not at every reading. */
function readView<T>(directory: string, name: string, isOne: (value: JsonObject) => boolean, onDamage: OnDamage = () => {}): readonly T[] {
  const path = join(directory, name);
  const damage: string[] = [];
  const note = (line: number, reason: string): void => void damage.push(`line ${line}: ${reason}`);
  const { lines } = readJsonLines(path, note);
  const good: T[] = [];
  for (const { number, value } of lines) {
    if (isOne(value)) good.push(value as unknown as T);
    else note(number, 'it is no record of this file');
  }
  if (damage.length > 0) {
    const more = damage.length === 1 ? '' : `, and ${damage.length - 1} more`;
    onDamage(`${path} is damaged, what cannot be read is left out (${damage[0] ?? ''}${more}); the journal is not concerned`);
  }
  return good;
}

function areTexts(...values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'string');
}
