import { canHoldWith } from '../../condition/possible.ts';
import type { Edge } from '../../model.ts';
import { descriptorOf } from '../../node-type/registry.ts';
import { graphValue } from '../../registry/value.ts';
import { isOffFlow } from '../../topology/delegates.ts';
import { flowOut } from '../../topology/flow.ts';
import type { Rule } from '../rule.ts';

/** Every label and status of a station has an edge: a study that ends in the middle has no conclusion (GM-28, study-rulings.md A2). */
export const studyRoute: Rule = {
  id: 'study_route',
  severity: 'error',
  *check({ graph }) {
    if (!graphValue(graph, 'study')) return;
    for (const node of graph.nodes.values()) {
      const { study, statuses, labels, failIsOnlyFault } = descriptorOf(node.type);
      if ((study !== 'agent' && study !== 'station') || isOffFlow(graph, node)) continue;
      const edges = flowOut(graph, node.id);
      const passing = statuses.filter((status) => status !== 'fail' || !failIsOnlyFault);
      const open = passing.flatMap((status) => (labels.length === 0 ? [''] : labels).map((label) => ({ status, label })));
      const missing = open.filter(({ status, label }) => !edges.some((edge) => mayMatch(edge, status, label)));
      if (missing.length === 0) continue;
      const what = missing.map(({ status, label }) => (label === '' ? `the status ${status}` : `the label \`${label}\``)).join(', ');
      const example = missing[0]?.label ?? '';
      const fix = example === '' ? 'add an edge without a condition' : `add e.g. \`[condition="preferred_label=${example}"]\``;
      yield { message: `no edge of \`${node.id}\` takes ${what}; ${fix}`, range: node.range, node: node.id };
    }
  },
};

/** An edge without a condition takes every label that no condition takes. */
function mayMatch(edge: Edge, status: 'success' | 'partial_success' | 'fail' | 'skipped', label: string): boolean {
  // A condition that cannot be read is `condition_syntax`'s.
  if (edge.condition === undefined) return true;
  return canHoldWith(edge.condition, status, label);
}
