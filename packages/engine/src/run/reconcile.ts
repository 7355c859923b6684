import { readDecisions, readEvents, readTrace } from '../files/index.ts';
import type { RunState } from '../state/state.ts';
import type { Effect } from '../step/effect.ts';
import type { Recorder } from './recorder.ts';

/**
 * A crash may come between a journal record and the files derived from it. The records of the last input are derived
 * again; those that the files already hold are left out, so that every event and trace line stands once (files.md 4).
 */
export function reconcile(directory: string, effects: readonly Effect[], state: RunState, recorder: Recorder): RunState {
  const lastEvent = readEvents(directory).at(-1);
  const lastTrace = JSON.stringify(readTrace(directory).at(-1) ?? null);
  const lastDecision = JSON.stringify(readDecisions(directory).at(-1) ?? null);
  const missing = effects.filter((effect) => {
    if (effect.do === 'event') return lastEvent === undefined || effect.event.seq > lastEvent.seq;
    if (effect.do === 'trace') return JSON.stringify(effect.line) !== lastTrace;
    if (effect.do === 'decision') return JSON.stringify(effect.record) !== lastDecision;
    return effect.do === 'status' || effect.do === 'feedback' || effect.do === 'checkpoint';
  });
  recorder.write(missing, state);
  return { ...state, seq: Math.max(state.seq, (lastEvent?.seq ?? -1) + 1) };
}
