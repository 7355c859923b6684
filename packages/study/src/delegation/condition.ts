import type { Clock } from '@attractor/engine';

/** One wake-up condition an identity (DE-05), made when somebody first waits. */
export interface Conditions {
  /** Resolves when the identity is woken, the time is over or the signal aborts. Check and wait without an `await` between: then no wake-up is lost. */
  wait(identity: string, timeoutMs: number, signal: AbortSignal): Promise<void>;
  /** Wakes everybody who waits under the identity now, and counts the arrival. */
  wake(identity: string): void;
  /** How often the identity was woken: who compares misses nothing that came while it did not wait (TU-29). */
  arrivals(identity: string): number;
}

export function conditionsOf(clock: Pick<Clock, 'sleep'>): Conditions {
  const waiting = new Map<string, Set<() => void>>();
  const counts = new Map<string, number>();

  /** Where time passes at once (a test's clock) others still get their turn before the waiting one looks again. */
  async function passed(ms: number, signal: AbortSignal): Promise<void> {
    await clock.sleep(ms, signal);
    if (!signal.aborted) await new Promise((resolve) => setImmediate(resolve));
  }

  return {
    async wait(identity, timeoutMs, signal) {
      if (signal.aborted || timeoutMs <= 0) return;
      const over = new AbortController();
      const here = waiting.get(identity) ?? new Set();
      waiting.set(identity, here);
      let wake = (): void => {};
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      here.add(wake);
      signal.addEventListener('abort', wake, { once: true });
      try {
        await (Number.isFinite(timeoutMs) ? Promise.race([woken, passed(timeoutMs, over.signal)]) : woken);
      } finally {
        over.abort();
        signal.removeEventListener('abort', wake);
        here.delete(wake);
        if (here.size === 0 && waiting.get(identity) === here) waiting.delete(identity);
      }
    },
    wake(identity) {
      counts.set(identity, (counts.get(identity) ?? 0) + 1);
      for (const wake of waiting.get(identity) ?? []) wake();
    },
    arrivals: (identity) => counts.get(identity) ?? 0,
  };
}
