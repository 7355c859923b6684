import type { ActiveNodes } from './active-nodes.ts';
import { steerNode } from './node-queue.ts';
import { markDelivered, pendingSteering } from './store.ts';

/** How often a run's folder is looked at for messages while nothing else happens. Milliseconds. */
const lookMs = 500;

/** Hands messages, secrets masked, to the model nodes at work; without one they stay, for the next that starts or the next cycle. */
export function deliverSteering(runDirectory: string, nodes: ActiveNodes, mask: (text: string) => string): void {
  const directories = nodes.directories();
  if (directories.length === 0) return;
  for (const { id, text } of pendingSteering(runDirectory)) {
    if (!markDelivered(runDirectory, id)) continue;
    for (const directory of directories) steerNode(directory, mask(text));
  }
}

/** Delivers while a child runs; call the result to stop. */
export function watchSteering(runDirectory: string, nodes: ActiveNodes, mask: (text: string) => string): () => void {
  const timer = setInterval(() => deliverSteering(runDirectory, nodes, mask), lookMs);
  timer.unref();
  return () => clearInterval(timer);
}
