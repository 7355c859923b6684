import type { Edge, Graph, Node } from '../model.ts';
import { descriptorOf, roleOf } from '../node-type/registry.ts';
import { flowOut } from './flow.ts';

/** The nodes that a manager without a child file runs as its child, and the edge that opens them (engine.md 11). */
export interface ChildSubgraph {
  readonly entry: Edge;
  readonly nodes: ReadonlySet<string>;
  /** Where the child ends: the exit, the manager itself, and what the manager's other edges lead to. */
  readonly ends: ReadonlySet<string>;
}

const cache = new WeakMap<Graph, ReadonlyMap<string, ChildSubgraph>>();

/** The subgraph that starts at the first unconditional edge of a manager; undefined for other nodes and for managers with a child file. */
export function childSubgraph(graph: Graph, nodeId: string): ChildSubgraph | undefined {
  return subgraphs(graph).get(nodeId);
}

/** The manager whose subgraph a node lies in; the innermost one. */
export function childOwner(graph: Graph, nodeId: string): string | undefined {
  let owner: string | undefined;
  let size = Number.POSITIVE_INFINITY;
  for (const [manager, { nodes }] of subgraphs(graph)) {
    if (!nodes.has(nodeId) || nodes.size >= size) continue;
    owner = manager;
    size = nodes.size;
  }
  return owner;
}

/** The edge by which a manager opens its own child: no way on through the graph around it. */
export function isChildEntry(graph: Graph, edge: Edge): boolean {
  return childSubgraph(graph, edge.from)?.entry === edge;
}

/** A node's routes: its flow edges without the one that its own child starts by. */
export function onwardEdges(graph: Graph, nodeId: string): readonly Edge[] {
  const entry = childSubgraph(graph, nodeId)?.entry;
  const edges = flowOut(graph, nodeId);
  return entry === undefined ? edges : edges.filter((edge) => edge !== entry);
}

function subgraphs(graph: Graph): ReadonlyMap<string, ChildSubgraph> {
  let found = cache.get(graph);
  if (found === undefined) {
    const all = new Map<string, ChildSubgraph>();
    for (const node of graph.nodes.values()) {
      const subgraph = compute(graph, node);
      if (subgraph !== undefined) all.set(node.id, subgraph);
    }
    found = all;
    cache.set(graph, found);
  }
  return found;
}

function compute(graph: Graph, node: Node): ChildSubgraph | undefined {
  const { childFile } = descriptorOf(node.type);
  if (childFile !== 'stack.child_dotfile') return undefined;
  const file = node.attributes.get(childFile)?.text.trim() || graph.attributes.get(childFile)?.text.trim();
  if (file !== undefined && file !== '') return undefined;
  const edges = flowOut(graph, node.id);
  const entry = edges.find((edge) => edge.condition === undefined && (edge.attributes.get('condition')?.text.trim() ?? '') === '');
  if (entry === undefined) return undefined;
  const ends = new Set([node.id, ...edges.filter((edge) => edge !== entry).map((edge) => edge.to)]);
  for (const other of graph.nodes.values()) if (roleOf(other) === 'exit') ends.add(other.id);
  const nodes = new Set<string>();
  const pending: string[] = [];
  const enter = (id: string): void => {
    if (ends.has(id) || nodes.has(id) || !graph.nodes.has(id)) return;
    nodes.add(id);
    pending.push(id);
  };
  enter(entry.to);
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) for (const edge of flowOut(graph, id)) enter(edge.to);
  return nodes.size === 0 ? undefined : { entry, nodes, ends };
}
