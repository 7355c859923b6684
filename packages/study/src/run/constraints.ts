import type { JsonObject } from '@attractor/engine';

/** The state of time, money and evaluations at one moment: the text agents read and the object that log rows keep come from one function (BU-13). */
export interface ConstraintSnapshot {
  readonly text: string;
  readonly data: JsonObject;
}

/** Budgets of the run (BU). Execution time is summed over the run's segments (A7). */
export interface Budgets {
  elapsedMs(): number;
  snapshot(): ConstraintSnapshot;
  /** max(accumulator, rows in the store) (BU-08). */
  evalsUsed(): number;
  /** What a worker says it evaluated in all; reconciled with stamped rows (DE-27). Returns what counts; the last claim of a delegation stands. */
  claimEvals(delegation: string, node: string, claimed: number): number;
  /** Past `delegate_cutoff_multiple` of the time budget: the text that refuses new delegations (BU-14). */
  cutoff(): string | undefined;
}
