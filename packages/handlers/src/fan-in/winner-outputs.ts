import type { BranchResult, Json, JsonObject } from '@attractor/engine';
import { blockOf, branchEdges, flowOut, type Graph, joinOf, nodeValue, roleOf } from '@attractor/pipeline';

/** What the winner's branch declared as `outputs` and reported, typed (engine.md 8). */
export function winnerOutputs(graph: Graph, fanIn: string, winner: BranchResult): JsonObject {
  const declared = new Set<string>();
  for (const id of branchNodes(graph, fanIn, winner.id)) {
    const node = graph.nodes.get(id);
    for (const key of node === undefined ? [] : nodeValue(node, 'outputs')) declared.add(key);
  }
  const outputs: [string, Json][] = Object.entries(winner.context_updates).filter(([key]) => declared.has(key));
  return Object.fromEntries(outputs);
}

/** The nodes that a branch can run: from its first node through the block of its component. */
function branchNodes(graph: Graph, fanIn: string, first: string): ReadonlySet<string> {
  const components = [...graph.nodes.values()].filter(
    (node) => roleOf(node) === 'component' && branchEdges(graph, node.id).some((edge) => edge.to === first),
  );
  const component = components.find((node) => joinOf(graph, node.id) === fanIn) ?? components[0];
  const nodes = new Set<string>();
  if (component === undefined) return nodes;
  const block = blockOf(graph, component.id);
  const pending = [first];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (nodes.has(id) || !block.has(id)) continue;
    nodes.add(id);
    for (const edge of flowOut(graph, id)) pending.push(edge.to);
  }
  return nodes;
}
