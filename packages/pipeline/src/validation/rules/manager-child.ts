import type { Graph, Node } from '../../model.ts';
import { descriptorOf } from '../../node-type/registry.ts';
import { childSubgraph } from '../../topology/child-subgraph.ts';
import type { Rule } from '../rule.ts';

/** A node that runs a child, from a file or out of its own graph, has one (engine.md 11). */
export const managerChild: Rule = {
  id: 'manager_child',
  severity: 'error',
  *check({ graph }) {
    for (const node of graph.nodes.values()) {
      const { childFile } = descriptorOf(node.type);
      // A sub-pipeline has no other child than its file: `dot_file_required` asks for that.
      if (childFile === undefined || childFile === 'dot_file') continue;
      if (namesFile(graph, node, childFile) || childSubgraph(graph, node.id) !== undefined) continue;
      const message = `the manager \`${node.id}\` has no child: set \`${childFile}\`, or lead its first unconditional edge to the nodes it manages`;
      yield { message, range: node.range, node: node.id };
    }
  },
};

function namesFile(graph: Graph, node: Node, name: string): boolean {
  return (node.attributes.get(name)?.text.trim() || graph.attributes.get(name)?.text.trim() || '') !== '';
}
