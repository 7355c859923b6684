import { List, Map, OrderedMap, Set } from 'immutable';
import type { Json, JsonObject } from '../json.ts';
import type { FrameState, Position, RunState, Visit } from './state.ts';

/** Version of the state inside `checkpoint.json`; a reader refuses any other. */
export const stateVersion = 1;

/** The whole state as JSON, for `checkpoint.json` (files.md 3). */
export function encodeState(state: RunState): JsonObject {
  return {
    ...state,
    frames: state.frames.toList().map(encodeFrame).toArray(),
    trail: state.trail.toArray(),
    failureJumps: objectOf(state.failureJumps),
    scriptCalls: objectOf(state.scriptCalls),
    childRuns: objectOf(state.childRuns),
    handled: state.handled.toArray(),
  } as unknown as JsonObject;
}

/** Reads back what `encodeState` wrote. The caller has checked the version and the schema. */
export function decodeState(json: JsonObject): RunState {
  const raw = json as unknown as RunState & Record<string, unknown>;
  const frames = (json['frames'] as unknown as JsonObject[]).map(decodeFrame);
  return {
    ...raw,
    frames: Map(frames.map((frame) => [frame.id, frame])),
    trail: List(json['trail'] as unknown as string[]),
    failureJumps: mapOf<number>(json['failureJumps']),
    scriptCalls: mapOf<number>(json['scriptCalls']),
    childRuns: mapOf<number>(json['childRuns']),
    handled: List(json['handled'] as unknown as RunState['handled']),
  };
}

function encodeFrame(frame: FrameState): JsonObject {
  return {
    ...frame,
    position: encodePosition(frame.position),
    context: frame.context.toArray(),
    reported: frame.reported.toArray(),
    visits: frame.visits.toArray(),
    outcomes: frame.outcomes.toArray(),
    gates: frame.gates.toArray(),
    standing: frame.standing.toArray(),
    failing: frame.failing.toArray(),
    marks: frame.marks.toArray(),
    partialJoins: frame.partialJoins.toArray(),
    history: frame.history.toArray(),
  } as unknown as JsonObject;
}

function decodeFrame(json: JsonObject): FrameState {
  const raw = json as unknown as FrameState;
  const entries = (key: string) => json[key] as unknown as [string, never][];
  return {
    ...raw,
    position: decodePosition(json['position'] as JsonObject),
    context: Map(entries('context')),
    reported: Map(entries('reported')),
    visits: Map(entries('visits')),
    outcomes: Map(entries('outcomes')),
    gates: Map(entries('gates')),
    standing: OrderedMap(entries('standing')),
    failing: Set(json['failing'] as unknown as string[]),
    marks: Map(entries('marks')),
    partialJoins: Set(json['partialJoins'] as unknown as string[]),
    history: List(json['history'] as unknown as []),
  };
}

function encodePosition(position: Position): JsonObject {
  if (!('visit' in position)) return { ...position };
  const visit = { ...position.visit, memory: position.visit.memory.toArray(), children: position.visit.children.toArray() };
  const branches = position.at === 'forked' ? { branches: position.branches.toArray() } : {};
  return { ...position, visit, ...branches } as unknown as JsonObject;
}

function decodePosition(json: JsonObject): Position {
  const raw = json as unknown as Position;
  if (!('visit' in raw)) return raw;
  const visit: Visit = {
    ...raw.visit,
    memory: List(raw.visit.memory as unknown as Json[]),
    children: Map(raw.visit.children as unknown as [number, number][]),
  };
  if (raw.at === 'forked') return { ...raw, visit, branches: List(raw.branches as unknown as []) };
  return { ...raw, visit };
}

/** Not `toObject`, which would lose a key `__proto__`. */
function objectOf<V>(map: Map<string, V>): Readonly<Record<string, V>> {
  return Object.fromEntries(map);
}

function mapOf<V>(json: Json | undefined): Map<string, V> {
  return Map(Object.entries((json ?? {}) as Record<string, never>));
}
