import { conditionAtoms } from '../../condition/keys.ts';
import { possibleStatuses } from '../../condition/possible.ts';
import type { Edge, Node } from '../../model.ts';
import { isFailureEdge } from '../../topology/post-dominators.ts';
import type { Rule } from '../../validation/rule.ts';
import { choiceEdges, outcomesOf } from '../outcomes/outcomes.ts';
import { slotOf } from '../outcomes/slots.ts';
import { isCommand } from '../outcomes/statuses.ts';
import { atCondition, edgeTitle } from '../places.ts';

/** A command that prints its word and then fails takes the edge of the word, not that of the failure (language.md 8). */
export const staleLabelCollision: Rule = {
  id: 'TOPO-002',
  name: 'stale_label_collision',
  severity: 'warning',
  *check({ graph }) {
    for (const node of graph.nodes.values()) {
      if (!isCommand(node)) continue;
      const edges = choiceEdges(graph, node);
      const failure = edges.find((edge) => isFailureEdge(edge) && !asksForLastLine(node, edge));
      if (failure === undefined) continue;
      const outcomes = outcomesOf(graph, node);
      for (const edge of edges) {
        if (edge.condition === undefined || edge === failure || !asksForLastLine(node, edge) || isFailureEdge(edge)) continue;
        if (!possibleStatuses(edge.condition).has('fail') || !outcomes.statusesOf(edge).has('fail')) continue;
        yield {
          message:
            `${edgeTitle(edge)} also holds when the command has printed its word and then failed, and wins over ${edgeTitle(failure)} then: ` +
            `the failure is lost; write \`outcome=success && ..\`, or give the failure edge a higher weight`,
          ...atCondition(edge),
        };
      }
    }
  },
};

function asksForLastLine(node: Node, edge: Edge): boolean {
  return edge.condition !== undefined && conditionAtoms(edge.condition).some((atom) => slotOf(node, atom.key) === 'tool.last_line');
}
