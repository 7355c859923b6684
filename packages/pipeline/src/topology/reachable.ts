import type { Edge, Graph } from '../model.ts';
import { flowOut } from './flow.ts';

/** The given nodes and all that flow edges lead to from them; `follow` may leave edges out. */
export function reachableFrom(graph: Graph, from: string | Iterable<string>, follow?: (edge: Edge) => boolean): ReadonlySet<string> {
  const seen = new Set<string>(typeof from === 'string' ? [from] : from);
  const pending = [...seen];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    for (const edge of flowOut(graph, id)) {
      if (seen.has(edge.to) || (follow !== undefined && !follow(edge))) continue;
      seen.add(edge.to);
      pending.push(edge.to);
    }
  }
  return seen;
}

/** A shortest cycle through a node, beginning with it and without repeating it at the end; undefined when there is none. */
export function cycleThrough(graph: Graph, nodeId: string): string[] | undefined {
  const before = new Map<string, string>();
  const queue = [nodeId];
  for (let i = 0; i < queue.length; i++) {
    const id = queue[i] as string;
    for (const edge of flowOut(graph, id)) {
      if (edge.to === nodeId) return trail(before, id, nodeId);
      if (before.has(edge.to)) continue;
      before.set(edge.to, id);
      queue.push(edge.to);
    }
  }
  return undefined;
}

function trail(before: ReadonlyMap<string, string>, last: string, first: string): string[] {
  const path = [last];
  for (let id = last; id !== first; ) {
    id = before.get(id) as string;
    path.push(id);
  }
  return path.reverse();
}
