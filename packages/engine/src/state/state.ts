import type { List, Map, OrderedMap, Set } from 'immutable';
import type { EndStatus } from '../event.ts';
import type { StageRecord } from '../handler.ts';
import type { Question } from '../interviewer.ts';
import type { Json, JsonObject } from '../json.ts';
import type { FailureClass, Status, Usage } from '../outcome.ts';
import type { HandledFailure } from '../run-options.ts';
import type { BranchStep } from '../store.ts';

/** Identity of a frame: empty for the root, else the branch string with the component's visit, unique within a run. */
export type FrameId = string;

/** Evidence about `must_write`, taken before a visit (engine.md 3.8). Nanoseconds as decimal text, because journals are JSON. */
export interface MustWriteStart {
  readonly path: string;
  readonly startNs: string;
  readonly before: JsonObject | null;
}

/** Why a running node was told to stop. */
export type AbortReason = 'timeout' | 'duration' | 'cancel' | 'sibling' | 'halt';

/** A visit of a node that has begun. */
export interface Visit {
  readonly node: string;
  /** Index of the edge it was entered by; -1 at the start and after jumps. */
  readonly via: number;
  readonly visit: number;
  /** Place on the retry ladder, from 1. */
  readonly attempt: number;
  /** Invocations of this visit so far, interrupted ones included. */
  readonly invocations: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Execution time of the run when the visit (or its resumption) began. */
  readonly startedElapsed: number;
  readonly mustWrite?: MustWriteStart;
  readonly memory: List<Json>;
  /** Child runs of this visit: cycle index -> number of the child's directory. */
  readonly children: Map<number, number>;
  readonly resumed: boolean;
}

export type BranchStatus = Status | 'cancelled';

/** One entry of `parallel.results` (engine.md 8). */
export interface BranchResult {
  readonly id: string;
  readonly index: number;
  readonly status: BranchStatus;
  readonly label: string;
  readonly notes: string;
  readonly text: string;
  readonly reason: string;
  readonly context_updates: JsonObject;
  readonly usage: Usage;
  readonly duration_ms: number;
}

export interface Branch {
  readonly index: number;
  readonly edge: number;
  readonly first: string;
  readonly frame: FrameId;
  readonly state: 'pending' | 'running' | 'ended';
  readonly result?: BranchResult;
}

/** Where a frame stands. Exactly one of these; what a position does not need does not exist in it. */
export type Position =
  | { readonly at: 'entering'; readonly node: string; readonly via: number }
  | { readonly at: 'running'; readonly visit: Visit; readonly inFlight: boolean; readonly abort?: AbortReason }
  | { readonly at: 'waiting'; readonly visit: Visit }
  | {
      readonly at: 'forked';
      readonly visit: Visit;
      readonly branches: List<Branch>;
      readonly join: string;
      readonly decided?: string;
      readonly abort?: AbortReason;
    }
  | { readonly at: 'parked'; readonly visit: Visit; readonly questions: readonly Question[] }
  | { readonly at: 'ended' };

/** What later decisions need of a node's last outcome; full texts stay in files and the context. */
export interface OutcomeSummary {
  readonly status: Status;
  readonly label: string;
  readonly reason: string;
  /** What a critic said, cut to the length a feedback entry may have. */
  readonly critique: string;
}

export interface GateRecord {
  readonly passed: boolean;
  readonly status: Status;
  readonly reason: string;
  /** The component or folder of this frame that the gate lies in; absent for the frame's own gates. */
  readonly owner?: string;
}

export interface LastNode {
  readonly node: string;
  readonly status: Status;
  readonly reason: string;
  readonly failureClass: FailureClass | '';
  readonly isExplicit: boolean;
  readonly label: string;
  readonly notes: string;
  readonly text: string;
}

/** One path of execution: the root, or a branch of a parallel node. A branch is a run within the run (engine.md 8). */
export interface FrameState {
  readonly id: FrameId;
  /** Branch string of trace lines and events; empty at the root. */
  readonly branch: string;
  readonly place: readonly BranchStep[];
  readonly parent?: { readonly frame: FrameId; readonly index: number };
  /** The join at which a branch ends; empty at the root. */
  readonly join: string;
  readonly startedElapsed: number;
  readonly position: Position;
  readonly context: Map<string, Json>;
  /** Updates that nodes of this frame reported, for the branch's result. */
  readonly reported: Map<string, Json>;
  readonly steps: number;
  readonly visits: Map<string, number>;
  readonly iteration: number;
  readonly outcomes: Map<string, OutcomeSummary>;
  readonly gates: Map<string, GateRecord>;
  /** Unhandled failures and unmet inputs, oldest first (engine.md 6). */
  readonly standing: OrderedMap<string, string>;
  /** Nodes that failed and have not passed since (`runs_on`). */
  readonly failing: Set<string>;
  /** Output keys of failed or skipped nodes -> the node (engine.md 3.4). */
  readonly marks: Map<string, string>;
  /** Components whose `wait_all` join had failed branches at their last visit. */
  readonly partialJoins: Set<string>;
  readonly history: List<StageRecord>;
  readonly usage: Usage;
  readonly last?: LastNode;
}

export interface EndResult {
  readonly status: EndStatus;
  readonly reason: string;
  readonly errorType: string;
  /** Where `resume` enters; absent: where the frames stand. */
  readonly resumeAt?: string;
  readonly questions: readonly string[];
}

export interface Limits {
  readonly timeoutMs?: number;
  readonly budgetUsd?: number;
  readonly budgetTokens?: number;
}

/** The whole state of a run: a value, derived from the journal by folding `step` over it. */
export interface RunState {
  readonly frames: Map<FrameId, FrameState>;
  /** Number of the next event. */
  readonly seq: number;
  /** Execution time in milliseconds, summed over segments. */
  readonly elapsedMs: number;
  /** Node ids of completed visits in order: the trace lines of the whole run, branches included. */
  readonly trail: List<string>;
  /** A node that does work has run (engine.md 6, `nothing_ran`). */
  readonly worked: boolean;
  readonly failureJumps: Map<string, number>;
  readonly gateRetries: number;
  readonly scriptCalls: Map<string, number>;
  /** Child runs begun so far, by branch and node. */
  readonly childRuns: Map<string, number>;
  readonly usage: Usage;
  readonly handled: List<HandledFailure>;
  readonly limits: Limits;
  readonly simulated: boolean;
  /** The run is ending: nothing new starts, running nodes are being stopped. */
  readonly stopping?: EndResult;
  readonly result?: EndResult;
}

export const rootFrame: FrameId = '';
