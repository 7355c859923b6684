import type { ChildRequest, ChildResult, SimulationMode } from '../handler.ts';
import type { StartOptions } from '../run-options.ts';
import type { Services } from '../services.ts';
import type { RunState, Visit } from '../state/state.ts';
import type { RunStore, VisitPlace } from '../store.ts';

/** The node that asks for a child run, and the run it lives in. */
export interface ChildOwner {
  readonly place: VisitPlace;
  /** The how-manieth child of this invocation, from 0. */
  readonly index: number;
  readonly visit: Visit;
  readonly services: Services;
  readonly mode: SimulationMode;
  readonly store: RunStore;
  readonly parent: RunState;
}

export type ChildRunner = (request: ChildRequest, owner: ChildOwner) => Promise<ChildResult>;

export type ChildDefaults = Pick<StartOptions, 'workingDirectory' | 'parameters' | 'services'> &
  Partial<Pick<StartOptions, 'durability' | 'mode'>>;

/** Runs of other graphs inside this one come with the folder and manager nodes. */
export function childRunner(_defaults: ChildDefaults, _runId: string): ChildRunner {
  return () => Promise.reject(new Error('child runs are not there yet'));
}
