import { setImmediate } from 'node:timers/promises';

/** Longest time in which timers, signals and streams may wait for their turn. Milliseconds. */
const longestMs = 20;

let lastTurn = performance.now();

/**
 * Lets the event loop turn when it has not for a while. Nodes that need no outside (dry runs, diamonds) follow one another
 * in microtasks: without this no limit of time, no signal and no cancel would be seen between them (engine.md 3.1, 13).
 */
export async function breathe(): Promise<void> {
  if (performance.now() - lastTurn < longestMs) return;
  await setImmediate();
  lastTurn = performance.now();
}
