import type { Clock } from '../services.ts';

/** The machine's clocks. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      // Longer waits than a timer can hold are cut: the caller checks its own condition again.
      const timer = setTimeout(done, Math.min(ms, 2_147_483_647));
      signal?.addEventListener('abort', done, { once: true });
    }),
};
