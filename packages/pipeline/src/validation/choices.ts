import { acceleratorKey } from '../label.ts';
import type { Edge, Graph, Node } from '../model.ts';
import { edgeValue } from '../registry/value.ts';
import { flowOut } from '../topology/flow.ts';
import { isFailureEdge } from '../topology/post-dominators.ts';

/** What a person can choose at a gate: its edges in file order, without its failure routes (engine.md 9). */
export function choicesOf(graph: Graph, node: Node): readonly Edge[] {
  return flowOut(graph, node.id).filter((edge) => !isFailureEdge(edge));
}

/** The text of a choice: the edge's label, else its target. */
export function choiceLabel(edge: Edge): string {
  return edgeValue(edge, 'label').trim() || edge.to;
}

/** The key a choice names itself, in lower case. */
export function choiceKey(edge: Edge): string | undefined {
  return acceleratorKey(choiceLabel(edge))?.toLowerCase();
}
