import type { Json } from '../json.ts';

/** Why a call failed; the kinds that a repetition may cure are named in `retryableKinds`. */
export type ModelErrorKind =
  | 'configuration'
  | 'auth'
  | 'permission'
  | 'quota'
  | 'rate_limit'
  | 'overloaded'
  | 'server'
  | 'bad_request'
  | 'not_found'
  | 'context_length'
  | 'content_filter'
  | 'network'
  | 'timeout_idle'
  | 'truncated_stream'
  | 'protocol'
  | 'aborted';

const retryableKinds: ReadonlySet<ModelErrorKind> = new Set([
  'rate_limit',
  'overloaded',
  'server',
  'network',
  'timeout_idle',
  'truncated_stream',
  'protocol',
]);

export interface ModelErrorDetails {
  readonly provider: string;
  readonly kind: ModelErrorKind;
  readonly message: string;
  /** HTTP status, when the server answered with one. */
  readonly status?: number;
  /** The provider's own code or type. */
  readonly code?: string;
  /** What the server asked us to wait. */
  readonly retryAfterMs?: number;
  /** The provider's id of the request, for its support. */
  readonly requestId?: string;
  readonly body?: Json;
  readonly cause?: unknown;
}

/** A ModelError as data, for records and events. */
export interface ModelErrorJson {
  readonly provider: string;
  readonly kind: ModelErrorKind;
  readonly message: string;
  readonly retryable: boolean;
  readonly status?: number;
  readonly code?: string;
  readonly retryAfterMs?: number;
  readonly requestId?: string;
  readonly body?: Json;
}

/** The only error that a model client throws (backends.md 4). `retryable` says whether the same call may succeed later by itself. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly provider: string;
  readonly kind: ModelErrorKind;
  readonly retryable: boolean;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly requestId: string | undefined;
  readonly body: Json | undefined;

  constructor(details: ModelErrorDetails) {
    super(`${details.provider}: ${details.message}`, details.cause === undefined ? undefined : { cause: details.cause });
    this.provider = details.provider;
    this.kind = details.kind;
    this.retryable = retryableKinds.has(details.kind);
    this.status = details.status;
    this.code = details.code;
    this.retryAfterMs = details.retryAfterMs;
    this.requestId = details.requestId;
    this.body = details.body;
  }

  toJSON(): ModelErrorJson {
    const { provider, kind, message, retryable, status, code, retryAfterMs, requestId, body } = this;
    return {
      provider,
      kind,
      message,
      retryable,
      ...(status === undefined ? {} : { status }),
      ...(code === undefined ? {} : { code }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      ...(requestId === undefined ? {} : { requestId }),
      ...(body === undefined ? {} : { body }),
    };
  }
}
