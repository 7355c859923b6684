import type { Graph, Node } from '../../model.ts';
import { roleOf } from '../../node-type/registry.ts';
import { graphValue, nodeValue } from '../../registry/value.ts';
import { isFailureEdge } from '../../topology/post-dominators.ts';
import { reachableFrom } from '../../topology/reachable.ts';
import type { Rule } from '../../validation/rule.ts';
import { stepsFrom } from '../course/course.ts';
import { inChild, unguardedWay } from '../course/ways-to-exit.ts';
import { atCondition, edgeTitle } from '../places.ts';

/** A failure counts as handled and nothing on its way to the exit can fail the run any more (language.md 8). */
export const failRoutedToExit: Rule = {
  id: 'TOPO-006',
  name: 'fail_routed_to_exit',
  severity: 'warning',
  *check({ graph }) {
    const isOfChild = inChild(graph);
    for (const node of graph.nodes.values()) {
      if (isOfChild(node.id)) continue;
      // A goal gate that has failed keeps the exit shut: its way there is in vain unless the redirect leads back to it.
      const isGate = nodeValue(node, 'goal_gate');
      if (isGate && !redirectsAround(graph, node)) continue;
      for (const { edge, to, statuses } of stepsFrom(graph, node.id)) {
        if (edge === undefined || !isFailureEdge(edge) || !statuses.has('fail')) continue;
        const target = graph.nodes.get(to);
        // The run fails when the last node before the exit has failed (engine.md 6).
        if (target === undefined || roleOf(target) === 'exit') continue;
        const way = unguardedWay(graph, to);
        if (way === undefined) continue;
        yield {
          message: isGate
            ? `the failure of the goal gate \`${node.id}\` goes around it: ${[node.id, ...way].join(' -> ')}, and the exit's redirect does not lead back to ` +
              `it, so that the exit stays shut and the run fails; lead the failure or \`retry_target\` back to the gate`
            : `the failure of \`${node.id}\` ends as success: ${edgeTitle(edge)} counts as handled, and nothing on ${[node.id, ...way].join(' -> ')} ` +
              `can fail the run any more; lead it back to a check, make \`${node.id}\` a goal gate, or lead it straight to the exit, which fails the run`,
          ...atCondition(edge),
        };
      }
    }
  },
};

/** The exit redirects an unsatisfied gate to a node from which nothing leads to the gate (engine.md 5). */
function redirectsAround(graph: Graph, gate: Node): boolean {
  const own = [nodeValue(gate, 'retry_target'), nodeValue(gate, 'fallback_retry_target')];
  const shared = [graphValue(graph, 'retry_target'), graphValue(graph, 'fallback_retry_target')];
  const target = [...own, ...shared].find((id): id is string => id !== undefined && graph.nodes.has(id));
  return target !== undefined && !reachableFrom(graph, target).has(gate.id);
}
