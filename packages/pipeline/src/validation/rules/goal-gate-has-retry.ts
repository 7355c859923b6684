import type { Attributes } from '../../model.ts';
import { edgeValue, nodeValue } from '../../registry/value.ts';
import { withRange } from '../../source-range.ts';
import { flowOut } from '../../topology/flow.ts';
import { reachableFrom } from '../../topology/reachable.ts';
import type { Rule } from '../rule.ts';

/** An unsatisfied goal gate can be tried again: by a target of its own or the graph's, or by a `loop_restart` edge behind it (language.md 7). */
export const goalGateHasRetry: Rule = {
  id: 'goal_gate_has_retry',
  severity: 'warning',
  *check({ graph }) {
    if (hasTarget(graph.attributes)) return;
    const restarts = graph.edges.some((edge) => edgeValue(edge, 'loop_restart'));
    for (const node of graph.nodes.values()) {
      if (!nodeValue(node, 'goal_gate') || hasTarget(node.attributes)) continue;
      if (restarts && leadsToRestart(node.id)) continue;
      const message = `the goal gate \`${node.id}\` cannot be tried again; set \`retry_target\` on it or on the graph`;
      yield { message, ...withRange(node.attributes.get('goal_gate')?.keyRange ?? node.range), node: node.id };
    }

    function leadsToRestart(id: string): boolean {
      for (const reached of reachableFrom(graph, id)) {
        if (flowOut(graph, reached).some((edge) => edgeValue(edge, 'loop_restart'))) return true;
      }
      return false;
    }
  },
};

function hasTarget(attributes: Attributes): boolean {
  return ['retry_target', 'fallback_retry_target'].some((name) => (attributes.get(name)?.text.trim() ?? '') !== '');
}
