import { roleOf } from '../../node-type/registry.ts';
import { nodeAttributes } from '../../registry/node-attributes.ts';
import { readValue } from '../../registry/read-value.ts';
import { nodeValue } from '../../registry/value.ts';
import { withRange } from '../../source-range.ts';
import { branchEdges } from '../../topology/branches.ts';
import { isOpenText } from '../attributes-of.ts';
import type { Rule } from '../rule.ts';

/** `min_success` lies between 1 and the number of branches, and `k_of_n` has one (language.md 7, §18). */
export const minSuccessRange: Rule = {
  id: 'min_success_range',
  severity: 'error',
  *check(context) {
    const { graph } = context;
    for (const node of graph.nodes.values()) {
      if (roleOf(node) !== 'component') continue;
      const attribute = node.attributes.get('min_success');
      const range = withRange(attribute?.value?.range ?? node.range);
      if (attribute === undefined || attribute.text.trim() === '') {
        if (nodeValue(node, 'join_policy') !== 'k_of_n') continue;
        yield { message: `\`${node.id}\` has join_policy=k_of_n and needs \`min_success\``, ...range, node: node.id };
        continue;
      }
      if (isOpenText(context, attribute.text)) continue;
      const result = readValue(nodeAttributes.min_success, attribute.text);
      const branches = branchEdges(graph, node.id).length;
      if (!result.ok) yield { message: `\`min_success\` of \`${node.id}\` ${result.problem}`, ...range, node: node.id };
      else if (Number(result.value) < 1 || Number(result.value) > branches) {
        const message = `\`min_success\` of \`${node.id}\` is ${attribute.text.trim()}, expected 1 to ${branches}, the number of its branches`;
        yield { message, ...range, node: node.id };
      }
    }
  },
};
