import type { Graph } from '../../model.ts';
import { descriptorOf } from '../../node-type/registry.ts';
import { windDownTime } from '../../registry/derived.ts';
import { formatDuration } from '../../registry/duration.ts';
import { graphValue, nodeValue } from '../../registry/value.ts';
import { valueRange, withRange } from '../../source-range.ts';
import type { Finding, Rule } from '../../validation/rule.ts';

export const clockOrder: Rule = {
  id: 'TIME-001',
  name: 'clock_order',
  severity: 'warning',
  *check({ graph }) {
    yield* windDown(graph);
    const limit = graphValue(graph, 'max_pipeline_duration');
    const written = graph.attributes.get('max_pipeline_duration')?.text.trim() ?? '';
    for (const node of graph.nodes.values()) {
      const attribute = node.attributes.get('timeout');
      const timeout = nodeValue(node, 'timeout');
      if (attribute === undefined || timeout === undefined) continue;
      const { decidedBy, study } = descriptorOf(node.type);
      // It has no effect there: `study_attribute` says so.
      if (study !== undefined && graphValue(graph, 'study')) continue;
      const place = { ...withRange(valueRange(attribute)), node: node.id };
      if (limit !== undefined && timeout > limit) {
        const bare = /^\d+$/.test(written) ? ' (a bare number there is milliseconds)' : '';
        yield {
          ...place,
          message: `the timeout of \`${node.id}\` (${attribute.text.trim()}) is longer than the whole run may take: \`max_pipeline_duration\` is ${written}${bare}, so it can never be reached`,
        };
      }
      if (decidedBy !== 'person') continue;
      if (['human.default_choice', 'human.timeout_action'].some((name) => (node.attributes.get(name)?.text.trim() ?? '') !== '')) continue;
      yield {
        ...place,
        message: `\`${node.id}\` has a timeout and does not say what it means: the question is asked again while \`max_retries\` lasts, then the gate fails; set \`human.default_choice\` or \`human.timeout_action\``,
      };
    }
  },
};

/** A hard limit that cuts a study off before its own backstop could wind it down (study-rulings.md A3). */
function* windDown(graph: Graph): Iterable<Finding> {
  const limit = graphValue(graph, 'max_pipeline_duration');
  const needed = windDownTime(graph);
  if (limit === undefined || needed === undefined || limit >= needed) return;
  yield {
    message: `\`max_pipeline_duration\` (${formatDuration(limit)}) ends the run before the study can wind down by itself: \`budget\` x \`run_backstop_multiple\` + 2 x \`stop_grace_s\` is ${formatDuration(needed)}`,
    ...withRange(valueRange(graph.attributes.get('max_pipeline_duration'))),
  };
}
