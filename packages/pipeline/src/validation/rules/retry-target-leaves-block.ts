import { roleOf } from '../../node-type/registry.ts';
import { withRange } from '../../source-range.ts';
import { blockOf } from '../../topology/block.ts';
import type { Rule } from '../rule.ts';

/** A retry target outside the parallel block ends the branch as failed (engine.md 8). */
export const retryTargetLeavesBlock: Rule = {
  id: 'retry_target_leaves_block',
  severity: 'warning',
  *check({ graph }) {
    const names = ['retry_target', 'fallback_retry_target'];
    if (![...graph.nodes.values()].some((node) => names.some((name) => node.attributes.has(name)))) return;
    const seen = new Set<unknown>();
    for (const component of graph.nodes.values()) {
      if (roleOf(component) !== 'component') continue;
      const block = blockOf(graph, component.id);
      for (const id of block) {
        for (const name of names) {
          const attribute = graph.nodes.get(id)?.attributes.get(name);
          const target = attribute?.text.trim() ?? '';
          if (attribute === undefined || !graph.nodes.has(target) || block.has(target) || seen.has(attribute)) continue;
          seen.add(attribute);
          const message = `\`${name}\` of \`${id}\` leads out of the block of \`${component.id}\`: the branch ends there as failed`;
          yield { message, ...withRange(attribute.value?.range), node: id };
        }
      }
    }
  },
};
