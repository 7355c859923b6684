import { conditionAtoms } from '../../condition/keys.ts';
import { descriptorOf } from '../../node-type/registry.ts';
import type { Rule } from '../../validation/rule.ts';
import { choiceEdges, outcomesOf } from '../outcomes/outcomes.ts';
import { slotOf } from '../outcomes/slots.ts';
import { atCondition, edgeTitle } from '../places.ts';

const verdicts: ReadonlySet<string> = new Set(['@outcome', '@status', '@failure_class']);

/** An edge out of a node that always succeeds tests its outcome for something else: it is never taken (language.md 8). */
export const deadConditionalEdge: Rule = {
  id: 'TOPO-001',
  name: 'dead_conditional_edge',
  severity: 'error',
  *check({ graph }) {
    for (const node of graph.nodes.values()) {
      const { failIsOnlyFault, role, statuses } = descriptorOf(node.type);
      if (!failIsOnlyFault || role === 'exit' || statuses.some((status) => status !== 'success')) continue;
      const outcomes = outcomesOf(graph, node);
      for (const edge of choiceEdges(graph, node)) {
        if (edge.condition === undefined || outcomes.statusesOf(edge).size > 0) continue;
        if (!conditionAtoms(edge.condition).some((atom) => verdicts.has(slotOf(node, atom.key)))) continue;
        yield {
          message:
            `${edgeTitle(edge)} is never taken: \`${node.id}\` always ends with success and has no label of its own; ` +
            `test the outcome on the edges of the node before it, or a context key here`,
          ...atCondition(edge),
        };
      }
    }
  },
};
