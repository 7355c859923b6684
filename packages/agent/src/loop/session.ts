import type { Effort, Message, ModelClient, ResponseFormat } from '@attractor/llm';
import type { Purse } from '../model/admit-call.ts';
import type { SessionLog } from '../session/session-log.ts';
import type { ToolHooks } from '../tools/hooks.ts';
import type { Tool, ToolContext } from '../tools/tool.ts';

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
  /** Milliseconds, monotonic. */
  now(): number;
}
