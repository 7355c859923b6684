import type { Json, JsonObject } from './json.ts';
import type { FailureClass, Status, Usage } from './outcome.ts';

export type Phase = 'PARSE' | 'TRANSFORM' | 'VALIDATE' | 'INITIALIZE' | 'EXECUTE' | 'FINALIZE';

export type EndStatus = 'success' | 'partial_success' | 'fail' | 'halted' | 'parked' | 'cancelled';

/** Events of the work inside a node: `agent.model_call`, `agent.tool_call`, ... and interviews. Times and numbering are added by the engine. */
export type AgentEventData =
  | { readonly type: `agent.${string}`; readonly node: string; readonly data: JsonObject }
  | { readonly type: 'interview.started'; readonly node: string; readonly question: JsonObject }
  | {
      readonly type: 'interview.completed';
      readonly node: string;
      readonly question_id: string;
      readonly answer: string;
      readonly duration_ms: number;
    }
  | { readonly type: 'interview.timeout'; readonly node: string; readonly question_id: string; readonly duration_ms: number }
  | { readonly type: 'subgraph.started'; readonly node: string; readonly cycle_index: number; readonly directory: string }
  | {
      readonly type: 'subgraph.completed';
      readonly node: string;
      readonly cycle_index: number;
      readonly status: Status | EndStatus;
      readonly duration_ms: number;
    }
  /** What a manager sees of its child while it runs (engine.md 11): active node, last outcome, counts. */
  | {
      readonly type: 'subgraph.progress';
      readonly node: string;
      readonly cycle_index: number;
      readonly status: 'running' | 'completed' | 'failed';
      readonly stage: string;
      readonly outcome: string;
      readonly visits: number;
      readonly retries: number;
      /** US dollars; null when no price is known. */
      readonly cost_usd: number | null;
    }
  | { readonly type: 'context.rejected'; readonly node: string; readonly keys: readonly string[] }
  | { readonly type: 'warning'; readonly node?: string; readonly message: string };

/** What happened, without its number, time and place (files.md 4). */
export type EventData =
  | { readonly type: 'pipeline.started'; readonly name: string; readonly goal: string; readonly resumed: boolean }
  | {
      readonly type: 'pipeline.completed';
      readonly status: 'success' | 'partial_success';
      readonly duration_ms: number;
      readonly artifact_count: number;
    }
  | { readonly type: 'pipeline.failed'; readonly reason: string; readonly error_type: string; readonly duration_ms: number }
  | { readonly type: 'pipeline.halted'; readonly reason: string; readonly duration_ms: number }
  | { readonly type: 'pipeline.parked'; readonly questions: readonly string[]; readonly duration_ms: number }
  | { readonly type: 'pipeline.cancelled'; readonly reason: string; readonly duration_ms: number }
  | { readonly type: 'phase.entered'; readonly phase: Phase }
  | {
      readonly type: 'node.started';
      readonly node: string;
      readonly index: number;
      readonly visit: number;
      readonly attempt: number;
      readonly iteration: number;
    }
  | {
      readonly type: 'node.completed';
      readonly node: string;
      readonly index: number;
      readonly visit: number;
      readonly status: Status;
      readonly preferred_label: string;
      readonly is_explicit: boolean;
      readonly attempt: number;
      readonly duration_ms: number;
      readonly usage?: Usage;
    }
  | {
      readonly type: 'node.retrying';
      readonly node: string;
      readonly attempt: number;
      readonly max: number;
      readonly delay_ms: number;
      readonly reason: string;
      /** What the attempt used. */
      readonly usage?: Usage;
    }
  | {
      readonly type: 'node.failed';
      readonly node: string;
      readonly index: number;
      readonly reason: string;
      readonly failure_class: FailureClass;
      readonly will_retry: boolean;
    }
  | {
      readonly type: 'node.skipped';
      readonly node: string;
      readonly reason: string;
      readonly missing: readonly string[];
      readonly producers: readonly string[];
    }
  | {
      readonly type: 'edge.selected';
      readonly from: string;
      readonly to: string;
      readonly rule: string;
      readonly label: string;
      readonly condition: string;
    }
  | { readonly type: 'checkpoint.saved'; readonly node: string }
  | { readonly type: 'goal_gate.checked'; readonly satisfied: boolean; readonly unsatisfied: readonly string[]; readonly redirect: string }
  | {
      readonly type: 'contract.violation';
      readonly node: string;
      readonly declared: readonly string[];
      readonly emitted: readonly string[];
      readonly missing: readonly string[];
    }
  | { readonly type: 'parallel.started'; readonly node: string; readonly branch_count: number }
  | { readonly type: 'parallel.branch_started'; readonly node: string; readonly branch_name: string; readonly index: number }
  | {
      readonly type: 'parallel.branch_completed';
      readonly node: string;
      readonly branch_name: string;
      readonly index: number;
      readonly duration_ms: number;
      readonly status: Status | 'cancelled';
    }
  | {
      readonly type: 'parallel.completed';
      readonly node: string;
      readonly duration_ms: number;
      readonly success_count: number;
      readonly failure_count: number;
    }
  | { readonly type: 'loop.restarted'; readonly from: string; readonly to: string; readonly iteration: number }
  | {
      readonly type: 'budget.warning' | 'budget.exceeded';
      readonly kind: 'usd' | 'tokens' | 'time';
      readonly used: number;
      readonly limit: number;
    }
  | AgentEventData;

/** An event as sinks and `events.jsonl` get it. */
export type RunEvent = EventData & {
  readonly seq: number;
  /** ISO 8601, UTC, milliseconds. */
  readonly ts: string;
  readonly run: string;
  /** Branch string; absent at the root. */
  readonly branch?: string;
};

/** One line of `decisions.jsonl`: why the run went where it went (engine.md 4b, 5). */
export interface DecisionRecord {
  readonly ts: string;
  readonly branch: string;
  readonly node: string;
  readonly visit: number;
  readonly status: Status | '';
  readonly kind: 'edge' | 'failure_jump' | 'gate_redirect' | 'join' | 'restart' | 'end';
  /** The rule that decided, e.g. `condition`, `preferred_label`, `retry_target`; or `none`. */
  readonly rule: string;
  readonly target: string;
  readonly candidates: readonly {
    readonly edge: number;
    readonly to: string;
    readonly condition: string;
    readonly label: string;
    readonly weight: number;
    readonly verdict: string;
  }[];
  readonly reason: string;
}

/** One line of `trace.jsonl`, keys in this order (files.md 1). */
export interface TraceLine {
  readonly iteration: number;
  readonly node_id: string;
  readonly status: Status;
  readonly preferred_label: string;
  readonly is_explicit: boolean;
  readonly duration_ms: number;
  readonly ts: string;
  readonly attempt: number;
  readonly visit: number;
  readonly branch: string;
  /** Target of the edge taken, `a -> b`; empty at a dead end. */
  readonly edge: string;
  readonly reason: string;
}

export type { Json };
