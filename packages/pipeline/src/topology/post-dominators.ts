import type { Condition } from '../condition/condition.ts';
import { asksForFailure } from '../condition/possible.ts';
import type { Edge, Graph } from '../model.ts';
import { roleOf } from '../node-type/registry.ts';
import { isChildEntry } from './child-subgraph.ts';
import { immediateDominators, unreached } from './dominators.ts';
import { isFlowEdge } from './flow.ts';

/** Where every way to the exit leads, edges that ask for a failure left out (engine.md 8). */
export interface PostDominators {
  /** The nearest node on every path from `id` to the exit; undefined behind the exit and where no path leads to it. */
  next(id: string): string | undefined;
  /** Steps of `next` down to the exit; undefined when no path leads there. */
  depth(id: string): number | undefined;
}

const cache = new WeakMap<Graph, PostDominators>();

const failing = new WeakMap<Condition, boolean>();

/** True for edges of an undisturbed course: routes that do not ask for a failure. */
export function isCourseEdge(edge: Edge): boolean {
  return isFlowEdge(edge) && !isFailureEdge(edge);
}

/** True when an edge can only be taken after a failure (engine.md 6, 8, 9). O(1) after the first call on a condition. */
export function isFailureEdge(edge: Edge): boolean {
  const { condition } = edge;
  if (condition === undefined) return false;
  let asks = failing.get(condition);
  if (asks === undefined) {
    asks = asksForFailure(condition);
    failing.set(condition, asks);
  }
  return asks;
}

export function postDominators(graph: Graph): PostDominators {
  let found = cache.get(graph);
  if (found === undefined) {
    found = compute(graph);
    cache.set(graph, found);
  }
  return found;
}

function compute(graph: Graph): PostDominators {
  const ids = [...graph.nodes.keys()];
  const indexOf = new Map(ids.map((id, index) => [id, index]));
  const root = ids.length;
  const backwards: number[][] = Array.from({ length: root + 1 }, () => []);
  for (const node of graph.nodes.values()) if (roleOf(node) === 'exit') backwards[root]?.push(indexOf.get(node.id) as number);
  for (const edge of graph.edges) {
    if (!isCourseEdge(edge) || isChildEntry(graph, edge)) continue;
    const from = indexOf.get(edge.from);
    const to = indexOf.get(edge.to);
    if (from !== undefined && to !== undefined) backwards[to]?.push(from);
  }
  const above = immediateDominators(root + 1, root, backwards);
  const depths = depthsOf(above, root);
  return {
    next: (id) => ids[above[indexOf.get(id) ?? root] as number],
    depth: (id) => {
      const depth = depths[indexOf.get(id) ?? root] as number;
      return depth > 0 ? depth : undefined;
    },
  };
}

function depthsOf(above: Int32Array, root: number): Int32Array {
  const depths = new Int32Array(root + 1);
  for (let start = 0; start < root; start++) {
    const path: number[] = [];
    for (let v = start; v !== root && v !== unreached && depths[v] === 0; v = above[v] as number) path.push(v);
    if (path.length === 0 || above[path[0] as number] === unreached) continue;
    for (let i = path.length - 1; i >= 0; i--) {
      const v = path[i] as number;
      depths[v] = (depths[above[v] as number] as number) + 1;
    }
  }
  return depths;
}
