import type { JsonObject, Usage } from '@attractor/engine';
import type { SessionMessage } from '../session/model-session.ts';
import type { Delegation, DelegationRequest, DelegationStatus } from './delegations.ts';

/** A text for a worker at its next tool call (NO-10); an urgent one ends its waits (DE-20). */
export interface Told {
  readonly text: string;
  readonly urgent: boolean;
}

/** An entry of the registry as the delegation service changes it (DE-01). */
export interface Entry {
  readonly id: string;
  readonly target: string;
  readonly delegator: string;
  readonly parent: string;
  readonly request: DelegationRequest;
  readonly startedAt: string;
  readonly startedMs: number;
  readonly controller: AbortController;
  /** What the worker's session has seen and said, for a later invoke. */
  readonly messages: SessionMessage[];
  /** Words of the delegator that the worker has not had in full. */
  readonly toWorker: string[];
  /** Words of the worker that its delegator has not had. */
  readonly toDelegator: string[];
  readonly told: Told[];
  status: DelegationStatus;
  queued: boolean;
  sessionStartedAt: string | null;
  /** How many invokes have begun. */
  invokes: number;
  reports: number;
  result: string;
  claimed: number;
  evals: number;
  phase: string | null;
  sha: string | null;
  constraints: JsonObject | null;
  collected: boolean;
  /** The report under review has been handed to the delegator (DE-22). */
  delivered: boolean;
  /** When it became collectable, as a number in the order of the run; 0 until then. */
  readyAt: number;
  /** The run has let go of it: whatever its session still does changes nothing (DE-32). */
  over: boolean;
  usage: Usage;
  /** The session's work; resolved when nothing of it is left. Absent after a restart. */
  task?: Promise<void>;
}

export function isLive(entry: Pick<Entry, 'status'>): boolean {
  return entry.status === 'Working' || entry.status === 'Revising';
}

/** Something its delegator has not been given (DE-17, NO-07). */
export function isActionable(entry: Entry): boolean {
  if (entry.toDelegator.length > 0) return true;
  if (entry.status === 'OpenForReview') return !entry.delivered;
  return (entry.status === 'Done' || entry.status === 'Errored') && !entry.collected;
}

/** What others see of an entry: a copy. */
export function viewOf(entry: Entry): Delegation {
  const { id, target, delegator, parent, request, status, queued, startedAt, result, evals, phase, collected, usage } = entry;
  return { id, target, delegator, parent, request, status, queued, startedAt, result, evals, phase, collected, usage };
}
