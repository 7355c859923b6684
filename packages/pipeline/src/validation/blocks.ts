import type { Graph } from '../model.ts';
import { roleOf } from '../node-type/registry.ts';
import { blockOf } from '../topology/block.ts';

const cache = new WeakMap<Graph, ReadonlyMap<string, string>>();

/** For each node that a branch may run the first component in file order whose block holds it. */
export function blocksOf(graph: Graph): ReadonlyMap<string, string> {
  let blocks = cache.get(graph);
  if (blocks === undefined) {
    blocks = compute(graph);
    cache.set(graph, blocks);
  }
  return blocks;
}

function compute(graph: Graph): ReadonlyMap<string, string> {
  const blocks = new Map<string, string>();
  for (const node of graph.nodes.values()) {
    if (roleOf(node) !== 'component') continue;
    for (const id of blockOf(graph, node.id)) if (!blocks.has(id)) blocks.set(id, node.id);
  }
  return blocks;
}
