import { quote } from '../../registry/read-value.ts';
import type { Rule } from '../rule.ts';

/** Node ids can name folders and context keys (language.md 1). */
export const nodeId: Rule = {
  id: 'node_id',
  severity: 'error',
  *check({ graph }) {
    for (const { id, range } of graph.nodes.values()) {
      if (/^[A-Za-z0-9_.-]+$/.test(id) && id !== '.' && id !== '..') continue;
      const message = `the node id ${quote(id)} cannot name a folder; use letters, digits and _ . - and put the text into \`label\``;
      yield { message, range, node: id };
    }
  },
};
