import { createAssembly } from './assemble.ts';
import { ModelError } from './errors/model-error.ts';
import { toModelError } from './errors/to-model-error.ts';
import type { Exchange, Recorder } from './exchange.ts';
import type { StreamEvent } from './model/event.ts';
import type { ModelRequest } from './model/request.ts';
import type { ModelResponse, Usage } from './model/response.ts';
import { costOf } from './price/cost.ts';
import { type PriceTable, priceOf } from './price/price-table.ts';
import type { Endpoint, Provider } from './providers/provider.ts';
import { recordedRequest, recordedResponseHeaders, redactor } from './transport/redact.ts';
import { createTransport } from './transport/transport.ts';

/** What attempts of one client share. */
export interface AttemptSettings {
  readonly name: string;
  readonly provider: Provider;
  readonly endpoint: Endpoint;
  readonly prices: PriceTable;
  readonly idleMs: number;
  readonly fetch: typeof globalThis.fetch;
  readonly recorder: Recorder | undefined;
  readonly now: () => number;
}

/** One request on the wire and the events of its answer; throws ModelErrors only, and leaves no connection open however it ends. */
export async function* attempt(
  settings: AttemptSettings,
  request: ModelRequest,
  resolved: string,
  count: number,
): AsyncGenerator<StreamEvent> {
  const { name, provider, endpoint, recorder, now } = settings;
  const redact = redactor([endpoint.apiKey, ...Object.values(endpoint.headers)]);
  const transport = createTransport({
    fetch: settings.fetch,
    signal: request.signal,
    idleMs: settings.idleMs,
    keepText: recorder !== undefined,
  });
  const assembly = createAssembly(name);
  const begun = now();
  let answer: Exchange['answer'] = { kind: 'abandoned' };
  let id: string | undefined;
  let model: string | undefined;
  let started = false;
  const start = (): StreamEvent => {
    started = true;
    return { type: 'start', provider: name, model: model ?? resolved, ...(id === undefined ? {} : { id }) };
  };
  try {
    for await (const event of provider.events({ ...request, model: resolved }, endpoint, transport)) {
      if (event.type === 'start') {
        id = event.id ?? id;
        model = event.model ?? model;
      } else if (event.type === 'end') {
        model = event.model ?? model;
        const response: ModelResponse = {
          provider: name,
          requestedModel: request.model,
          resolvedModel: resolved,
          model: model ?? resolved,
          ...(id === undefined ? {} : { id }),
          content: assembly.content(event.reason),
          finish: { reason: event.reason, ...(event.raw === undefined ? {} : { raw: event.raw }) },
          usage: priced(event.usage, settings, model ?? resolved),
        };
        answer = { kind: 'finished', response };
      } else {
        const visible = assembly.add(event);
        if (visible === undefined) continue;
        // The first output opens the answer: before it an attempt can still be repeated.
        if (!started) yield start();
        yield visible;
      }
    }
    if (answer.kind !== 'finished') throw new Error('the adapter ended without an end');
    if (!started) yield start();
    yield { type: 'finish', response: answer.response };
  } catch (thrown) {
    const error = toModelError(thrown, { provider: name, transport, now: now(), inStream: provider.inStream, redact });
    answer = { kind: 'failed', error: error.toJSON() };
    throw error;
  } finally {
    transport.close();
    if (recorder !== undefined) record(recorder);
  }

  function record(tell: Recorder): void {
    const { signal: _, ...plain } = request;
    const state = transport.state();
    try {
      tell({
        startedAt: new Date(begun).toISOString(),
        durationMs: now() - begun,
        provider: name,
        attempt: count,
        request: plain,
        resolvedModel: resolved,
        wire: state.request === undefined ? null : recordedRequest(state.request, redact),
        status: state.response?.status ?? null,
        responseHeaders: state.response === undefined ? {} : recordedResponseHeaders(state.response.headers),
        stream: redact(state.errorText ?? state.text ?? ''),
        answer,
      });
    } catch {
      // A listener that throws never reaches the call.
    }
  }
}

/** The price is that of the model that answered. */
function priced(usage: Usage, { prices, name }: AttemptSettings, model: string): Usage {
  const costUsd = costOf(usage, priceOf(prices, name, model));
  return costUsd === undefined ? usage : { ...usage, costUsd };
}

/** Runs a call that is no stream of events (the list of models) over the same transport and errors. */
export async function call<T>(
  settings: AttemptSettings,
  signal: AbortSignal | undefined,
  run: (transport: ReturnType<typeof createTransport>) => Promise<T>,
): Promise<T> {
  const { name, provider, endpoint, now } = settings;
  const transport = createTransport({ fetch: settings.fetch, signal, idleMs: settings.idleMs, keepText: false });
  try {
    return await run(transport);
  } catch (thrown) {
    const redact = redactor([endpoint.apiKey, ...Object.values(endpoint.headers)]);
    throw thrown instanceof ModelError
      ? thrown
      : toModelError(thrown, { provider: name, transport, now: now(), inStream: provider.inStream, redact });
  } finally {
    transport.close();
  }
}
