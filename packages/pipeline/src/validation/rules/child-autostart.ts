import { nodeValue } from '../../registry/value.ts';
import { withRange } from '../../source-range.ts';
import type { Rule } from '../rule.ts';

/** A manager always starts its child itself (engine.md 11). */
export const childAutostart: Rule = {
  id: 'child_autostart',
  severity: 'error',
  *check({ graph }) {
    for (const node of graph.nodes.values()) {
      const attribute = node.attributes.get('stack.child_autostart');
      if (attribute === undefined || nodeValue(node, 'stack.child_autostart')) continue;
      const message = `\`stack.child_autostart\` of \`${node.id}\` is false; a child that something else starts is not supported, remove it`;
      yield { message, ...withRange(attribute.value?.range), node: node.id };
    }
  },
};
