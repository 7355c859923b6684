import { type RunLock, StoreError, takeLock } from '@attractor/engine';

/** The store's own lock folder (study.md 28). */
export const lockFolder = '.lock';

const patienceMs = 30_000;

/**
 * Does something while no other process changes the store (ES-01). The action is synchronous, so within a process nothing comes
 * between either. A holder that was killed holds nothing. Throws a `StoreError` (`run_locked`) after half a minute, or on abort.
 */
export async function locked<T>(directory: string, signal: AbortSignal | undefined, action: () => T): Promise<T> {
  const lock = await take(directory, signal);
  try {
    return action();
  } finally {
    lock.release();
  }
}

async function take(directory: string, signal: AbortSignal | undefined): Promise<RunLock> {
  for (const deadline = performance.now() + patienceMs; ; ) {
    try {
      return takeLock(directory, { folder: lockFolder, attempts: 1 });
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'run_locked') throw error;
      if (signal?.aborted === true || performance.now() > deadline) throw error;
    }
    await pause(2 + Math.random() * 18);
  }
}

/** Real time, as the other process lives in it. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
