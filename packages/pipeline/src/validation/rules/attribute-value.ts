import { findAttribute } from '../../registry/lookup.ts';
import { readValue } from '../../registry/read-value.ts';
import { valueRange, withRange } from '../../source-range.ts';
import { attributesOf, isOpenText, placeOf, titleOf } from '../attributes-of.ts';
import type { Rule } from '../rule.ts';

/** Every value is what its type can read (language.md 2, 7; §31); a word that is no boolean counts as false and is a WARNING. */
export const attributeValue: Rule = {
  id: 'attribute_value',
  severity: 'error',
  *check(context) {
    for (const placed of attributesOf(context.graph)) {
      const { attribute, scope } = placed;
      const definition = findAttribute(scope, attribute.name)?.definition;
      if (definition === undefined || definition.rule !== undefined || attribute.text.trim() === '') continue;
      const result = readValue(definition, attribute.text);
      if (result.ok || isOpenText(context, attribute.text)) continue;
      const severity = definition.type === 'bool' ? 'warning' : 'error';
      yield { message: `${titleOf(placed)} ${result.problem}`, severity, ...withRange(valueRange(attribute)), ...placeOf(placed) };
    }
  },
};
