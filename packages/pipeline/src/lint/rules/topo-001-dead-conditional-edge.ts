import { conditionAtoms } from '../../condition/keys.ts';
import { descriptorOf } from '../../node-type/registry.ts';
import type { Rule } from '../../validation/rule.ts';
import { misspeltStatus } from '../outcomes/misspelt-status.ts';
import { canHold, choiceEdges, outcomesOf } from '../outcomes/outcomes.ts';
import { slotOf } from '../outcomes/slots.ts';
import { atCondition, edgeTitle } from '../places.ts';

const verdicts: ReadonlySet<string> = new Set(['@outcome', '@status', '@failure_class']);

/**
 * An edge that tests the outcome for what its node never ends with is never taken (language.md 8): an ERROR out of a node that always
 * succeeds, a WARNING out of any other. So is one that waits for a label which looks like a misspelt status.
 */
export const deadConditionalEdge: Rule = {
  id: 'TOPO-001',
  name: 'dead_conditional_edge',
  severity: 'error',
  *check({ graph }) {
    for (const node of graph.nodes.values()) {
      const { failIsOnlyFault, role, statuses, study } = descriptorOf(node.type);
      // Stations of a study have an ERROR of their own: `study_route`.
      if (role === 'exit' || study !== undefined) continue;
      const outcomes = outcomesOf(graph, node);
      for (const edge of choiceEdges(graph, node)) {
        yield* misspeltStatus(graph, node, edge);
        if (edge.condition === undefined || outcomes.statusesOf(edge).size > 0) continue;
        if (!conditionAtoms(edge.condition).some((atom) => verdicts.has(slotOf(node, atom.key)))) continue;
        if (failIsOnlyFault && statuses.every((status) => status === 'success')) {
          yield {
            message:
              `${edgeTitle(edge)} is never taken: \`${node.id}\` always ends with success and has no label of its own; ` +
              `test the outcome on the edges of the node before it, or a context key here`,
            ...atCondition(edge),
          };
        } else if (!canHold(graph, node, edge)) {
          yield {
            severity: 'warning',
            message: `${edgeTitle(edge)} is never taken: \`${node.id}\` never ends so; it ends with ${[...outcomes.statuses].join(', ')}`,
            ...atCondition(edge),
          };
        }
      }
    }
  },
};
