import type { Json, JsonObject } from './json.ts';

export type Status = 'success' | 'partial_success' | 'retry' | 'fail' | 'skipped';

/** Why something failed; only `transient` is retryable by itself (engine.md 1). */
export type FailureClass = 'transient' | 'deterministic' | 'timeout' | 'budget' | 'contract' | 'dependency' | 'cancelled' | 'internal';

/** What model calls consumed. Tokens; cost in US dollars, absent when the price is unknown. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly reasoningTokens?: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
  readonly costUsd?: number;
}

/** What a command left behind; expanded by the engine into `tool.*` and `<node id>.*` (engine.md 1a), so that one text is journalled once. */
export interface ToolResult {
  readonly output: string;
  readonly lastLine: string;
  readonly exitCode: number | null;
  readonly stderrTail: string;
}

interface OutcomeBase {
  readonly notes: string;
  /** Reported by a model, a command or a person; keys that only the engine writes are refused (engine.md 1a). */
  readonly contextUpdates: JsonObject;
  /** Keys of engine.md 1a that the handler itself writes, e.g. `last_response`, `human.gate.label`. */
  readonly systemUpdates?: JsonObject;
  /** As reported; shapes other than strings and integers are skipped at edge choice (§34). */
  readonly suggestedNextIds: readonly Json[];
  readonly preferredLabel?: string;
  /** The verdict was asserted by its producer, not defaulted (§25). */
  readonly isExplicit: boolean;
  /** The full answer; written to `response.md` and read by feedback, never part of status.json or the context. */
  readonly responseText?: string;
  readonly sessionId?: string;
  readonly failedStep?: JsonObject;
  readonly attemptCount?: number;
  readonly usage?: Usage;
  readonly tool?: ToolResult;
  /** Calls of a scripted backend that this attempt consumed; counted over the whole run. */
  readonly scriptCalls?: number;
  /** Scripted calls of a child run's nodes, absolute; kept by the engine for the next child of the same node. */
  readonly childScriptCalls?: Readonly<Record<string, number>>;
}

export interface PassedOutcome extends OutcomeBase {
  readonly status: 'success' | 'partial_success';
}

export interface FailedOutcome extends OutcomeBase {
  readonly status: 'fail';
  readonly failureReason: string;
  readonly failureClass: FailureClass;
  /** With class `budget`: the run halts resumably and `resume` enters here (engine.md 4). */
  readonly resumeAt?: string;
  /** Goal gates of a child run that stand unsatisfied (engine.md 11). */
  readonly unsatisfiedGates?: readonly string[];
  /** Nothing leads on from here: no edge, retry, failure jump or `continue_on_fail` is tried, the run ends (engine.md 11). */
  readonly terminal?: true;
}

export interface RetryOutcome extends OutcomeBase {
  readonly status: 'retry';
  readonly failureReason: string;
  readonly failureClass: FailureClass;
}

export interface SkippedOutcome extends OutcomeBase {
  readonly status: 'skipped';
  readonly failureReason: string;
  /** `dependency` for a missing or failed input; absent when `runs_on` did not apply. */
  readonly failureClass?: FailureClass;
}

/** The result of a node (engine.md 1). Build one with the constructors below, change one with `override`. */
export type Outcome = PassedOutcome | FailedOutcome | RetryOutcome | SkippedOutcome;

type Extra = Partial<Omit<OutcomeBase, 'notes' | 'isExplicit'>> & { readonly notes?: string };

const empty = { notes: '', contextUpdates: {}, suggestedNextIds: [] } as const;

export function success(isExplicit: boolean, extra: Extra = {}): PassedOutcome {
  return { ...empty, ...extra, status: 'success', isExplicit };
}

export function partialSuccess(isExplicit: boolean, extra: Extra = {}): PassedOutcome {
  return { ...empty, ...extra, status: 'partial_success', isExplicit };
}

export function fail(
  failureClass: FailureClass,
  failureReason: string,
  extra: Extra & { isExplicit?: boolean; resumeAt?: string; unsatisfiedGates?: readonly string[]; terminal?: true } = {},
): FailedOutcome {
  return { ...empty, isExplicit: false, ...extra, status: 'fail', failureClass, failureReason };
}

export function retry(failureReason: string, extra: Extra & { isExplicit?: boolean; failureClass?: FailureClass } = {}): RetryOutcome {
  return { ...empty, isExplicit: false, failureClass: 'transient', ...extra, status: 'retry', failureReason };
}

export function skipped(failureReason: string, failureClass?: FailureClass): SkippedOutcome {
  return { ...empty, status: 'skipped', isExplicit: false, failureReason, ...(failureClass === undefined ? {} : { failureClass }) };
}

export function passed(outcome: { readonly status: Status }): boolean {
  return outcome.status === 'success' || outcome.status === 'partial_success';
}

export function failureReasonOf(outcome: Outcome): string {
  return 'failureReason' in outcome ? outcome.failureReason : '';
}

export function failureClassOf(outcome: Outcome): FailureClass | '' {
  return 'failureClass' in outcome ? (outcome.failureClass ?? '') : '';
}

interface Changes {
  readonly status?: Status;
  readonly notes?: string;
  readonly isExplicit?: boolean;
  readonly failureReason?: string;
  readonly failureClass?: FailureClass;
  readonly attemptCount?: number;
}

/**
 * The one way to change an outcome: everything that is not named stays (§30). A new status resets what belonged to the
 * old one: `isExplicit` becomes false unless given (nobody asserted the new verdict, §25), failure fields go with a
 * passed status, and `resumeAt`, `unsatisfiedGates` and `terminal` stay with a `fail` only.
 */
export function override(outcome: Outcome, changes: Changes): Outcome {
  const status = changes.status ?? outcome.status;
  const {
    status: _,
    failureReason,
    failureClass,
    resumeAt,
    unsatisfiedGates,
    terminal,
    ...kept
  } = {
    failureReason: undefined,
    failureClass: undefined,
    resumeAt: undefined,
    unsatisfiedGates: undefined,
    terminal: undefined,
    ...outcome,
  };
  const base = {
    ...kept,
    isExplicit: changes.isExplicit ?? (changes.status === undefined ? outcome.isExplicit : false),
    ...(changes.notes === undefined ? {} : { notes: changes.notes }),
    ...(changes.attemptCount === undefined ? {} : { attemptCount: changes.attemptCount }),
  };
  const reason = changes.failureReason ?? failureReason ?? '';
  const why = changes.failureClass ?? failureClass;
  switch (status) {
    case 'success':
    case 'partial_success':
      return { ...base, status };
    case 'retry':
      return { ...base, status, failureReason: reason, failureClass: why ?? 'transient' };
    case 'skipped':
      return { ...base, status, failureReason: reason, ...(why === undefined ? {} : { failureClass: why }) };
    case 'fail':
      return {
        ...base,
        status,
        failureReason: reason,
        failureClass: why ?? 'internal',
        ...(resumeAt === undefined ? {} : { resumeAt }),
        ...(unsatisfiedGates === undefined ? {} : { unsatisfiedGates }),
        ...(terminal === undefined ? {} : { terminal }),
      };
  }
}
