import { roleOf } from '../../node-type/registry.ts';
import { branchEdges } from '../../topology/branches.ts';
import { joinOf } from '../../topology/join.ts';
import type { Rule } from '../rule.ts';

/** The branches of a component meet before the exit (engine.md 8). */
export const parallelJoin: Rule = {
  id: 'parallel_join',
  severity: 'error',
  *check({ graph }) {
    for (const node of graph.nodes.values()) {
      if (roleOf(node) !== 'component' || joinOf(graph, node.id) !== undefined) continue;
      const branches = branchEdges(graph, node.id).map((edge) => edge.to);
      const message =
        branches.length === 0
          ? `\`${node.id}\` opens no branch: add edges whose conditions do not test the outcome`
          : `the branches of \`${node.id}\` (${branches.slice(0, 5).join(', ')}) do not meet before the exit; lead them to one node, e.g. shape=tripleoctagon`;
      yield { message, range: node.range, node: node.id };
    }
  },
};
