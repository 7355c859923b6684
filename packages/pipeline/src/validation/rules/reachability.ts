import type { Graph } from '../../model.ts';
import { roleOf } from '../../node-type/registry.ts';
import { isOffFlow } from '../../topology/delegates.ts';
import { reachableFrom } from '../../topology/reachable.ts';
import type { Rule } from '../rule.ts';
import { claimedIds } from '../study/ladder.ts';

/** Every node is reached from the start over flow edges, or from a node that a retry target names (language.md 7). */
export const reachability: Rule = {
  id: 'reachability',
  severity: 'error',
  *check({ graph }) {
    const starts = [...graph.nodes.values()].filter((node) => roleOf(node) === 'start').map((node) => node.id);
    if (starts.length === 0) return;
    const claimed = claimedIds(graph);
    const reached = reachableFrom(graph, [...starts, ...retryTargets(graph)]);
    for (const node of graph.nodes.values()) {
      // An agent without flow edges works when it is delegated to (`team_unreached`); an undeclared one is the ladder's.
      if (reached.has(node.id) || isOffFlow(graph, node) || (node.implicit && claimed.has(node.id))) continue;
      const message = `\`${node.id}\` cannot be reached from the start \`${starts[0]}\`; add an edge to it or remove it`;
      yield { message, range: node.range, node: node.id };
    }
  },
};

function retryTargets(graph: Graph): string[] {
  const targets: string[] = [];
  for (const { attributes } of [graph, ...graph.nodes.values()]) {
    for (const name of ['retry_target', 'fallback_retry_target']) {
      const target = attributes.get(name)?.text.trim() ?? '';
      if (graph.nodes.has(target)) targets.push(target);
    }
  }
  return targets;
}
