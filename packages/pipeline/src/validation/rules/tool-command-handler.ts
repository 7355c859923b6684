import { descriptorOf, knownType } from '../../node-type/registry.ts';
import { nodeAttributes } from '../../registry/node-attributes.ts';
import { withRange } from '../../source-range.ts';
import type { Rule } from '../rule.ts';

/** A command stands only on nodes that run it; unknown custom types may (language.md 7, §31). */
export const toolCommandHandler: Rule = {
  id: 'tool_command_requires_tool_handler',
  severity: 'error',
  *check({ graph }) {
    const readers: readonly string[] = nodeAttributes.tool_command.readBy;
    for (const node of graph.nodes.values()) {
      const attribute = node.attributes.get('tool_command');
      if (attribute === undefined || attribute.text.trim() === '' || knownType(node.type) === undefined) continue;
      if (readers.includes(node.type) || descriptorOf(node.type).requires.includes('tool_command')) continue;
      const message = `\`${node.id}\` is a ${node.type} node, which never runs its \`tool_command\`; give it shape=parallelogram`;
      yield { message, ...withRange(attribute.keyRange ?? node.range), node: node.id };
    }
  },
};
