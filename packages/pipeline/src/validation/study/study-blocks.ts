import type { Graph } from '../../model.ts';
import { descriptorOf } from '../../node-type/registry.ts';
import { edgeValue, graphValue } from '../../registry/value.ts';
import { isFlowEdge } from '../../topology/flow.ts';
import { blocksOf } from '../blocks.ts';
import type { Rule } from '../rule.ts';
import { entryId } from './ladder.ts';

/** Agents and stations have one flow and one state: no branch of a parallel block runs them (study-rulings.md C13). */
export const studyInBlock: Rule = {
  id: 'study_in_block',
  severity: 'error',
  *check({ graph }) {
    if (!graphValue(graph, 'study')) return;
    const entry = entryId(graph);
    for (const [id, component] of blocksOf(graph)) {
      const node = graph.nodes.get(id);
      // The entry in a block is `entry_off_flow`'s.
      if (node === undefined || id === entry || !isOfStudy(graph, id)) continue;
      const message = `\`${id}\` (${node.type}) stands in the parallel block of \`${component}\`; move it behind the join`;
      yield { message, range: node.range, node: id };
    }
  },
};

/** A study's own counters bound its ladder; an iteration would begin them anew (study-rulings.md C13). */
export const studyRestart: Rule = {
  id: 'study_restart',
  severity: 'error',
  *check({ graph }) {
    if (!graphValue(graph, 'study')) return;
    for (const edge of graph.edges) {
      if (!isFlowEdge(edge) || !edgeValue(edge, 'loop_restart') || !isOfStudy(graph, edge.to)) continue;
      const message = `the edge ${edge.from} -> ${edge.to} has \`loop_restart\` and leads to a station of the study, which counts for itself; remove the attribute`;
      yield { message, range: edge.range, edge: { from: edge.from, to: edge.to } };
    }
  },
};

function isOfStudy(graph: Graph, id: string): boolean {
  const node = graph.nodes.get(id);
  return node !== undefined && descriptorOf(node.type).study !== undefined;
}
