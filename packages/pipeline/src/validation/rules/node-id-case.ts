import type { Rule } from '../rule.ts';

/** Ids that differ only in case are easily confused, and share a folder on some file systems (language.md 1). */
export const nodeIdCase: Rule = {
  id: 'node_id_case',
  severity: 'warning',
  *check({ graph }) {
    const seen = new Map<string, string>();
    for (const { id, range } of graph.nodes.values()) {
      const other = seen.get(id.toLowerCase());
      if (other === undefined) seen.set(id.toLowerCase(), id);
      else yield { message: `\`${id}\` and \`${other}\` differ only in case; they are two nodes`, range, node: id };
    }
  },
};
