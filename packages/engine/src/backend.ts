import type { Node } from '@attractor/pipeline';
import type { AgentEventData } from './event.ts';
import type { ContextView, Invocation } from './handler.ts';
import type { JsonObject } from './json.ts';
import type { Outcome, Usage } from './outcome.ts';

export type Fidelity = 'full' | 'truncate' | 'compact' | 'summary:low' | 'summary:medium' | 'summary:high';

/** One instruction of a thread and its final answer. */
export interface Exchange {
  readonly node: string;
  readonly instruction: string;
  readonly answer: string;
}

/** What a model node asks of a backend (backends.md 1). `prompt` is exactly the text of `prompt.md`. */
export interface BackendRequest {
  readonly node: Node;
  readonly prompt: string;
  readonly context: ContextView;
  readonly thread?: string;
  /** With `full` fidelity: the earlier exchanges of the thread, oldest first, to be replayed as messages (backends.md 3). */
  readonly exchanges?: readonly Exchange[];
  readonly fidelity: Fidelity;
  readonly workingDirectory: string;
  readonly statusFile: string;
  readonly responseSchema?: JsonObject;
  readonly model?: string;
  readonly provider?: string;
  readonly reasoningEffort?: string;
  readonly maxTurns?: number;
  /** 1 for the first call of this attempt, 2 for a repair round. */
  readonly call: number;
  readonly signal: AbortSignal;
  readonly invocation: Invocation;
  emit(event: AgentEventData): void;
}

/** A plain answer; the codergen handler reads the verdict out of `text` (backends.md 2). */
export interface BackendAnswer {
  readonly text: string;
  readonly usage?: Usage;
  readonly sessionId?: string;
  /** Successful tool calls in this answer: a blank text after one is a success that is not explicit. */
  readonly toolCalls: number;
  /** The last valid `report_outcome`, fields as in status.json. */
  readonly report?: JsonObject;
}

/** Answers for model nodes. Never falls back to another backend by itself. */
export interface CodergenBackend {
  readonly name: string;
  /** Whether answers come from a model or from a script: `--dry-run` and preflight ask. */
  readonly needsProvider: boolean;
  run(request: BackendRequest): Promise<BackendAnswer | Outcome | string>;
}
