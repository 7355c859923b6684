import { nodeAttributes } from '../../registry/node-attributes.ts';
import { readValue } from '../../registry/read-value.ts';
import { valueRange, withRange } from '../../source-range.ts';
import { attributesOf, isOpenText, placeOf, titleOf } from '../attributes-of.ts';
import type { Rule } from '../rule.ts';

/** At least one branch at a time (language.md 7). */
export const maxParallelRange: Rule = {
  id: 'max_parallel_range',
  severity: 'error',
  *check(context) {
    for (const placed of attributesOf(context.graph)) {
      const { attribute, scope } = placed;
      if (scope !== 'node' || attribute.name !== 'max_parallel' || attribute.text.trim() === '' || isOpenText(context, attribute.text))
        continue;
      const result = readValue(nodeAttributes.max_parallel, attribute.text);
      if (!result.ok) yield { message: `${titleOf(placed)} ${result.problem}`, ...withRange(valueRange(attribute)), ...placeOf(placed) };
    }
  },
};
