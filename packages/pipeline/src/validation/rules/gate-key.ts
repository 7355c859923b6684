import type { Edge } from '../../model.ts';
import { descriptorOf } from '../../node-type/registry.ts';
import { quote } from '../../registry/read-value.ts';
import { choiceKey, choiceLabel, choicesOf } from '../choices.ts';
import type { Rule } from '../rule.ts';

/** No two choices of a gate name the same key: it would be no answer (engine.md 9). */
export const gateKey: Rule = {
  id: 'gate_key',
  severity: 'warning',
  *check({ graph }) {
    for (const node of graph.nodes.values()) {
      if (descriptorOf(node.type).decidedBy !== 'person') continue;
      const seen = new Map<string, Edge>();
      for (const edge of choicesOf(graph, node)) {
        const key = choiceKey(edge);
        if (key === undefined) continue;
        const other = seen.get(key);
        if (other === undefined) seen.set(key, edge);
        else {
          const message = `the choices ${quote(choiceLabel(other))} and ${quote(choiceLabel(edge))} of \`${node.id}\` share the key ${quote(key)}, which is no answer then`;
          yield {
            message,
            range: edge.attributes.get('label')?.value?.range ?? edge.range,
            node: node.id,
            edge: { from: edge.from, to: edge.to },
          };
        }
      }
    }
  },
};
