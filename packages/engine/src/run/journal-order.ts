import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { damagedJournal, readTrace } from '../files/index.ts';
import { type JsonObject, jsonText } from '../json.ts';

type Line = { readonly number: number; readonly value: JsonObject };

/** Records are numbered one by one below the run's header: a lost, repeated, moved or foreign one is damage (files.md 3). */
export function requireOrder(lines: readonly Line[], runId: string, path: string): void {
  const [header] = lines;
  if (header === undefined) return;
  if (header.value['t'] !== 'header') throw damagedJournal(`${path}:1`, 'it does not begin with its header', path);
  const owner = jsonText(header.value['run']);
  if (owner !== runId) throw damagedJournal(`${path}:1`, `it is the journal of run '${owner}', not of '${runId}'`, path);
  let expected = recordNumber(header);
  for (const line of lines) {
    const number = recordNumber(line);
    if (number !== expected)
      throw damagedJournal(`${path}:${line.number}`, `it holds record ${number} where record ${expected} belongs`, path);
    expected++;
  }
}

/** The number of the next record: they go on one by one, whatever number the first has. */
export function nextRecord(lines: readonly Line[]): number {
  const [first] = lines;
  return first === undefined ? 0 : recordNumber(first) + lines.length;
}

/** A journal without any step belongs to a run that has done nothing: it must not begin again when its other files say more. */
export function requireUnbegun(directory: string, path: string): void {
  if (existsSync(join(directory, 'checkpoint.json')) || readTrace(directory).length > 0)
    throw damagedJournal(path, 'it holds no step of this run, which has begun', path);
}

function recordNumber({ value }: Line): number {
  const number = value['n'];
  return typeof number === 'number' ? number : Number.NaN;
}
