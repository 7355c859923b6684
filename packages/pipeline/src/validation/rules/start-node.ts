import { roleOf } from '../../node-type/registry.ts';
import type { Rule } from '../rule.ts';

/** Exactly one start node (language.md 7). */
export const startNode: Rule = {
  id: 'start_node',
  severity: 'error',
  *check({ graph }) {
    const starts = [...graph.nodes.values()].filter((node) => roleOf(node) === 'start');
    if (starts.length === 0) yield { message: 'the graph has no start node; give one node shape=Mdiamond' };
    for (const node of starts.slice(1)) {
      yield { message: `\`${node.id}\` is a second start node; \`${starts[0]?.id}\` is the first`, range: node.range, node: node.id };
    }
  },
};
