import type { Graph } from '../../model.ts';
import { roleOf } from '../../node-type/registry.ts';
import { graphValue } from '../../registry/value.ts';
import { flowIn, flowOut } from '../../topology/flow.ts';
import { reachableFrom } from '../../topology/reachable.ts';
import type { Rule } from '../rule.ts';

/** Every node is reached from the start over flow edges, or from a node that a retry target names (language.md 7). */
export const reachability: Rule = {
  id: 'reachability',
  severity: 'error',
  *check({ graph }) {
    const starts = [...graph.nodes.values()].filter((node) => roleOf(node) === 'start').map((node) => node.id);
    if (starts.length === 0) return;
    const reached = reachableFrom(graph, [...starts, ...retryTargets(graph)]);
    const team = graphValue(graph, 'study') ? delegates(graph) : new Set<string>();
    for (const node of graph.nodes.values()) {
      if (reached.has(node.id) || team.has(node.id)) continue;
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

/** Nodes of a study that only delegates edges touch: their reach is the study rules' to judge. */
function delegates(graph: Graph): Set<string> {
  const ends = graph.edges
    .filter((edge) => edge.attributes.get('kind')?.text.trim() === 'delegates')
    .flatMap((edge) => [edge.from, edge.to]);
  return new Set(ends.filter((id) => flowIn(graph, id).length + flowOut(graph, id).length === 0));
}
