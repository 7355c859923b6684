import type { Clock } from '@attractor/engine';

export interface SimulatedClock extends Clock {
  /** Moves time on; sleepers that become due wake in the order of their times. Resolves after they had a turn. */
  advance(ms: number): Promise<void>;
  /** How many sleeps are pending. */
  readonly sleeping: number;
  /** The lengths of all sleeps asked for, in order. */
  readonly sleeps: readonly number[];
}

/** A clock that a test moves. With `auto` every sleep is over at once, and time has moved by its length. */
export function simulatedClock(options: { readonly start?: number; readonly auto?: boolean } = {}): SimulatedClock {
  const start = options.start ?? Date.UTC(2026, 0, 1);
  let elapsed = 0;
  const sleeps: number[] = [];
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();
  return {
    now: () => start + elapsed,
    monotonic: () => elapsed,
    sleep(ms, signal) {
      sleeps.push(ms);
      if (signal?.aborted === true) return Promise.resolve();
      if (options.auto === true) {
        elapsed += Math.max(0, ms);
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        const wake = (): void => {
          sleepers.delete(sleeper);
          signal?.removeEventListener('abort', wake);
          resolve();
        };
        const sleeper = { at: elapsed + Math.max(0, ms), wake };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', wake, { once: true });
      });
    },
    async advance(ms) {
      const until = elapsed + ms;
      for (;;) {
        const due = [...sleepers].filter((sleeper) => sleeper.at <= until).sort((a, b) => a.at - b.at)[0];
        if (due === undefined) break;
        elapsed = Math.max(elapsed, due.at);
        due.wake();
        // Whoever woke may sleep again before the next one is due.
        await new Promise((resolve) => setImmediate(resolve));
      }
      elapsed = until;
    },
    get sleeping() {
      return sleepers.size;
    },
    get sleeps() {
      return sleeps;
    },
  };
}
