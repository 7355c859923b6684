import type { Graph } from '../../model.ts';
import { isEngineKey } from '../../parameters/engine-keys.ts';
import { type Written, writtenIn } from './written.ts';

const cache = new WeakMap<Graph, Written>();

/** Tells of names whether a reference to them means a context key: one that something in the graph writes, or only the engine could. */
export function knownKeys(graph: Graph): (key: string) => boolean {
  let written = cache.get(graph);
  if (written === undefined) {
    written = writtenIn(graph, { atTheirWord: true });
    cache.set(graph, written);
  }
  const { base, byKey } = written;
  const hasNode = (id: string): boolean => graph.nodes.has(id);
  // `$outcome` or `$iteration` may be a variable of the script's own, but then it is not ours to say so.
  return (key) => base.has(key) || byKey.has(key) || (key.includes('.') && isEngineKey(key, hasNode));
}
