import type { ModelError } from './errors/model-error.ts';

/** How a call that delivered nothing yet is repeated (backends.md 4). */
export interface RetryOptions {
  /** Repetitions after the first attempt. */
  readonly maxRetries: number;
  /** First wait; doubled each time, times a random factor between 0.5 and 1.5. */
  readonly baseDelayMs: number;
  /** Longest wait. A server that asks for more is not waited for: the error goes to the caller, with `retryAfterMs`. */
  readonly maxDelayMs: number;
}

export const defaultRetry: RetryOptions = { maxRetries: 2, baseDelayMs: 1000, maxDelayMs: 60_000 };

/** The wait before repetition `retry` (from 1), or undefined when the error is final. Retry-After wins over our own wait. */
export function retryDelay(error: ModelError, retry: number, options: RetryOptions, random: () => number): number | undefined {
  if (!error.retryable || retry > options.maxRetries) return undefined;
  if (error.retryAfterMs !== undefined) return error.retryAfterMs > options.maxDelayMs ? undefined : error.retryAfterMs;
  return Math.min(options.baseDelayMs * 2 ** (retry - 1) * (0.5 + random()), options.maxDelayMs);
}

/** Resolves after a time, or at once when the signal aborts. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
}
