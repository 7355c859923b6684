import type { ModelRequest } from '../model/request.ts';
import type { FinishReason, Usage } from '../model/response.ts';
import type { Transport } from '../transport/transport.ts';

/**
 * What an adapter says while it reads a stream. `part` names a part of the answer, unique in it; parts are numbered by first mention.
 * `end` may come once, last: without it the stream was cut.
 */
export type ProviderEvent =
  | { readonly type: 'start'; readonly id?: string; readonly model?: string }
  | { readonly type: 'text'; readonly part: string; readonly delta: string }
  | { readonly type: 'thinking'; readonly part: string; readonly delta: string }
  | { readonly type: 'redacted_thinking'; readonly part: string; readonly data: string }
  | { readonly type: 'signature'; readonly part: string; readonly value: string; readonly id?: string }
  | { readonly type: 'tool_call'; readonly part: string; readonly id: string; readonly name: string }
  | { readonly type: 'arguments'; readonly part: string; readonly delta: string }
  | { readonly type: 'end'; readonly reason: FinishReason; readonly raw?: string; readonly usage: Usage; readonly model?: string };

/** A model of the provider's list. */
export interface ListedModel {
  readonly id: string;
  /** Milliseconds since 1970, when the provider says it. */
  readonly createdAt?: number;
}

/** Where a provider is and with what key; from options or environment. */
export interface Endpoint {
  readonly apiKey: string;
  readonly baseUrl: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** An adapter on a vendor's SDK. One file a provider; the SDK is imported by `open`, never before. */
export interface Provider {
  /** One attempt. Throws what the SDK throws, or UnfinishedStream when the stream ends without a sign of completion. */
  events(request: ModelRequest, endpoint: Endpoint, transport: Transport): AsyncIterable<ProviderEvent>;
  models(endpoint: Endpoint, transport: Transport): Promise<readonly ListedModel[]>;
  /** The body of an error that came as an event of a stream, as this SDK wraps it. */
  inStream(thrown: unknown): string | undefined;
  /** Why this request cannot be made here, before anything is sent. */
  refuses?(request: ModelRequest): string | undefined;
}

/** Longest timeout a timer can hold: the SDKs' own deadlines are out of the way, ours is on bytes. */
export const noTimeout = 2_147_483_647;
