import { graphValue } from '../../registry/value.ts';
import { isAgent, isOffFlow, reachedByDelegation } from '../../topology/delegates.ts';
import type { Rule } from '../rule.ts';
import { entryId } from './ladder.ts';

/** An agent that nobody can ask to work: legal, for teams with an agent taken out, and worth a word (GM-27). */
export const teamUnreached: Rule = {
  id: 'team_unreached',
  severity: 'warning',
  *check({ graph }) {
    const entry = entryId(graph);
    if (!graphValue(graph, 'study') || !isAgent(graph.nodes.get(entry))) return;
    const reached = reachedByDelegation(graph, entry);
    for (const node of graph.nodes.values()) {
      if (node.implicit || !isOffFlow(graph, node) || reached.has(node.id)) continue;
      const message = `no chain of delegates edges leads from the entry \`${entry}\` to \`${node.id}\`, so it never works; add an edge with \`kind="delegates"\` or remove it`;
      yield { message, range: node.range, node: node.id };
    }
  },
};
