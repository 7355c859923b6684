import type { Node } from '../../model.ts';
import { descriptorOf } from '../../node-type/registry.ts';
import type { Finding, Rule, RuleContext } from '../rule.ts';

/** A tool has a command (language.md 7). */
export const toolCommandRequired: Rule = {
  id: 'tool_command_required',
  severity: 'error',
  check: (context) => missing(context, (name) => name === 'tool_command'),
};

/** A sub-pipeline has a file (language.md 7). */
export const dotFileRequired: Rule = {
  id: 'dot_file_required',
  severity: 'error',
  check: (context) => missing(context, (name) => name === 'dot_file'),
};

/** Whatever else a registered type says it cannot run without. */
export const attributeRequired: Rule = {
  id: 'attribute_required',
  severity: 'error',
  check: (context) => missing(context, (name) => name !== 'tool_command' && name !== 'dot_file'),
};

function* missing({ graph }: RuleContext, concerns: (name: string) => boolean): Iterable<Finding> {
  for (const node of graph.nodes.values()) {
    for (const name of descriptorOf(node.type).requires) {
      if (!concerns(name) || isSet(node, name)) continue;
      yield { message: `\`${node.id}\` is a ${node.type} node and needs \`${name}\``, range: node.range, node: node.id };
    }
  }
}

function isSet(node: Node, name: string): boolean {
  return (node.attributes.get(name)?.text.trim() ?? '') !== '';
}
