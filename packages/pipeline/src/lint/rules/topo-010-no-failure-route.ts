import { descriptorOf, roleOf } from '../../node-type/registry.ts';
import { isFailureEdge } from '../../topology/post-dominators.ts';
import { blocksOf } from '../../validation/blocks.ts';
import type { Rule } from '../../validation/rule.ts';
import { jumpTargets } from '../course/course.ts';
import { choiceEdges, outcomesOf } from '../outcomes/outcomes.ts';
import { atNode } from '../places.ts';

/** A failure that no edge takes and no retry target catches ends the run (language.md 8; engine.md 4b). */
export const noFailureRoute: Rule = {
  id: 'TOPO-010',
  name: 'no_failure_route',
  severity: 'info',
  *check({ graph }) {
    for (const node of graph.nodes.values()) {
      if (roleOf(node) === 'exit' || descriptorOf(node.type).failIsOnlyFault) continue;
      const { statuses, stranded } = outcomesOf(graph, node);
      if (!statuses.has('fail') || jumpTargets(graph, node).length > 0) continue;
      if (choiceEdges(graph, node).some(isFailureEdge)) continue;
      if (!stranded.some(({ case: { status }, always }) => status === 'fail' && always)) continue;
      const block = blocksOf(graph).get(node.id);
      const what = block === undefined ? 'ends the run' : `ends its branch of \`${block}\``;
      yield {
        message: `when \`${node.id}\` fails, that ${what}: it has no edge for a failure, no \`retry_target\` and no \`continue_on_fail\``,
        ...atNode(node),
      };
    }
  },
};
