import type { Masker } from '../files/index.ts';
import type { Usage } from '../outcome.ts';
import type { FrameId } from '../state/state.ts';
import type { Machine } from '../step/step.ts';
import type { RunStore } from '../store.ts';
import type { Recorder } from './recorder.ts';
import type { SessionParts } from './session.ts';

/** What a session has and the loop needs once its run directory is open. */
export interface LoopParts extends SessionParts {
  readonly machine: Machine;
  readonly store: RunStore;
  readonly recorder: Recorder;
  readonly masker: Masker;
  /** What children of visits in progress had used when the run stopped. */
  readonly spentBelow: ReadonlyMap<FrameId, Usage>;
}
