import type { Json, JsonObject, Usage } from '@attractor/engine';

/** Phases of telemetry (RE-12). */
export type Phase = 'hub_turn' | 'worker' | 'critic_review' | 'verdict_validation' | 'interview' | 'debate_judge' | 'feedback';

export interface CallUsage {
  readonly node: string;
  readonly role: string;
  readonly model: string;
  readonly phase: Phase;
  readonly delegation?: string;
  readonly usage: Usage;
}

/** What a run records beside its log (RE). Best effort: nothing here ever changes a result (RE-07). */
export interface Recorder {
  /** Telemetry and totals; one call lands in exactly one of the counts (RE-02, RE-12). */
  usage(call: CallUsage): void;
  /** A tool's error (RE-04); the node's error count rises by one, also when nothing can be written. */
  toolError(row: {
    readonly node: string;
    readonly tool: string;
    readonly errorType: string;
    readonly fault: 'system' | 'agent';
    readonly message: string;
    readonly trace?: string;
    readonly arguments?: JsonObject;
  }): void;
  /** A nudge, a bounce, or what was only observed (RE-06); no error. */
  intervention(row: {
    readonly node: string;
    readonly type: string;
    readonly message: string;
    readonly told: boolean;
    readonly extra?: JsonObject;
  }): void;
  /** Any other diagnostics row, e.g. `LLM_RETRY` (RE-05), `USD_BACKSTOP` (BH-16). */
  diagnostic(type: string, node: string, fields: Readonly<Record<string, Json>>): void;
  /** The Retrospective section of a text, or its whole text marked as unparsed (RE-08 to RE-10); only empty text records nothing. */
  retrospective(row: {
    readonly sourceId: string;
    readonly role: string;
    readonly text: string;
    readonly synthetic?: boolean;
    readonly deliverableVersion?: string;
  }): void;
  /** Source ids with a real retrospective on record (ST-13). */
  retrospectives(): ReadonlySet<string>;
  /** Sums over all nodes of the run (BU-16). */
  totals(): RunTotals;
}

export interface RunTotals {
  readonly usage: Usage;
  /** Dollars reported so far; absent while no call has reported a cost (BU-09). */
  readonly spentUsd?: number;
  readonly normalisedCalls: number;
  readonly legacyCalls: number;
  readonly errors: ReadonlyMap<string, number>;
}
