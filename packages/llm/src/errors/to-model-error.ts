import { isJsonObject } from '../json.ts';
import type { Transport } from '../transport/transport.ts';
import { classify } from './classify.ts';
import { readErrorBody } from './error-body.ts';
import { ModelError } from './model-error.ts';
import { retryAfter } from './retry-after.ts';

/** A stream of events ended before the provider said that the answer is complete. Adapters throw it; it never leaves the package. */
export class UnfinishedStream extends Error {}

/**
 * Whatever an SDK threw, as a ModelError. What the transport saw decides: an SDK may swallow an abort, wrap a broken connection, or
 * end without a word. `inStream` finds the body of an error that came as an event (each SDK wraps it in its own way).
 */
export function toModelError(
  thrown: unknown,
  context: {
    readonly provider: string;
    readonly transport: Transport;
    readonly now: number;
    readonly inStream: (thrown: unknown) => string | undefined;
    readonly redact: (text: string) => string;
  },
): ModelError {
  if (thrown instanceof ModelError) return thrown;
  const { provider, transport, redact } = context;
  const { failure, response, errorText, head, bytes } = transport.state();
  const at = { provider, cause: thrown, ...(response?.requestId === undefined ? {} : { requestId: response.requestId }) };
  if (failure?.kind === 'aborted') return new ModelError({ ...at, kind: 'aborted', message: 'the call was aborted', cause: failure.cause });
  if (failure?.kind === 'idle') {
    const message = `no byte for ${failure.ms} ms ${response === undefined ? 'while waiting for the answer' : 'in the middle of the answer'}`;
    return new ModelError({ ...at, kind: 'timeout_idle', message });
  }
  if (response !== undefined && errorText !== undefined) return reported(errorText, response.status, response.headers);
  const event = context.inStream(thrown);
  if (event !== undefined) return reported(event, undefined, response?.headers);
  if (response === undefined) {
    const reason = failure === undefined ? describe(thrown) : describe(failure.cause);
    return new ModelError({ ...at, kind: failure === undefined ? 'configuration' : 'network', message: redact(reason) });
  }
  if (failure !== undefined) {
    return new ModelError({
      ...at,
      kind: 'truncated_stream',
      message: `the connection broke in the middle of the answer: ${describe(failure.cause)}`,
    });
  }
  if (thrown instanceof UnfinishedStream) {
    const strange = bytes > 0 && !/^\s*(:|data:|event:|id:|retry:)/.test(head);
    if (!strange) return new ModelError({ ...at, kind: 'truncated_stream', message: thrown.message });
    const what = `an answer that is no event stream (${response.headers.get('content-type') ?? 'no content type'}): ${head.slice(0, 200)}`;
    return new ModelError({ ...at, kind: 'protocol', message: redact(what) });
  }
  return new ModelError({ ...at, kind: 'protocol', message: redact(`an answer that cannot be understood: ${describe(thrown)}`) });

  function reported(text: string, status: number | undefined, headers: Headers | undefined): ModelError {
    const error = readErrorBody(redact(text));
    const wait = error.retryDelayMs ?? (headers === undefined ? undefined : retryAfter(headers, context.now));
    const code = error.codes[0];
    return new ModelError({
      ...at,
      kind: classify(status, error),
      message: `${status === undefined ? 'error in the stream' : `HTTP ${status}`}${code === undefined ? '' : ` ${code}`}: ${error.message || 'no message'}`,
      ...(status === undefined ? {} : { status }),
      ...(code === undefined ? {} : { code }),
      ...(wait === undefined ? {} : { retryAfterMs: wait }),
      body: error.body,
    });
  }
}

/** The messages of an error and of what caused it, which is where Node says what happened to a connection. */
function describe(thrown: unknown): string {
  const words: string[] = [];
  let current = thrown;
  while (current instanceof Error && words.length < 5) {
    const code = 'code' in current && typeof current.code === 'string' ? ` (${current.code})` : '';
    const text = `${current.message}${code}`.trim();
    if (text !== '' && !words.includes(text)) words.push(text);
    current = current.cause;
  }
  return words.length > 0 ? words.join(': ').slice(0, 500) : String(thrown);
}

/** For SDKs whose error carries the event's body as `error`. */
export function errorProperty(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !('error' in thrown)) return undefined;
  const { error } = thrown;
  return typeof error === 'string' || isJsonObject(error) ? JSON.stringify(error) : undefined;
}
