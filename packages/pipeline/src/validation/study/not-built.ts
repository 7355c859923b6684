import { descriptorOf } from '../../node-type/registry.ts';
import { graphValue } from '../../registry/value.ts';
import { valueRange, withRange } from '../../source-range.ts';
import type { Rule } from '../rule.ts';

/** Types and attributes that are known and that nothing runs yet: better refused than passed over (study-rulings.md C12). */
export const notBuilt: Rule = {
  id: 'not_built',
  severity: 'error',
  *check({ graph }) {
    if (!graphValue(graph, 'study')) return;
    for (const node of graph.nodes.values()) {
      if (descriptorOf(node.type).study === 'reserved') {
        const message = `\`${node.id}\` has the type ${node.type}, which is not built yet; remove the node`;
        yield { message, ...withRange(valueRange(node.attributes.get('type')) ?? node.range), node: node.id };
      }
      const capability = node.attributes.get('capability');
      if (capability === undefined || capability.text.trim() === '') continue;
      const message = `\`capability\` of \`${node.id}\` is not built yet; remove it`;
      yield { message, ...withRange(valueRange(capability) ?? node.range), node: node.id };
    }
  },
};
