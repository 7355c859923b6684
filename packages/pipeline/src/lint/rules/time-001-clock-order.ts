import { descriptorOf } from '../../node-type/registry.ts';
import { graphValue, nodeValue } from '../../registry/value.ts';
import { valueRange, withRange } from '../../source-range.ts';
import type { Rule } from '../../validation/rule.ts';

export const clockOrder: Rule = {
  id: 'TIME-001',
  name: 'clock_order',
  severity: 'warning',
  *check({ graph }) {
    const limit = graphValue(graph, 'max_pipeline_duration');
    const written = graph.attributes.get('max_pipeline_duration')?.text.trim() ?? '';
    for (const node of graph.nodes.values()) {
      const attribute = node.attributes.get('timeout');
      const timeout = nodeValue(node, 'timeout');
      if (attribute === undefined || timeout === undefined) continue;
      const place = { ...withRange(valueRange(attribute)), node: node.id };
      if (limit !== undefined && timeout > limit) {
        const bare = /^\d+$/.test(written) ? ' (a bare number there is milliseconds)' : '';
        yield {
          ...place,
          message: `the timeout of \`${node.id}\` (${attribute.text.trim()}) is longer than the whole run may take: \`max_pipeline_duration\` is ${written}${bare}, so it can never be reached`,
        };
      }
      if (descriptorOf(node.type).decidedBy !== 'person') continue;
      if (['human.default_choice', 'human.timeout_action'].some((name) => (node.attributes.get(name)?.text.trim() ?? '') !== '')) continue;
      yield {
        ...place,
        message: `\`${node.id}\` has a timeout and does not say what it means: the question is asked again while \`max_retries\` lasts, then the gate fails; set \`human.default_choice\` or \`human.timeout_action\``,
      };
    }
  },
};
