import type { AssistantPart } from './message.ts';

/**
 * Tokens of one call. The three kinds of input do not overlap: `inputTokens` were neither read from nor written to a cache.
 * `outputTokens` holds reasoning. `costUsd` is absent when the price is unknown, never 0 for that reason (backends.md 4).
 */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly reasoningTokens?: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
  readonly costUsd?: number;
}

export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'other';

/** A whole answer. `raw` of the finish is the provider's own word. */
export interface ModelResponse {
  readonly provider: string;
  /** As the caller wrote it, as it was sent, and who answered: an alias, its resolution, the provider's word. */
  readonly requestedModel: string;
  readonly resolvedModel: string;
  readonly model: string;
  readonly id?: string;
  readonly content: readonly AssistantPart[];
  readonly finish: { readonly reason: FinishReason; readonly raw?: string };
  readonly usage: Usage;
}
