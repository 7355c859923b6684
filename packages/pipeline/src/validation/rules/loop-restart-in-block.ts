import { edgeValue } from '../../registry/value.ts';
import { blocksOf } from '../blocks.ts';
import type { Rule } from '../rule.ts';

/** No iteration begins inside a parallel block (engine.md 8). */
export const loopRestartInBlock: Rule = {
  id: 'loop_restart_in_block',
  severity: 'error',
  *check({ graph }) {
    const restarts = graph.edges.filter((edge) => edgeValue(edge, 'loop_restart'));
    if (restarts.length === 0) return;
    const blocks = blocksOf(graph);
    for (const edge of restarts) {
      const component = blocks.get(edge.from);
      if (component === undefined) continue;
      const message = `the edge ${edge.from} -> ${edge.to} has \`loop_restart\`, but branches of \`${component}\` can take it; restart after the join`;
      yield { message, range: edge.range, edge: { from: edge.from, to: edge.to } };
    }
  },
};
