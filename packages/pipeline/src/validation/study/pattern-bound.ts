import { descriptorOf, roleOf } from '../../node-type/registry.ts';
import { quote } from '../../registry/read-value.ts';
import { graphValue } from '../../registry/value.ts';
import { valueRange, withRange } from '../../source-range.ts';
import { isFlowEdge } from '../../topology/flow.ts';
import type { Rule } from '../rule.ts';

const urlSafe = /^[A-Za-z0-9._~-]+$/;

/** What a study that is bound to a pattern may not hold (PB-02, PB-03, study-rulings.md A18, C13). */
export const patternBound: Rule = {
  id: 'pattern_bound',
  severity: 'error',
  *check({ graph }) {
    if (!graphValue(graph, 'study') || (graph.attributes.get('pattern_key')?.text.trim() ?? '') === '') return;
    for (const name of ['pattern_key', 'pattern_revision', 'implementation_revision', 'checkpoint_schema']) {
      const attribute = graph.attributes.get(name);
      if (attribute === undefined || attribute.text === '' || urlSafe.test(attribute.text)) continue;
      const message = `\`${name}\` is ${quote(attribute.text)}; it is an identifier of letters, digits and \`. _ ~ -\``;
      yield { message, ...withRange(valueRange(attribute)) };
    }
    for (const node of graph.nodes.values()) {
      const role = roleOf(node);
      const { decidedBy } = descriptorOf(node.type);
      const what =
        role === 'component' || role === 'fan_in'
          ? 'a bound study runs one station after the other'
          : decidedBy === 'person'
            ? 'a gate of a person is a durable consent there, which is not built yet'
            : undefined;
      if (what === undefined) continue;
      yield {
        message: `\`${node.id}\` (${node.type}) cannot stand in a graph with \`pattern_key\`: ${what}`,
        range: node.range,
        node: node.id,
      };
    }
    const seen = new Set<string>();
    for (const edge of graph.edges) {
      if (!isFlowEdge(edge)) continue;
      const pair = JSON.stringify([edge.from, edge.to]);
      if (seen.has(pair)) {
        const message = `the edge ${edge.from} -> ${edge.to} is stated before, and a graph with \`pattern_key\` states each pair once; join the conditions by ||`;
        yield { message, range: edge.range, edge: { from: edge.from, to: edge.to } };
      }
      seen.add(pair);
    }
  },
};
