import { findAttribute } from '../../registry/lookup.ts';
import { readValue } from '../../registry/read-value.ts';
import { valueRange, withRange } from '../../source-range.ts';
import { attributesOf, isOpenText, placeOf, titleOf } from '../attributes-of.ts';
import type { Rule } from '../rule.ts';

/** Fidelity modes are known ones; another word falls back to the next level (language.md 7). */
export const fidelityValid: Rule = {
  id: 'fidelity_valid',
  severity: 'warning',
  *check(context) {
    for (const placed of attributesOf(context.graph)) {
      const { attribute, scope } = placed;
      const definition = findAttribute(scope, attribute.name)?.definition;
      if (definition?.rule !== 'fidelity_valid' || attribute.text.trim() === '' || isOpenText(context, attribute.text)) continue;
      const result = readValue(definition, attribute.text);
      if (result.ok) continue;
      const message = `${titleOf(placed)} ${result.problem}; the next level counts`;
      yield { message, ...withRange(valueRange(attribute)), ...placeOf(placed) };
    }
  },
};
