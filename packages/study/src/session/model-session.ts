import type { Usage } from '@attractor/engine';
import type { AgentSpec } from '../team/team.ts';
import type { StudyTool } from '../tools/study-tool.ts';

/** What a model is asked for (rulings H: the keys of scripts; RE-12: the phases of telemetry follow from it). */
export type Purpose = 'turn' | 'worker' | 'interview' | 'review' | 'feedback' | 'validator' | 'judge';

export interface SessionMessage {
  readonly from: 'user' | 'assistant';
  readonly text: string;
}

/** One invoke of an agent: rounds of model call and tool calls, until a round without tool calls or until the turn is over. */
export interface SessionRequest {
  readonly agent: AgentSpec;
  readonly purpose: Purpose;
  /** The delegation the invoke works for. */
  readonly delegation?: string;
  /** From 1: which invoke of this delegation it is (rulings H: first, then each later one). */
  readonly invoke: number;
  readonly system: string;
  /** What is sent, whole; the last one is the user's. */
  readonly messages: readonly SessionMessage[];
  /** Wrapped already (AG-23). */
  readonly tools: ReadonlyMap<string, StudyTool>;
  readonly signal: AbortSignal;
  /** Asked after every round: the route is decided or the run has let go of the caller; no further model call is made (TU-26). */
  isOver(): boolean;
  /** Usage of each model call as it comes. */
  onUsage(usage: Usage, model: string): void;
  /** A model call that is tried again (RE-05). */
  onRetry(retry: { readonly attempt: number; readonly max: number; readonly error: string; readonly delayMs: number }): void;
  /** Where the session's events go (`debug/transcripts/..`); absent: nowhere (TU-15). */
  readonly transcript?: string;
}

export interface SessionAnswer {
  /** The text of the last round; empty is an ordinary bare ending (A4). */
  readonly text: string;
  readonly usage: Usage;
  readonly rounds: number;
  /** The model that answered. */
  readonly model: string;
  /** Ended by `isOver`, not by the model. */
  readonly over: boolean;
  /** Why the session was ended before the model was done: `turn_limit`, `tool_loop`, `output_limit`, `content_filter`, with words. */
  readonly cut?: string;
}

/** Model sessions of a run: scripted, or of the agent's loop. Throws a `HandlerError` when the model cannot be had. */
export interface ModelSessions {
  invoke(request: SessionRequest): Promise<SessionAnswer>;
}
