import type { ModelErrorJson } from './errors/model-error.ts';
import type { Json, JsonObject } from './json.ts';
import type { StreamEvent } from './model/event.ts';
import type { ModelRequest } from './model/request.ts';
import type { ModelResponse } from './model/response.ts';

/**
 * One attempt of a call, as plain JSON without secrets: what a record/replay is built on (backends.md 1). `request` and `answer.response`
 * are the same for all providers; `wire` and `stream` are what really went over the line.
 */
export interface Exchange {
  readonly startedAt: string;
  readonly durationMs: number;
  readonly provider: string;
  /** From 1. */
  readonly attempt: number;
  readonly request: Omit<ModelRequest, 'signal'>;
  readonly resolvedModel: string;
  /** Method, address, safe headers and body; null when nothing was sent. */
  readonly wire: JsonObject | null;
  readonly status: number | null;
  readonly responseHeaders: JsonObject;
  /** Text of the event stream as it came, or of the error's body. */
  readonly stream: Json;
  readonly answer:
    | { readonly kind: 'finished'; readonly response: ModelResponse }
    | { readonly kind: 'failed'; readonly error: ModelErrorJson }
    /** The reader stopped before the end. */
    | { readonly kind: 'abandoned' };
}

/** Is told of each attempt when it ended. An exception in it is dropped: records never change a run. */
export type Recorder = (exchange: Exchange) => void;

/** The events of an answer that is already there, for a client that replays records. */
export function* replayEvents(response: ModelResponse): Generator<StreamEvent> {
  const { provider, model, id } = response;
  yield { type: 'start', provider, model, ...(id === undefined ? {} : { id }) };
  for (const [index, part] of response.content.entries()) {
    switch (part.type) {
      case 'text':
      case 'thinking':
        if (part.text !== '') yield { type: part.type, index, delta: part.text };
        break;
      case 'tool_call':
      case 'malformed_tool_call':
        yield { type: 'tool_call', index, id: part.id, name: part.name };
        yield { type: 'tool_call_delta', index, delta: part.type === 'tool_call' ? JSON.stringify(part.input) : part.text };
        break;
      case 'redacted_thinking':
        break;
    }
  }
  yield { type: 'finish', response };
}
