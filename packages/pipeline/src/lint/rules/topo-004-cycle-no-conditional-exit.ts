import type { Graph } from '../../model.ts';
import { descriptorOf } from '../../node-type/registry.ts';
import { edgeValue } from '../../registry/value.ts';
import type { Rule } from '../../validation/rule.ts';
import { cycleIn, cycleText, knotsOf, partsWithout } from '../course/knots.ts';
import { choiceEdges } from '../outcomes/outcomes.ts';
import { mayLabel } from '../outcomes/statuses.ts';
import { atEdge, atNode } from '../places.ts';

/** A cycle that nothing decides to leave (language.md 8). */
export const cycleNoConditionalExit: Rule = {
  id: 'TOPO-004',
  name: 'cycle_no_conditional_exit',
  severity: 'warning',
  *check({ graph }) {
    for (const knot of knotsOf(graph)) {
      const deciding = new Set(knot.nodes.filter((id) => decides(graph, id)));
      // Redirects and failure jumps are decided by verdicts, and end of themselves.
      const decided = new Set(knot.nodes.flatMap((id) => knot.steps(id).filter(({ kind }) => kind === 'jump' || kind === 'redirect')));
      for (const part of partsWithout(knot, deciding, decided)) {
        const cycle = cycleIn(knot, part, deciding, decided);
        const [first] = cycle;
        if (first === undefined) continue;
        const edge = cycle.findLast((step) => step.edge !== undefined)?.edge;
        const node = graph.nodes.get(first.from);
        yield {
          message:
            `nothing decides whether the cycle ${cycleText(cycle)} goes on: no edge that leaves it has a condition or is a person's choice; ` +
            `give the edge that leaves it a condition`,
          ...(edge === undefined ? (node === undefined ? {} : atNode(node)) : atEdge(edge)),
        };
      }
    }
  },
};

/** A node whose ways part by a condition, a label or a person's choice. */
function decides(graph: Graph, id: string): boolean {
  const node = graph.nodes.get(id);
  if (node === undefined) return false;
  const edges = choiceEdges(graph, node);
  if (new Set(edges.map((edge) => edge.to)).size < 2) return false;
  const chosen = descriptorOf(node.type).decidedBy === 'person' || mayLabel(node);
  return edges.some((edge) => edge.condition !== undefined || (chosen && edgeValue(edge, 'label').trim() !== ''));
}
