import { roleOf } from '../../node-type/registry.ts';
import { nodeValue } from '../../registry/value.ts';
import { isFailureEdge } from '../../topology/post-dominators.ts';
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
      // A goal gate that has failed keeps the exit shut.
      if (nodeValue(node, 'goal_gate') || isOfChild(node.id)) continue;
      for (const { edge, to, statuses } of stepsFrom(graph, node.id)) {
        if (edge === undefined || !isFailureEdge(edge) || !statuses.has('fail')) continue;
        const target = graph.nodes.get(to);
        // The run fails when the last node before the exit has failed (engine.md 6).
        if (target === undefined || roleOf(target) === 'exit') continue;
        const way = unguardedWay(graph, to);
        if (way === undefined) continue;
        yield {
          message:
            `the failure of \`${node.id}\` ends as success: ${edgeTitle(edge)} counts as handled, and nothing on ${[node.id, ...way].join(' -> ')} ` +
            `can fail the run any more; lead it back to a check, make \`${node.id}\` a goal gate, or lead it straight to the exit, which fails the run`,
          ...atCondition(edge),
        };
      }
    }
  },
};
