import type { Graph } from '../model.ts';
import { roleOf } from '../node-type/registry.ts';
import { branchEdges } from './branches.ts';
import { flowOut } from './flow.ts';
import { joinOf } from './join.ts';

const cache = new WeakMap<Graph, Map<string, ReadonlySet<string>>>();

/**
 * Every node that a branch of a component may run: what its branches lead to, failure edges and nested blocks included, without
 * the join, the exit and the component itself (engine.md 8). Computed once per component.
 */
export function blockOf(graph: Graph, componentId: string): ReadonlySet<string> {
  let blocks = cache.get(graph);
  if (blocks === undefined) {
    blocks = new Map();
    cache.set(graph, blocks);
  }
  let block = blocks.get(componentId);
  if (block === undefined) {
    block = compute(graph, componentId);
    blocks.set(componentId, block);
  }
  return block;
}

function compute(graph: Graph, componentId: string): ReadonlySet<string> {
  const join = joinOf(graph, componentId);
  const block = new Set<string>();
  const pending: string[] = [];
  const enter = (id: string) => {
    const node = graph.nodes.get(id);
    if (node === undefined || id === join || id === componentId || block.has(id) || roleOf(node) === 'exit') return;
    block.add(id);
    pending.push(id);
  };
  for (const edge of branchEdges(graph, componentId)) enter(edge.to);
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) for (const edge of flowOut(graph, id)) enter(edge.to);
  return block;
}
