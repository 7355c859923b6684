import { parseCondition } from '../../condition/parse.ts';
import { findAttribute } from '../../registry/lookup.ts';
import { rangeWithin, withRange } from '../../source-range.ts';
import { attributesOf, placeOf, titleOf } from '../attributes-of.ts';
import type { Rule } from '../rule.ts';

/** Conditions can be read (language.md 3, 7). */
export const conditionSyntax: Rule = {
  id: 'condition_syntax',
  severity: 'error',
  *check({ graph }) {
    for (const placed of attributesOf(graph)) {
      const { attribute, scope } = placed;
      if (findAttribute(scope, attribute.name)?.definition.type !== 'condition') continue;
      for (const error of parseCondition(attribute.text).errors) {
        yield { message: `${titleOf(placed)}: ${error.message}`, ...withRange(rangeWithin(attribute, error.range)), ...placeOf(placed) };
      }
    }
  },
};
