import type { Question } from '../interviewer.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Outcome } from '../outcome.ts';
import type { FrameId, Limits, MustWriteStart } from '../state/state.ts';

/** What the world says of a node before it runs. */
export interface Facts {
  /** Entries of `requires`, substituted, and whether each is an existing, non-empty file. */
  readonly requires?: readonly { readonly entry: string; readonly file: boolean }[];
  readonly mustWrite?: MustWriteStart;
  /** A budget of which nothing is left, counting what other nodes at work and the runs around this one have used. */
  readonly budget?: UsedUp;
}

export interface UsedUp {
  readonly kind: 'usd' | 'tokens';
  readonly used: number;
  readonly limit: number;
}

interface Common {
  /** Epoch milliseconds. */
  readonly ts: number;
  /** Execution time of the run so far, in milliseconds. */
  readonly el: number;
  /** Number of the next event: events from inside nodes are numbered between the inputs. */
  readonly sq: number;
}

/**
 * Everything that can happen to a run. Inputs hold all that is not deterministic (time, random numbers, results of
 * work); the journal is the list of inputs, and the state is a fold of `step` over it.
 */
export type Input = Common &
  (
    | {
        readonly t: 'begin';
        readonly context: JsonObject;
        readonly limits: Limits;
        readonly simulated: boolean;
        readonly scriptCalls: Readonly<Record<string, number>>;
        readonly warnings?: readonly string[];
      }
    | {
        readonly t: 'resume';
        readonly limits: Limits;
        readonly context: JsonObject;
        /** Why the run ends cancelled instead of going on. */
        readonly cancel?: string;
        readonly note?: string;
        readonly warnings?: readonly string[];
      }
    | { readonly t: 'started'; readonly f: FrameId; readonly facts: Facts }
    | {
        readonly t: 'finished';
        readonly f: FrameId;
        readonly outcome: Outcome;
        /** Uniform in [0, 1): the jitter of the next delay. */
        readonly random: number;
        /** Why the artefact is not acceptable, when the node declares one (engine.md 3.8). */
        readonly artefact?: string;
        /** The handler threw: the error's type, and whether it may be retried. */
        readonly thrown?: { readonly type: string; readonly retryable: boolean };
        readonly retryAfterMs?: number;
      }
    | { readonly t: 'parked'; readonly f: FrameId; readonly questions: readonly Question[] }
    /** The wait between two attempts is over. */
    | { readonly t: 'waited'; readonly f: FrameId }
    /** All branches of a component have ended: the state of its artefact, and the jitter of a next attempt. */
    | { readonly t: 'joined'; readonly f: FrameId; readonly random: number; readonly artefact?: string }
    /** `v`: the visit whose time is over. */
    | { readonly t: 'timeout'; readonly f: FrameId; readonly v?: string }
    | { readonly t: 'duration' }
    | { readonly t: 'cancel'; readonly reason: string }
    /** A child run begins in directory `child` of its node. */
    | { readonly t: 'child'; readonly f: FrameId; readonly cycle: number; readonly child: number }
    | { readonly t: 'memo'; readonly f: FrameId; readonly note: Json }
  );
