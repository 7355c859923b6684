import type { ModelErrorJson } from '../errors/model-error.ts';
import type { ModelResponse } from './response.ts';

/**
 * What a stream yields. `index` is the part's place in the content of the response. Exactly one `finish` ends a stream that did not
 * throw a ModelError; `retry` comes before `start` only, since nothing is repeated once output was delivered (backends.md 4).
 */
export type StreamEvent =
  | { readonly type: 'retry'; readonly attempt: number; readonly delayMs: number; readonly error: ModelErrorJson }
  | { readonly type: 'start'; readonly provider: string; readonly model: string; readonly id?: string }
  | { readonly type: 'text'; readonly index: number; readonly delta: string }
  | { readonly type: 'thinking'; readonly index: number; readonly delta: string }
  | { readonly type: 'tool_call'; readonly index: number; readonly id: string; readonly name: string }
  | { readonly type: 'tool_call_delta'; readonly index: number; readonly delta: string }
  | { readonly type: 'finish'; readonly response: ModelResponse };
