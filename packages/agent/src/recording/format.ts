import type { BackendAnswer, Json, JsonObject, Outcome } from '@attractor/engine';
import type { ModelErrorJson, ModelResponse, StreamEvent } from '@attractor/llm';

/** The recording of a run lies in `recordings/calls.jsonl` of its run directory (backends.md 1). */
export const recordingFolder = 'recordings';
export const recordingFile = 'calls.jsonl';
export const recordingVersion = 1;

/** Which call of which node: `n` counts the node's calls over the whole run, as the journal does. */
export interface CallKey {
  /** Branch string; empty at the root. */
  readonly branch: string;
  readonly node: string;
  readonly n: number;
  readonly visit: number;
  readonly attempt: number;
  /** An earlier attempt of the visit was interrupted. */
  readonly resumed: boolean;
}

/** What a call asks of a model, in the form that is compared: volatile parts replaced, secrets masked. */
export interface AskedHead {
  readonly [key: string]: Json;
}

export interface HeadLine {
  readonly t: 'recording';
  readonly version: number;
}

/** A backend is called. */
export interface CallLine extends CallKey {
  readonly t: 'call';
  readonly call: string;
  readonly backend: string;
  /** What a backend without provider calls of its own is asked, with its digest. */
  readonly asked: AskedHead;
  readonly digest: string;
}

/** One call of a provider within a backend's call. Messages before `from` are those of the turn before. */
export interface TurnLine {
  readonly t: 'turn';
  readonly call: string;
  readonly turn: number;
  readonly digest: string;
  readonly head: AskedHead;
  readonly from: number;
  readonly messages: readonly Json[];
  readonly retries: readonly Extract<StreamEvent, { readonly type: 'retry' }>[];
  readonly answer:
    | { readonly kind: 'finished'; readonly response: ModelResponse }
    | { readonly kind: 'failed'; readonly error: ModelErrorJson };
}

export type CallResult =
  | { readonly kind: 'answer'; readonly answer: BackendAnswer }
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
  | {
      readonly kind: 'error';
      readonly error: JsonObject & { readonly message: string; readonly retryable: boolean; readonly type: string };
    }
  /** Told to stop: by the node's time limit, a sibling branch, a cancel. */
  | { readonly kind: 'aborted'; readonly why: string };

/** A backend's call is over. */
export interface EndLine {
  readonly t: 'end';
  readonly call: string;
  readonly result: CallResult;
  /** Content of the status file that a process left. */
  readonly statusFile?: string;
}

export type RecordingLine = HeadLine | CallLine | TurnLine | EndLine;
