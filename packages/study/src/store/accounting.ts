import type { Recorder } from '../records/recorder.ts';
import type { EvaluationDoor, EvaluationStore } from './evaluation-store.ts';

export interface EvalClaim {
  /** What the worker says it evaluated, in all. */
  readonly claimed: number;
  /** Rows that carry its delegation's id, over all namespaces. */
  readonly stamped: number;
  /** A source is registered, so that an honest evaluation leaves a row. */
  readonly hasSource: boolean;
}

/** What of a claim counts (DE-27): under a registered source the stamped rows, else the larger of both. */
export function reconcileEvals({ claimed, stamped, hasSource }: EvalClaim): { readonly counts: number; readonly isOffLedger: boolean } {
  const wanted = Number.isFinite(claimed) ? Math.max(0, Math.floor(claimed)) : 0;
  if (hasSource) return { counts: stamped, isOffLedger: wanted > 0 && stamped === 0 };
  return { counts: Math.max(wanted, stamped), isOffLedger: false };
}

/** Reconciles claims with a store and records `OFF_LEDGER_EVALS` where nothing supports one (DE-27). Returns what counts. */
export function evalAccounting(
  store: Pick<EvaluationStore, 'stamped'>,
  door: Pick<EvaluationDoor, 'hasSource'>,
  recorder: Pick<Recorder, 'diagnostic'>,
): (delegation: string, node: string, claimed: number) => number {
  return (delegation, node, claimed) => {
    const { counts, isOffLedger } = reconcileEvals({ claimed, stamped: store.stamped(delegation), hasSource: door.hasSource() });
    if (isOffLedger) {
      recorder.diagnostic('OFF_LEDGER_EVALS', node, {
        delegation_id: delegation,
        claimed,
        stamped: 0,
        message: `${delegation} reports ${claimed} evaluations, but no row of the store carries its id: they count as 0. Evaluate through the tool Evaluate.`,
      });
    }
    return counts;
  };
}
