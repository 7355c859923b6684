import type { JsonObject } from '@attractor/engine';

/** One evaluation (ES-01). */
export interface StoreRow {
  readonly input: JsonObject;
  readonly output: JsonObject | null;
  readonly status: 'finished' | 'failed';
  readonly _delegation_id: string | null;
  readonly _source: string | null;
  readonly _ts: string;
  readonly error?: string;
}

/** `experiment_data/`: rows of the canonical store and of its namespaces (ES). `namespace` null is the canonical store (DE-30). */
export interface EvaluationStore {
  /** Absolute. */
  readonly directory: string;
  rows(namespace: string | null): readonly StoreRow[];
  namespaces(): readonly string[];
  /** Finished and failed rows of all namespaces (ES-05). */
  count(): number;
  /** Rows stamped with a delegation, over all namespaces (DE-27). */
  stamped(delegation: string): number;
  /** Order-independent hash of the finished rows of all namespaces, without `_ts` (ES-05, RG-08); empty for an empty store. */
  contentHash(): string;
}

/** What an evaluation came to (ES-03). */
export type Evaluation =
  | { readonly kind: 'output'; readonly output: JsonObject; readonly isNew: boolean }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'no_oracle'; readonly message: string };

/** The metered door to the oracle (ES-02, ES-03): the tool `Evaluate` and `attractor study eval` are this. */
export interface EvaluationDoor {
  evaluate(
    input: JsonObject,
    options: { readonly namespace: string | null; readonly delegation?: string; readonly signal: AbortSignal },
  ): Promise<Evaluation>;
  /** An evaluator entrypoint or a lookup is named (TU-13). */
  hasSource(): boolean;
}
