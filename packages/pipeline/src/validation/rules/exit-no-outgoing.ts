import { roleOf } from '../../node-type/registry.ts';
import { flowOut } from '../../topology/flow.ts';
import type { Rule } from '../rule.ts';

/** No flow edge leaves the exit node (language.md 7). */
export const exitNoOutgoing: Rule = {
  id: 'exit_no_outgoing',
  severity: 'error',
  *check({ graph }) {
    for (const node of graph.nodes.values()) {
      if (roleOf(node) !== 'exit') continue;
      for (const edge of flowOut(graph, node.id)) {
        const message = `the edge ${edge.from} -> ${edge.to} leaves the exit node, where the run ends`;
        yield { message, range: edge.range, edge: { from: edge.from, to: edge.to } };
      }
    }
  },
};
