import { type Attribute, type ChildSubgraph, type Edge, type Graph, type Node, roleOf } from '@attractor/pipeline';

/**
 * The subgraph of a manager as a graph of its own (engine.md 11), so that it runs as any other child: from the start over
 * the manager's child edge, and to the exit wherever it leaves. Start and exit are those of the manager's graph.
 */
export function subgraphPipeline(graph: Graph, manager: Node, { entry, nodes: inside, ends }: ChildSubgraph): Graph {
  const start = only(graph, 'start');
  const exit = only(graph, 'exit');
  const nodes = new Map<string, Node>();
  for (const node of graph.nodes.values()) if (node === start || node === exit || inside.has(node.id)) nodes.set(node.id, node);
  const edges: Edge[] = [{ ...entry, from: start.id }];
  for (const edge of graph.edges) {
    if (!inside.has(edge.from) || !(inside.has(edge.to) || ends.has(edge.to))) continue;
    edges.push(inside.has(edge.to) || edge.to === exit.id ? edge : leaving(edge, exit.id));
  }
  const { children: _, ...rest } = graph;
  return {
    ...rest,
    name: `${graph.name}.${manager.id}`,
    nodes,
    edges: edges.map((edge, index) => ({ ...edge, index })),
    groups: graph.groups.map((group) => ({ ...group, nodes: group.nodes.filter((id) => inside.has(id)) })),
  };
}

/** A way out ends the cycle; what comes after it is the manager's business, a restart included. */
function leaving(edge: Edge, exit: string): Edge {
  const attributes = new Map<string, Attribute>([...edge.attributes].filter(([name]) => name !== 'loop_restart'));
  return { ...edge, to: exit, attributes };
}

function only(graph: Graph, role: 'start' | 'exit'): Node {
  const found = [...graph.nodes.values()].find((node) => roleOf(node) === role);
  if (found === undefined) throw new Error(`a graph without ${role} is refused by validation`);
  return found;
}
