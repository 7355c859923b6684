import type { Graph, Node } from '../../model.ts';
import { roleOf } from '../../node-type/registry.ts';
import { graphValue, nodeValue } from '../../registry/value.ts';
import { isFailureEdge } from '../../topology/post-dominators.ts';
import { reachableFrom } from '../../topology/reachable.ts';
import type { Rule } from '../../validation/rule.ts';
import { stepsFrom } from '../course/course.ts';
import { wayText } from '../course/way-text.ts';
import { inChild, unguardedWay } from '../course/ways-to-exit.ts';
import { atCondition, edgeTitle } from '../places.ts';

/** A failure counts as handled and nothing on its way to the exit can fail the run any more (language.md 8). */
export const failRoutedToExit: Rule = {
  id: 'TOPO-006',
  name: 'fail_routed_to_exit',
  severity: 'warning',
  *check({ graph }) {
    const isOfChild = inChild(graph);
    const reached = new Map<string, ReadonlySet<string>>();
    const reachedFrom = (id: string): ReadonlySet<string> => {
      const known = reached.get(id) ?? reachableFrom(graph, id);
      reached.set(id, known);
      return known;
    };
    for (const node of graph.nodes.values()) {
      if (isOfChild(node.id)) continue;
      // A goal gate that has failed keeps the exit shut: its way there is in vain unless the redirect leads back to it.
      const isGate = nodeValue(node, 'goal_gate');
      const redirect = isGate ? redirectOf(graph, node) : undefined;
      if (isGate && (redirect === undefined || reachedFrom(redirect).has(node.id))) continue;
      for (const { edge, to, statuses } of stepsFrom(graph, node.id)) {
        if (edge === undefined || !isFailureEdge(edge) || !statuses.has('fail')) continue;
        const target = graph.nodes.get(to);
        // The run fails when the last node before the exit has failed (engine.md 6).
        if (target === undefined || roleOf(target) === 'exit') continue;
        const way = unguardedWay(graph, to);
        if (way === undefined) continue;
        yield {
          message: isGate
            ? `the failure of the goal gate \`${node.id}\` goes around it: ${node.id} -> ${wayText(way)}, and the exit's redirect does not lead back to ` +
              `it, so that the exit stays shut and the run fails; lead the failure or \`retry_target\` back to the gate`
            : `the failure of \`${node.id}\` ends as success: ${edgeTitle(edge)} counts as handled, and nothing on ${node.id} -> ${wayText(way)} ` +
              `can fail the run any more; lead it back to a check, make \`${node.id}\` a goal gate, or lead it straight to the exit, which fails the run`,
          ...atCondition(edge),
        };
      }
    }
  },
};

/** Where the exit redirects an unsatisfied gate to (engine.md 5). */
function redirectOf(graph: Graph, gate: Node): string | undefined {
  const own = [nodeValue(gate, 'retry_target'), nodeValue(gate, 'fallback_retry_target')];
  const shared = [graphValue(graph, 'retry_target'), graphValue(graph, 'fallback_retry_target')];
  return [...own, ...shared].find((id): id is string => id !== undefined && graph.nodes.has(id));
}
