import { roleOf } from '../../node-type/registry.ts';
import type { Rule } from '../rule.ts';

/** Exactly one exit node (language.md 7). */
export const terminalNode: Rule = {
  id: 'terminal_node',
  severity: 'error',
  *check({ graph }) {
    const exits = [...graph.nodes.values()].filter((node) => roleOf(node) === 'exit');
    if (exits.length === 0) yield { message: 'the graph has no exit node; give one node shape=Msquare' };
    for (const node of exits.slice(1)) {
      const message = `\`${node.id}\` is a second exit node; \`${exits[0]?.id}\` is the first: lead its edges there`;
      yield { message, range: node.range, node: node.id };
    }
  },
};
