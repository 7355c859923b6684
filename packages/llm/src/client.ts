import { type AttemptSettings, attempt, call } from './attempt.ts';
import { type EndpointOptions, resolveEndpoint } from './endpoint.ts';
import { ModelError } from './errors/model-error.ts';
import type { Recorder } from './exchange.ts';
import type { StreamEvent } from './model/event.ts';
import type { ModelRequest } from './model/request.ts';
import type { ModelResponse } from './model/response.ts';
import { type Price, type PriceTable, priceOf, shippedPrices } from './price/price-table.ts';
import { findProvider, openProvider, type ProviderInfo, type ProviderName } from './provider-table.ts';
import type { ListedModel } from './providers/provider.ts';
import { chooseModel, globOf, type ResolvedModel } from './resolve-model.ts';
import { defaultRetry, type RetryOptions, retryDelay, sleep } from './retry.ts';

/** One provider's models (backends.md 4). Safe for concurrent calls; every failure is a ModelError. */
export interface ModelClient {
  readonly provider: string;
  /** Yields events until `finish`. Stopping early closes the connection. */
  stream(request: ModelRequest): AsyncIterable<StreamEvent>;
  /** The whole answer. */
  generate(request: ModelRequest): Promise<ModelResponse>;
  /** The provider's list; asked once a client. */
  listModels(signal?: AbortSignal): Promise<readonly ListedModel[]>;
  /** What a model name comes to; asks the provider only for aliases and globs. */
  resolveModel(name: string, signal?: AbortSignal): Promise<ResolvedModel>;
  /** The price of an exact model id, for budgets; undefined when unknown. */
  price(model: string): Price | undefined;
}

export interface ModelClientOptions extends EndpointOptions {
  readonly provider: ProviderName;
  /** Longest wait for the next byte of an answer. Node's own limit of 300 s stands above it. */
  readonly idleTimeoutMs?: number;
  readonly retry?: Partial<RetryOptions>;
  /** The whole table; `mergePrices(shippedPrices(), own)` lays prices over the shipped ones. */
  readonly prices?: PriceTable;
  readonly recorder?: Recorder;
  /** For proxies and tests. */
  readonly fetch?: typeof globalThis.fetch;
  /** Time and chance, for tests. */
  readonly clock?: { readonly sleep?: typeof sleep; readonly now?: () => number; readonly random?: () => number };
}

export const defaultIdleTimeoutMs = 120_000;

/** Makes a client. Nothing is loaded or checked before the first call, which throws a ModelError when key or address is missing. */
export function createModelClient(options: ModelClientOptions): ModelClient {
  const name = options.provider;
  const { sleep: wait = sleep, now = Date.now, random = Math.random } = options.clock ?? {};
  const retry = { ...defaultRetry, ...options.retry };
  let listed: Promise<readonly ListedModel[]> | undefined;

  async function settings(): Promise<AttemptSettings & { info: ProviderInfo }> {
    const info = findProvider(name);
    if (info === undefined) throw new ModelError({ provider: name, kind: 'configuration', message: `there is no provider \`${name}\`` });
    const endpoint = resolveEndpoint(info, options);
    return {
      info,
      name,
      endpoint,
      provider: await openProvider(name),
      prices: options.prices ?? shippedPrices(),
      idleMs: options.idleTimeoutMs ?? defaultIdleTimeoutMs,
      fetch: options.fetch ?? globalThis.fetch,
      recorder: options.recorder,
      now,
    };
  }

  async function listModels(signal?: AbortSignal): Promise<readonly ListedModel[]> {
    for (;;) {
      throwIfAborted(signal);
      listed ??= repeated(signal);
      const asked = listed;
      try {
        return await asked;
      } catch (error) {
        if (listed === asked) listed = undefined;
        // The call that asked was aborted; that is not the end of those who waited with it.
        if (!(error instanceof ModelError) || error.kind !== 'aborted' || signal?.aborted === true) throw error;
      }
    }
  }

  async function repeated(signal: AbortSignal | undefined): Promise<readonly ListedModel[]> {
    const shared = await settings();
    for (let count = 1; ; count += 1) {
      try {
        return await call(shared, signal, (transport) => shared.provider.models(shared.endpoint, transport));
      } catch (error) {
        await pause(error, count, signal);
      }
    }
  }

  /** Waits before another attempt, or throws what cannot be repeated. */
  async function pause(thrown: unknown, count: number, signal: AbortSignal | undefined): Promise<void> {
    const delayMs = thrown instanceof ModelError ? retryDelay(thrown, count, retry, random) : undefined;
    if (delayMs === undefined) throw thrown;
    await wait(delayMs, signal);
    throwIfAborted(signal);
  }

  function throwIfAborted(signal: AbortSignal | undefined): void {
    if (signal?.aborted === true)
      throw new ModelError({ provider: name, kind: 'aborted', message: 'the call was aborted', cause: signal.reason });
  }

  async function resolveModel(model: string, signal?: AbortSignal): Promise<ResolvedModel> {
    const { info } = await settings();
    return chooseModel(info, model, globOf(info, model) === undefined ? [] : await listModels(signal));
  }

  async function* stream(request: ModelRequest): AsyncGenerator<StreamEvent> {
    const { signal } = request;
    throwIfAborted(signal);
    const shared = await settings();
    const refusal = shared.provider.refuses?.(request);
    if (refusal !== undefined) throw new ModelError({ provider: name, kind: 'bad_request', message: refusal });
    const { id } = await resolveModel(request.model, signal);
    for (let count = 1; ; count += 1) {
      let delivered = false;
      let failure: ModelError;
      try {
        for await (const event of attempt(shared, request, id, count)) {
          delivered = true;
          yield event;
        }
        return;
      } catch (thrown) {
        if (!(thrown instanceof ModelError) || delivered) throw thrown;
        failure = thrown;
      }
      const delayMs = retryDelay(failure, count, retry, random);
      if (delayMs === undefined) throw failure;
      yield { type: 'retry', attempt: count, delayMs, error: failure.toJSON() };
      await wait(delayMs, signal);
      throwIfAborted(signal);
    }
  }

  async function generate(request: ModelRequest): Promise<ModelResponse> {
    for await (const event of stream(request)) if (event.type === 'finish') return event.response;
    throw new ModelError({ provider: name, kind: 'protocol', message: 'the stream ended without a finish' });
  }

  return {
    provider: name,
    stream,
    generate,
    listModels,
    resolveModel,
    price: (model) => priceOf(options.prices ?? shippedPrices(), name, model),
  };
}
