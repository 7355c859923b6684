/** What happened to a connection, as far as no server reported it. */
export type ConnectionFailure =
  | { readonly kind: 'aborted'; readonly cause: unknown }
  | { readonly kind: 'idle'; readonly ms: number }
  | { readonly kind: 'broken'; readonly cause: unknown };

export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | undefined;
}

export interface TransportState {
  readonly request: WireRequest | undefined;
  readonly response: { readonly status: number; readonly headers: Headers; readonly requestId: string | undefined } | undefined;
  /** Body of an answer with a status of 400 or more. */
  readonly errorText: string | undefined;
  /** Body of a good answer so far, when it is recorded. */
  readonly text: string | undefined;
  /** The first characters of a good answer. */
  readonly head: string;
  readonly bytes: number;
  readonly failure: ConnectionFailure | undefined;
}

/** The connection of one attempt: an SDK talks through `fetch`, `state` tells what was really on the wire. */
export interface Transport {
  readonly fetch: typeof globalThis.fetch;
  state(): TransportState;
  /** Ends the connection if it is still open; idempotent. */
  close(): void;
}

export interface TransportOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal | undefined;
  /** Longest wait for the next byte, headers included. The time a slow reader takes does not count. */
  readonly idleMs: number;
  /** Keep the text of good answers for a record. */
  readonly keepText: boolean;
}

const longestErrorText = 65_536;
const headLength = 300;

/** A `fetch` for one attempt with an idle deadline on bytes, and with an abort that closes the socket (backends.md 4). */
export function createTransport(options: TransportOptions): Transport {
  const { signal, idleMs } = options;
  const controller = new AbortController();
  const chunks: string[] = [];
  let request: WireRequest | undefined;
  let response: TransportState['response'];
  let errorText: string | undefined;
  let head = '';
  let bytes = 0;
  let failure: ConnectionFailure | undefined;

  const onAbort = () => fail({ kind: 'aborted', cause: signal?.reason });
  if (signal?.aborted === true) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });

  function fail(cause: ConnectionFailure): void {
    failure ??= cause;
    close();
  }

  function close(): void {
    signal?.removeEventListener('abort', onAbort);
    controller.abort();
  }

  /** Waits for the network, no longer than the deadline. */
  async function deadline<T>(wait: Promise<T>): Promise<T> {
    const timer = setTimeout(() => fail({ kind: 'idle', ms: idleMs }), idleMs);
    try {
      return await wait;
    } catch (cause) {
      // Node's own timeouts on headers and body mean what ours means.
      const own = String(cause instanceof Error && cause.cause instanceof Error && 'code' in cause.cause ? cause.cause.code : '');
      failure ??= /^UND_ERR_(HEADERS|BODY)_TIMEOUT$/.test(own) ? { kind: 'idle', ms: 300_000 } : { kind: 'broken', cause };
      throw cause;
    } finally {
      clearTimeout(timer);
    }
  }

  const doFetch: typeof globalThis.fetch = async (input, init) => {
    const from = input instanceof Request ? input : undefined;
    request = {
      method: init?.method ?? from?.method ?? 'GET',
      url: addressOf(input),
      headers: new Headers(init?.headers ?? from?.headers),
      body: typeof init?.body === 'string' ? init.body : undefined,
    };
    const answer = await deadline(options.fetch(input, { ...init, signal: controller.signal }));
    const { status, headers, statusText } = answer;
    const requestId = headers.get('request-id') ?? headers.get('x-request-id') ?? undefined;
    response = { status, headers, requestId };
    if (status >= 400) {
      errorText = await readError(answer.body);
      return new Response(errorText, { status, headers, statusText });
    }
    if (answer.body === null) return answer;
    return new Response(watched(answer.body), { status, headers, statusText });
  };

  async function readError(body: ReadableStream<Uint8Array> | null): Promise<string> {
    const decoder = new TextDecoder();
    let text = '';
    const reader = body?.getReader();
    try {
      while (reader !== undefined && text.length < longestErrorText) {
        const { done, value } = await deadline(reader.read());
        if (done) break;
        text += decoder.decode(value, { stream: true });
      }
    } catch {
      // The status says enough; what came of the body is kept. An abort or a deadline is in `failure`.
      if (failure?.kind === 'broken') failure = undefined;
    }
    return text;
  }

  function watched(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    return new ReadableStream<Uint8Array>(
      {
        async pull(sink) {
          try {
            const { done, value } = await deadline(reader.read());
            if (done) return sink.close();
            bytes += value.byteLength;
            if (options.keepText || head.length < headLength) {
              const text = decoder.decode(value, { stream: true });
              if (options.keepText) chunks.push(text);
              if (head.length < headLength) head = (head + text).slice(0, headLength);
            }
            sink.enqueue(value);
          } catch (cause) {
            sink.error(cause);
          }
        },
        cancel() {
          close();
        },
      },
      { highWaterMark: 0 },
    );
  }

  return {
    fetch: doFetch,
    close,
    state: () => ({ request, response, errorText, text: options.keepText ? chunks.join('') : undefined, head, bytes, failure }),
  };
}

function addressOf(input: Parameters<typeof globalThis.fetch>[0]): string {
  if (input instanceof Request) return input.url;
  return input instanceof URL ? input.href : input;
}
