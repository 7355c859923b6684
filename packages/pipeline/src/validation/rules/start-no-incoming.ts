import { roleOf } from '../../node-type/registry.ts';
import { flowIn } from '../../topology/flow.ts';
import type { Rule } from '../rule.ts';

/** No flow edge leads into the start node (language.md 7). */
export const startNoIncoming: Rule = {
  id: 'start_no_incoming',
  severity: 'error',
  *check({ graph }) {
    for (const node of graph.nodes.values()) {
      if (roleOf(node) !== 'start') continue;
      for (const edge of flowIn(graph, node.id)) {
        const message = `the edge ${edge.from} -> ${edge.to} leads into the start node; lead it to the node after the start`;
        yield { message, range: edge.range, edge: { from: edge.from, to: edge.to } };
      }
    }
  },
};
