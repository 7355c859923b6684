import type { FinishReason, ProviderName } from '@attractor/llm';

/** What a model answers, whatever the format. */
export interface Turn {
  readonly model?: string;
  readonly thinking?: { readonly deltas: readonly string[]; readonly signature: string };
  readonly text?: readonly string[];
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly deltas: readonly string[] }[];
  /** Default: `tool_calls` when there are calls, else `stop`. */
  readonly finish?: FinishReason;
}

/** Errors whose bodies differ from vendor to vendor. */
export type ErrorName =
  | 'auth'
  | 'permission'
  | 'not_found'
  | 'bad_request'
  | 'context_length'
  | 'rate_limit'
  | 'quota'
  | 'server'
  | 'overloaded';

export interface ErrorAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** The recorded shapes of one wire format. */
export interface Wire {
  readonly provider: ProviderName;
  readonly model: string;
  /** Appended to the server's address for the SDK. */
  readonly basePath: string;
  /** Frames of the event stream of a turn, complete to its last sign. */
  frames(turn: Turn): string[];
  /** A frame with an error in the middle of a stream. */
  errorFrame(): string;
  error(name: ErrorName): ErrorAnswer;
  /** A frame whose payload is no JSON. */
  badFrame: string;
  /** The list of models. */
  list(ids: readonly string[]): unknown;
  /** What the usage of `frames` comes to. */
  readonly usage: {
    inputTokens: number;
    outputTokens: number;
    reasoningTokens: number;
    cacheReadTokens: number;
    cacheWriteTokens?: number;
  };
  /** Whether thoughts come with a signature that goes back. */
  readonly signs: boolean;
  /** The key's header, as it arrives. */
  readonly keyHeader: { readonly name: string; readonly value: string };
}

export const apiKey = 'test-key-0123456789';

/** An SSE frame. */
export function sse(data: unknown, event?: string): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}
