import { graphValue } from '../../registry/value.ts';
import { nearest } from '../distance.ts';
import type { Rule } from '../rule.ts';
import { claimedIds } from '../study/ladder.ts';

/** Comparing every implicit id with every stated one is left out beyond this many pairs. */
const maxComparisons = 200_000;

/** An edge end has a statement of its own; without one it may be a misspelt id (language.md 7). */
export const implicitNode: Rule = {
  id: 'implicit_node',
  severity: 'warning',
  *check({ graph }) {
    const claimed = claimedIds(graph);
    const implicit = [...graph.nodes.values()].filter((node) => node.implicit && !claimed.has(node.id));
    const stated = [...graph.nodes.values()].filter((node) => !node.implicit).map((node) => node.id);
    const compares = implicit.length * stated.length <= maxComparisons;
    const severity = graphValue(graph, 'study') ? 'error' : 'warning';
    for (const { id, range } of implicit) {
      const guess = compares ? nearest(id, stated) : undefined;
      const hint = guess === undefined ? 'add one, so that a misspelt id cannot become a node' : `did you mean \`${guess}\`?`;
      yield { message: `\`${id}\` is named by an edge but has no statement of its own; ${hint}`, severity, range, node: id };
    }
  },
};
