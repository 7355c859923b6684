import type { JsonObject } from '../json.ts';
import type { Message } from './message.ts';

/** A tool that the model may call; `parameters` is a JSON Schema with an object at the root. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

export type ToolChoice =
  | { readonly mode: 'auto' }
  | { readonly mode: 'none' }
  | { readonly mode: 'required' }
  | { readonly mode: 'tool'; readonly name: string };

/** Structured output by the provider's own option. The answer is text that the caller still validates (backends.md 2). */
export interface ResponseFormat {
  readonly type: 'json_schema';
  readonly name: string;
  readonly schema: JsonObject;
}

/** How hard the model thinks. Absent: the provider's default, and nothing is sent. */
export type Effort = 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';

/** One call of a model, for all providers alike (backends.md 4). */
export interface ModelRequest {
  /** An exact id, an alias of the provider table, or a glob (`*`, `?`) over the provider's list. */
  readonly model: string;
  readonly system?: string;
  readonly messages: readonly Message[];
  readonly tools?: readonly ToolDefinition[];
  readonly toolChoice?: ToolChoice;
  readonly responseFormat?: ResponseFormat;
  readonly effort?: Effort;
  /** Most output tokens, reasoning included. */
  readonly maxTokens?: number;
  /** Stop sequences. The OpenAI Responses API has none: there a request with them is refused. */
  readonly stop?: readonly string[];
  readonly temperature?: number;
  readonly topP?: number;
  /** Prompt caching; on unless false. Only Anthropic needs breakpoints; the others cache by themselves. */
  readonly cache?: boolean;
  /** Groups requests that share a prefix, where the provider has such an option (OpenAI `prompt_cache_key`). */
  readonly cacheKey?: string;
  /** Laid over the request body of the provider that is called (Gemini: over its generation config). Not portable. */
  readonly providerOptions?: JsonObject;
  readonly signal?: AbortSignal;
}
