import type { Termination } from './terminal.ts';

/** `debug/stop_request.json` (ST-18). */
export interface StopRequest {
  readonly requested_at: string;
  readonly by: string;
  readonly reason: string;
  readonly grace_s: number;
  readonly termination?: Termination;
}

/** A stop that the entry's tick has seen (ST-04). Times in milliseconds of the run's clock. */
export interface ActiveStop {
  readonly request: StopRequest;
  readonly deadline: number;
}

/** Stop and wind-down (ST). Only the entry node's tick acts (ST-02). */
export interface Stopping {
  /** Reads the request, acts at first sight and at the deadline; the notice for the hub, empty when nothing is new (ST-04, ST-07). */
  tick(): string;
  active(): ActiveStop | undefined;
  /** The text with which `Delegate` on any node refuses while a stop is active (ST-06). */
  refusal(): string | undefined;
  /** False when the request cannot be written (ST-09). */
  requestWindDown(reason: string, termination: Termination, graceMs: number, by: string): boolean;
  /** Past deadline and grace (ST-10). */
  isOverdue(): boolean;
  /** What a close under this stop is called (ST-11). */
  closingTermination(): Termination;
  /** Renames the request, so that a later resume is not stopped by it (ST-12). */
  consume(): void;
}
