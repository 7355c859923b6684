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
  /** What the backend that answered keeps of the conversation; only that backend reads it. */
  readonly session?: { readonly backend: string; readonly value: JsonObject };
}

/** The conversation of a `full` node as its backend keeps it elsewhere, e.g. the session of a command-line agent (backends.md 3). */
export interface ThreadSession {
  /** What this backend kept last for the thread, also in an earlier process of the same run. */
  readonly value: JsonObject | undefined;
  /** Keeps it with the node's outcome: in the thread's exchange and, over a resume, in the journal. */
  keep(value: JsonObject): void;
}

/** What a model node asks of a backend (backends.md 1). `prompt` is exactly the text of `prompt.md`. */
export interface BackendRequest {
  readonly node: Node;
  readonly prompt: string;
  readonly context: ContextView;
  readonly thread?: string;
  /** With `full` fidelity: the earlier exchanges of the thread, oldest first, to be replayed as messages (backends.md 3). */
  readonly exchanges?: readonly Exchange[];
  /** Present with `thread`. */
  readonly session?: ThreadSession;
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

/** What a model node asks of its backend, as far as it is known before the run (§36). */
export interface NodeWish {
  readonly provider?: string;
  readonly model?: string;
  readonly reasoningEffort?: string;
  readonly maxTurns?: number;
  /** Attributes that the node states, its own or inherited, by name. */
  readonly states: (attribute: string) => boolean;
}

/** Why a backend cannot serve a node, and what of the node's wishes it will not heed. */
export interface NodeCheck {
  readonly problem?: string;
  readonly notes: readonly string[];
}

/** Answers for model nodes. Never falls back to another backend by itself. */
export interface CodergenBackend {
  readonly name: string;
  /** Whether answers come from a model or from a script: `--dry-run` and preflight ask. */
  readonly needsProvider: boolean;
  /** For a backend that brings its own provider: asked before the first node, instead of looking for a provider's key (§36). */
  check?(wish: NodeWish): Promise<NodeCheck>;
  run(request: BackendRequest): Promise<BackendAnswer | Outcome | string>;
}
