import type { Usage } from '@attractor/engine';
import type { Caller } from '../tools/study-tool.ts';

/** Statuses of a registry entry (DE-17, DE-34). */
export type DelegationStatus = 'Working' | 'OpenForReview' | 'Revising' | 'Done' | 'Errored' | 'Cancelled';

/** What is asked of a worker (DE-30). */
export interface DelegationRequest {
  /** As the model wrote it; resolved by GM-25. */
  readonly target: string;
  readonly intent: string;
  readonly expectedReport: string;
  readonly hypothesisIds: readonly string[];
  readonly falsificationAttempt: boolean;
  readonly namespace: string | null;
}

/** An entry of the delegator's registry (DE-01). */
export interface Delegation {
  readonly id: string;
  readonly target: string;
  /** The delegating node. */
  readonly delegator: string;
  /** The delegator's identity: `entry` or a delegation id (DE-04). */
  readonly parent: string;
  readonly request: DelegationRequest;
  readonly status: DelegationStatus;
  /** It waits for a slot (DE-34). */
  readonly queued: boolean;
  readonly startedAt: string;
  /** The report, or the error. */
  readonly result: string;
  readonly evals: number;
  readonly phase: string | null;
  /** The delegator has been given the result. */
  readonly collected: boolean;
  readonly usage: Usage;
}

/** What a resume note names (A10): ids in the order of the log. */
export interface RestoredWork {
  readonly interrupted: readonly string[];
  /** Reports and errors that their delegator was not given, those open for review included. */
  readonly uncollected: readonly string[];
}

/** Delegations belong to the run, not to a visit (DE-31): a run-scoped service. */
export interface Delegations {
  /** Checks in DE-13's order, then starts; a refused call burns no id. The answer is the tool's text (TL-01). */
  delegate(caller: Caller, request: DelegationRequest, wait: boolean): Promise<string>;
  wait(caller: Caller, options: { readonly id?: string; readonly block: boolean; readonly timeoutMs?: number }): Promise<string>;
  sendMessage(
    caller: Caller,
    message: { readonly to: string; readonly text: string; readonly approve: boolean; readonly waitForReply: boolean },
  ): Promise<string>;
  recall(caller: Caller, options: { readonly target?: string; readonly limit: number }): string;
  reportEvals(caller: Caller, count: number): string;
  find(id: string): Delegation | undefined;
  /** Of one delegator identity, oldest first; of the whole run without one. */
  children(identity?: string): readonly Delegation[];
  /** Live and, by the log, not over: what is in flight (DE-07). */
  inFlight(): readonly Delegation[];
  /** Resolves when a child of the identity becomes collectable, something arrives for it, or the time is over (TU-29). */
  woken(identity: string, timeoutMs: number, signal: AbortSignal): Promise<void>;
  /** Wakes whoever waits under the identity (a note, a stop, a band). */
  wake(identity: string): void;
  /** Text for a worker at its next tool call (NO-10). */
  tell(id: string, text: string): void;
  /** Consecutive exceptions per target (DE-21, BH-03). */
  consecutiveErrors(): ReadonlyMap<string, number>;
  /** The run has let go of the caller: a cancelled, interrupted or forgotten delegation (AG-23, ST-19). */
  abandoned(caller: Pick<Caller, 'delegation'>): boolean;
  /** A turn begins: forgets Cancelled entries and collected Errored ones (TU-07). The counter of ids stays (TU-05). */
  prune(): void;
  /** A resumed process rebuilds the registry from the log; what was RUNNING becomes INTERRUPTED under its own commit (DE-07, A10). */
  restore(): RestoredWork;
  /** The stop's deadline: cancels what is live, with rows of DE-25; the ids. */
  cancelLive(reason: string): readonly string[];
  /** The run ends: aborts live sessions, waits for their processes, logs INTERRUPTED (DE-24). */
  flush(): Promise<void>;
}
