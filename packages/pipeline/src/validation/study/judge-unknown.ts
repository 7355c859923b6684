import { descriptorOf } from '../../node-type/registry.ts';
import { quote } from '../../registry/read-value.ts';
import { graphValue, nodeValue } from '../../registry/value.ts';
import { valueRange, withRange } from '../../source-range.ts';
import { delegatesEdges, isAgent } from '../../topology/delegates.ts';
import { nearest } from '../distance.ts';
import type { Rule } from '../rule.ts';
import { entryId } from './ladder.ts';

/** `judge` names the critic that the entry may delegate to (study-rulings.md B, CG-04). */
export const judgeUnknown: Rule = {
  id: 'judge_unknown',
  severity: 'error',
  *check({ graph }) {
    if (!graphValue(graph, 'study')) return;
    const entry = entryId(graph);
    for (const node of graph.nodes.values()) {
      const attribute = node.attributes.get('judge');
      const id = attribute?.text.trim() ?? '';
      if (attribute === undefined || id === '' || descriptorOf(node.type).study !== 'station') continue;
      const place = { ...withRange(valueRange(attribute)), node: node.id };
      const judge = graph.nodes.get(id);
      if (!isAgent(judge)) {
        const guess = nearest(
          id,
          [...graph.nodes.values()].filter(isAgent).map((agent) => agent.id),
        );
        const hint = guess === undefined ? '' : `; did you mean \`${guess}\`?`;
        yield { ...place, message: `\`judge\` of \`${node.id}\` names ${quote(id)}, which is no agent${hint}` };
        continue;
      }
      const role = nodeValue(judge, 'role').trim();
      const isTarget = delegatesEdges(graph).some((edge) => edge.from === entry && edge.to === id);
      const why = !isTarget
        ? `\`${entry}\` may not delegate to \`${id}\``
        : role === 'critic'
          ? undefined
          : `the role of \`${id}\` is ${quote(role)}, not "critic"`;
      if (why === undefined) continue;
      yield { ...place, severity: 'warning', message: `nobody judges at \`${node.id}\`, since ${why}: the study closes unreviewed` };
    }
  },
};
