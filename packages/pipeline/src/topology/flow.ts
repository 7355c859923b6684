import type { Edge, Graph } from '../model.ts';

interface FlowIndex {
  readonly out: ReadonlyMap<string, readonly Edge[]>;
  readonly into: ReadonlyMap<string, readonly Edge[]>;
}

const none: readonly Edge[] = [];
const indexes = new WeakMap<Graph, FlowIndex>();

/** True for routes; `kind="delegates"` edges are rights, not routes (language.md 7). */
export function isFlowEdge(edge: Edge): boolean {
  return edge.attributes.get('kind')?.text.trim() !== 'delegates';
}

/** Flow edges out of a node, in file order. O(1) after the first call on a graph. */
export function flowOut(graph: Graph, id: string): readonly Edge[] {
  return flowIndex(graph).out.get(id) ?? none;
}

/** Flow edges into a node, in file order. O(1) after the first call on a graph. */
export function flowIn(graph: Graph, id: string): readonly Edge[] {
  return flowIndex(graph).into.get(id) ?? none;
}

function flowIndex(graph: Graph): FlowIndex {
  let index = indexes.get(graph);
  if (index === undefined) {
    index = makeIndex(graph);
    indexes.set(graph, index);
  }
  return index;
}

function makeIndex(graph: Graph): FlowIndex {
  const out = new Map<string, Edge[]>();
  const into = new Map<string, Edge[]>();
  for (const edge of graph.edges) {
    if (!isFlowEdge(edge)) continue;
    append(out, edge.from, edge);
    append(into, edge.to, edge);
  }
  return { out, into };
}

function append(map: Map<string, Edge[]>, key: string, edge: Edge): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [edge]);
  else list.push(edge);
}
