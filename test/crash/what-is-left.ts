import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCheckpoint, readEvents, readJournal, readManifest, readTrace } from '@attractor/engine';

type Value = null | boolean | number | string | Value[] | { [key: string]: Value };

/** What differs between two runs of the same pipeline: times, numbers of records, and how often a crash repeated an attempt. */
const changing = new Set([
  'timestamp',
  'ts',
  'seq',
  'elapsedMs',
  'startedAt',
  'startedElapsed',
  'duration_ms',
  'journal_number',
  'invocations',
  'attempt',
  'startNs',
]);

function stable(value: Value): Value {
  if (Array.isArray(value)) return value.map(stable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !changing.has(key))
      .map(([key, child]) => [key, stable(child)]),
  );
}

/** Everything a finished run left behind that a crash must not change. */
export interface Left {
  readonly status: Value;
  readonly reason: Value;
  /** Context, gate verdicts, visits, counters, trail: the whole state. */
  readonly checkpoint: Value;
  readonly trace: Value;
  readonly files: readonly string[];
}

/** Reads a run directory, with its own path and run id written as placeholders. `parallel`: branches end in any order. */
export function whatIsLeft(root: string, parallel: boolean): Left {
  const directory = join(root, 'run');
  const manifest = readManifest(directory) as unknown as Record<string, Value>;
  const own = (value: unknown): Value =>
    JSON.parse(
      JSON.stringify(value)
        .replaceAll(root, '<root>')
        .replaceAll(manifest['run_id'] as string, '<run>'),
    ) as Value;
  const checkpoint = readCheckpoint(directory) as unknown as { [key: string]: Value };
  const trace = readTrace(directory) as unknown as Value[];
  return {
    status: manifest['status'] ?? null,
    reason: own(manifest['reason'] ?? null),
    checkpoint: stable(own(sortedLists(checkpoint, parallel))),
    trace: sortedLists(stable(own(trace)), parallel),
    files: readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((path) => !path.startsWith('lock'))
      .sort(),
  };
}

/** Lists of `[key, value]` pairs in the order of their keys, since maps have none; with `all`, every list. */
function sortedLists(value: Value, all: boolean): Value {
  if (Array.isArray(value)) {
    const items = value.map((item) => sortedLists(item, all));
    const pairs = items.every((item) => Array.isArray(item) && item.length === 2 && typeof item[0] === 'string');
    return all || pairs ? items.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, sortedLists(child, all)]));
}

/**
 * Whether a kill came late enough for a run to be there, and before its end was recorded: a resume of a failed run that
 * had ended goes on at the failed node, as it must (engine.md 14).
 */
export function runStands(root: string): boolean {
  const directory = join(root, 'run');
  return existsSync(join(directory, 'manifest.json')) && typeof readManifest(directory)['status'] !== 'string';
}

/** Frames whose node may be in the middle of its work, by the journal as a crash left it. */
export function inFlight(root: string): number {
  const last = new Map<string, string>();
  for (const { value } of readJournal(join(root, 'run')).lines) {
    if (typeof value['f'] === 'string' && typeof value['t'] === 'string') last.set(value['f'], value['t']);
  }
  return [...last.values()].filter((type) => type !== 'finished' && type !== 'parked').length;
}

/** How often each tool came to its end, by node and visit. */
export function toolEnds(root: string): Map<string, number> {
  const ends = new Map<string, number>();
  for (const line of readLines(join(root, 'work', 'tools.log'))) {
    const [word, node, visit] = line.split(' ');
    if (word === 'end') ends.set(`${node} ${visit}`, (ends.get(`${node} ${visit}`) ?? 0) + 1);
  }
  return ends;
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n');
  } catch {
    return [];
  }
}

const terminal = /^pipeline\.(completed|failed|halted|parked|cancelled)$/;

/** What is wrong with the event stream (files.md 4): gaps in `seq`, a terminal event too many or too few, records that stand twice. */
export function eventProblems(root: string): string[] {
  const directory = join(root, 'run');
  const events = readEvents(directory);
  const problems = events.flatMap((event, index) => (event.seq === index ? [] : [`event ${index} has seq ${event.seq}`]));
  const ends = events.filter((event) => terminal.test(event.type)).length;
  if (ends !== 1) problems.push(`${ends} terminal events`);
  const last = events.at(-1);
  if (last === undefined || !terminal.test(last.type)) problems.push('the last event is not the terminal one');
  const completed = events.filter((event) => event.type === 'node.completed').length;
  const visits = readTrace(directory).length;
  if (completed !== visits) problems.push(`${completed} node.completed events for ${visits} trace lines`);
  return problems;
}
