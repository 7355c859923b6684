import { type OnDamage, readDecisions, readEvents, readTrace } from '../files/index.ts';
import type { RunState } from '../state/state.ts';
import type { Effect } from '../step/effect.ts';
import type { Recorder } from './recorder.ts';

/**
 * A crash may come between a journal record and the files derived from it. The records of the last input are derived
 * again; those that the files already hold are left out, so that every event and trace line stands once (files.md 4).
 * `onDamage` is told of files in which something cannot be read.
 */
export function reconcile(
  directory: string,
  effects: readonly Effect[],
  state: RunState,
  recorder: Recorder,
  onDamage: OnDamage,
): RunState {
  const lastEvent = readEvents(directory, onDamage).at(-1);
  // One input may write several lines, e.g. those of a branch's last node and of the component that ends with it.
  const count = (kind: Effect['do']): number => effects.filter((effect) => effect.do === kind).length;
  const traced = newest(readTrace(directory, onDamage), count('trace'));
  const decided = newest(readDecisions(directory, onDamage), count('decision'));
  const missing = effects.filter((effect) => {
    if (effect.do === 'event') return lastEvent === undefined || effect.event.seq > lastEvent.seq;
    if (effect.do === 'trace') return !traced.has(JSON.stringify(effect.line));
    if (effect.do === 'decision') return !decided.has(JSON.stringify(effect.record));
    return effect.do === 'status' || effect.do === 'feedback' || effect.do === 'checkpoint';
  });
  recorder.write(missing, state);
  return { ...state, seq: Math.max(state.seq, (lastEvent?.seq ?? -1) + 1) };
}

function newest(records: readonly unknown[], count: number): ReadonlySet<string> {
  return new Set(count === 0 ? [] : records.slice(-count).map((record) => JSON.stringify(record)));
}
