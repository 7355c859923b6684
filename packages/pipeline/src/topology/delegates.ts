import type { Edge, Graph, Node } from '../model.ts';
import { descriptorOf } from '../node-type/registry.ts';
import { graphValue } from '../registry/value.ts';
import { flowIn, flowOut, isFlowEdge } from './flow.ts';

/** The rights to delegate, in file order (study.md 1). Empty outside a study. */
export function delegatesEdges(graph: Graph): readonly Edge[] {
  return graphValue(graph, 'study') ? graph.edges.filter((edge) => !isFlowEdge(edge)) : [];
}

/** True for an agent node of a study. */
export function isAgent(node: Node | undefined): node is Node {
  return node !== undefined && descriptorOf(node.type).study === 'agent';
}

/** An agent of a study that no flow edge touches: it works when somebody delegates to it, and is on no route (study-rulings.md A1). */
export function isOffFlow(graph: Graph, node: Node): boolean {
  return graphValue(graph, 'study') && isAgent(node) && flowIn(graph, node.id).length + flowOut(graph, node.id).length === 0;
}

/** The given node and all that chains of delegates edges reach from it. */
export function reachedByDelegation(graph: Graph, from: string): ReadonlySet<string> {
  const targets = new Map<string, string[]>();
  for (const edge of delegatesEdges(graph)) {
    const list = targets.get(edge.from);
    if (list === undefined) targets.set(edge.from, [edge.to]);
    else list.push(edge.to);
  }
  const seen = new Set([from]);
  const pending = [from];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    for (const target of targets.get(id) ?? []) {
      if (seen.has(target)) continue;
      seen.add(target);
      pending.push(target);
    }
  }
  return seen;
}
