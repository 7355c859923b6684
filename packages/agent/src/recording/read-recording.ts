import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '@attractor/engine';
import { digestOf } from './asked.ts';
import { type CallLine, type EndLine, recordingFile, recordingFolder, recordingVersion, type TurnLine } from './format.ts';
import { wholeLines } from './line-file.ts';
import { type Places, placeName, places } from './places.ts';

/** A call as it was recorded. */
export interface RecordedCall extends Omit<CallLine, 't'> {
  readonly turns: readonly (Omit<TurnLine, 'messages'> & { readonly messages: readonly Json[] })[];
  /** Absent when the run was killed in the middle of the call. */
  readonly end?: EndLine;
  /** Something was called after this call had ended: the run went on. */
  readonly wentOn: boolean;
}

/** The recorded calls of a run. */
export interface Recording {
  readonly file: string;
  /** The calls of a node in a branch, by `placeName`. */
  calls(place: string): Places<RecordedCall> | undefined;
  readonly places: readonly string[];
  /** Tells a recording from another one, and from an older state of itself. */
  readonly digest: string;
}

export type RecordingReading =
  | { readonly ok: true; readonly recording: Recording }
  | { readonly ok: false; readonly kind: 'absent' | 'damaged'; readonly problem: string };

/** Reads the recording of a run directory. A torn last line, which a kill leaves, is no damage. */
export function readRecording(directory: string): RecordingReading {
  const file = join(directory, recordingFolder, recordingFile);
  if (!existsSync(file)) return { ok: false, kind: 'absent', problem: `${directory} holds no recording; record one with --record` };
  let lines: readonly string[];
  try {
    lines = wholeLines(file);
  } catch (error) {
    return { ok: false, kind: 'damaged', problem: `cannot read ${file}: ${error instanceof Error ? error.message : String(error)}` };
  }
  const builder = recordingBuilder();
  const hash = createHash('sha256');
  for (const [at, line] of lines.entries()) {
    hash.update(line).update('\n');
    const problem = builder.add(line, at === 0);
    if (problem !== undefined) {
      return { ok: false, kind: 'damaged', problem: `${file}:${at + 1}: the recording is damaged: ${problem}. Record the run again.` };
    }
  }
  if (lines.length === 0)
    return { ok: false, kind: 'damaged', problem: `${file} is empty: the run was killed before its first model call` };
  const calls = builder.calls();
  return {
    ok: true,
    recording: { file, calls: (place) => calls.get(place), places: [...calls.keys()], digest: hash.digest('hex') },
  };
}

type Growing = { -readonly [Key in keyof RecordedCall]: RecordedCall[Key] } & { turns: RecordedCall['turns'][number][] };

interface Builder {
  /** What is wrong with a line, or undefined. */
  add(line: string, first: boolean): string | undefined;
  calls(): ReadonlyMap<string, Places<RecordedCall>>;
}

function recordingBuilder(): Builder {
  const byId = new Map<string, Growing>();
  const order = new Map<string, Places<RecordedCall>>();
  const ended: Growing[] = [];
  return {
    add(line, first) {
      const record = parsed(line);
      if (record === undefined) return 'it is no JSON object';
      if (first) {
        if (record['t'] !== 'recording') return 'it does not begin with its version';
        return record['version'] === recordingVersion ? undefined : `its version is ${String(record['version'])}, not ${recordingVersion}`;
      }
      if (record['t'] === 'call') {
        if (!isCall(record)) return 'a call lacks a field';
        if (record.digest !== digestOf(record.asked)) return 'what a call asked does not fit its digest';
        for (const call of ended.splice(0)) call.wentOn = true;
        const { t: _, ...fields } = record;
        const call: Growing = { ...fields, turns: [], wentOn: false };
        byId.set(call.call, call);
        const place = placeName(call);
        const list = order.get(place) ?? places<RecordedCall>();
        order.set(place, list);
        list.put(call, call);
        return undefined;
      }
      const call = byId.get(String(record['call']));
      if (call === undefined) return 'it belongs to no call';
      if (record['t'] === 'turn') return addTurn(call, record);
      if (record['t'] !== 'end' || !isEnd(record)) return `a record of kind ${JSON.stringify(record['t'])} is not known or lacks a field`;
      call.end = record;
      ended.push(call);
      return undefined;
    },
    calls: () => order,
  };
}

function addTurn(call: Growing, record: Readonly<Record<string, unknown>>): string | undefined {
  if (!isTurn(record)) return 'a turn lacks a field';
  const before = call.turns.at(-1)?.messages ?? [];
  if (record.turn !== call.turns.length + 1 || record.from > before.length) return `turn ${record.turn} does not follow the one before`;
  const messages = [...before.slice(0, record.from), ...record.messages];
  if (record.digest !== digestOf(record.head, messages)) return `what turn ${record.turn} asked does not fit its digest`;
  call.turns.push({ ...record, messages });
  return undefined;
}

function parsed(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCall(record: Readonly<Record<string, unknown>>): record is Readonly<Record<string, unknown>> & CallLine {
  const texts = ['call', 'branch', 'node', 'backend', 'digest'].every((key) => typeof record[key] === 'string');
  return texts && ['n', 'visit', 'attempt'].every((key) => Number.isInteger(record[key])) && isObject(record['asked']);
}

function isTurn(record: Readonly<Record<string, unknown>>): record is Readonly<Record<string, unknown>> & TurnLine {
  const { answer } = record;
  if (!isObject(answer)) return false;
  const whole = answer['kind'] === 'failed' ? isObject(answer['error']) : isObject(answer['response']) && isResponse(answer['response']);
  return (
    whole &&
    isObject(record['head']) &&
    Array.isArray(record['messages']) &&
    Array.isArray(record['retries']) &&
    Number.isInteger(record['from'])
  );
}

function isResponse(response: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(response['content']) && isObject(response['finish']) && isObject(response['usage']);
}

function isEnd(record: Readonly<Record<string, unknown>>): record is Readonly<Record<string, unknown>> & EndLine {
  const { result } = record;
  if (!isObject(result)) return false;
  switch (result['kind']) {
    case 'answer':
      return isObject(result['answer']) && typeof result['answer']['text'] === 'string';
    case 'outcome':
      return isObject(result['outcome']) && typeof result['outcome']['status'] === 'string';
    case 'error':
      return isObject(result['error']) && typeof result['error']['message'] === 'string';
    case 'aborted':
      return typeof result['why'] === 'string';
    default:
      return false;
  }
}
