import { quote } from '../../registry/read-value.ts';
import { valueRange, withRange } from '../../source-range.ts';
import { attributesOf, placeOf, titleOf } from '../attributes-of.ts';
import { nearest } from '../distance.ts';
import type { Rule } from '../rule.ts';

/** Retry targets name nodes; a missing one does not hide the fallback (language.md 7, engine.md 4b). */
export const retryTargetExists: Rule = {
  id: 'retry_target_exists',
  severity: 'warning',
  *check({ graph }) {
    for (const placed of attributesOf(graph)) {
      const { attribute } = placed;
      const target = attribute.text.trim();
      if (placed.scope === 'edge' || !isRetryTarget(attribute.name) || target === '' || graph.nodes.has(target)) continue;
      const guess = nearest(target, graph.nodes.keys());
      const hint = guess === undefined ? '' : `; did you mean \`${guess}\`?`;
      yield {
        message: `${titleOf(placed)} names ${quote(target)}, which is no node${hint}`,
        ...withRange(valueRange(attribute)),
        ...placeOf(placed),
      };
    }
  },
};

function isRetryTarget(name: string): boolean {
  return name === 'retry_target' || name === 'fallback_retry_target';
}
