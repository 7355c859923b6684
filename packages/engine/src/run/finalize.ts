import type { Services } from '../services.ts';

const finalizerLimitMs = 5000;

/** Runs every finalizer, 5 s each, whatever way the run ends; a fault in one never changes the result (engine.md 2). */
export async function finalize({ finalizers, clock }: Services): Promise<void> {
  for (const finalizer of finalizers) {
    const controller = new AbortController();
    const limit = clock.sleep(finalizerLimitMs, controller.signal).then(() => controller.abort());
    try {
      await Promise.race([finalizer.run(controller.signal), limit]);
    } catch {
      // The result stands; a finalizer may only write files.
    } finally {
      controller.abort();
    }
  }
}
