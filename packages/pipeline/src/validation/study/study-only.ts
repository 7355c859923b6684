import { descriptorOf } from '../../node-type/registry.ts';
import { graphValue } from '../../registry/value.ts';
import { valueRange, withRange } from '../../source-range.ts';
import type { Rule } from '../rule.ts';

/** Agents and stations need the services of a study (study-rulings.md C11). */
export const studyOnly: Rule = {
  id: 'study_only',
  severity: 'error',
  *check({ graph }) {
    if (graphValue(graph, 'study')) return;
    for (const node of graph.nodes.values()) {
      if (descriptorOf(node.type).study === undefined) continue;
      const message = `\`${node.id}\` has the type ${node.type}, which stands in a study only; set \`study=true\` and \`entry\` on the graph`;
      yield { message, ...withRange(valueRange(node.attributes.get('type')) ?? node.range), node: node.id };
    }
  },
};
