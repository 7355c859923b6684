import type { Usage } from '@attractor/engine';
import type { Effort, Message, ModelClient, ResponseFormat } from '@attractor/llm';
import type { Purse } from '../model/admit-call.ts';
import type { SessionLog } from '../session/session-log.ts';
import type { ToolHooks } from '../tools/hooks.ts';
import type { Tool, ToolContext } from '../tools/tool.ts';
import type { CallResult } from './run-call.ts';

/** A model call that the client tries again. */
export interface ModelRetry {
  readonly attempt: number;
  readonly delayMs: number;
  readonly error: string;
}

/** Told of a session as it goes on. What it throws ends the session. */
export interface SessionObserver {
  /** Each model call that was answered, and who answered. */
  usage?(usage: Usage, model: string): void;
  retry?(retry: ModelRetry): void;
  /** The calls of one turn, carried out; before it is asked whether the session is over. */
  round?(results: readonly CallResult[]): void;
}

/** What one session of the agent works with; built by the backend, used by the loop. */
export interface Session {
  readonly client: ModelClient;
  readonly model: string;
  readonly effort?: Effort;
  readonly system: string;
  readonly opening: readonly Message[];
  readonly responseFormat?: ResponseFormat;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly context: ToolContext;
  readonly hooks: ToolHooks | undefined;
  /** Model calls at most; absent: no limit of this kind. */
  readonly maxTurns?: number;
  /** The run's budgets, asked before each call. */
  readonly purse: Purse;
  /** What somebody said since the last turn (engine.md 11). */
  readonly steering: { take(): string | undefined };
  readonly log: SessionLog;
  readonly observer?: SessionObserver;
  /** Asked before each call that runs in written order, and after each turn: then no further one is made (study.md TU-26). */
  isOver?(): boolean;
  /** Milliseconds, monotonic. */
  now(): number;
}
