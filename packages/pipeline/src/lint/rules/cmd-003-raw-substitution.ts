import { nodeValue } from '../../registry/value.ts';
import { valueRange, withRange } from '../../source-range.ts';
import { references } from '../../substitution/references.ts';
import type { Rule } from '../../validation/rule.ts';

export const rawSubstitution: Rule = {
  id: 'CMD-003',
  name: 'raw_substitution',
  severity: 'warning',
  *check({ graph }) {
    for (const node of graph.nodes.values()) {
      const attribute = node.attributes.get('tool_substitution');
      if (attribute === undefined || nodeValue(node, 'tool_substitution') !== 'raw') continue;
      const command = node.attributes.get('tool_command')?.text ?? '';
      const { value } = attribute;
      // Without a reference both ways are the same.
      const isSame = references(command).length === 0 && attribute.origin === 'own' && value !== undefined;
      const message =
        `\`tool_substitution="raw"\` pastes values into the command of \`${node.id}\`: what a model or a tool has written becomes shell code; ` +
        'leave it out, and values arrive as variables';
      yield {
        message,
        ...withRange(valueRange(attribute)),
        node: node.id,
        ...(isSame ? { fix: { title: 'pass values as variables', edits: [{ range: value.range, text: '"env"' }] } } : {}),
      };
    }
  },
};
