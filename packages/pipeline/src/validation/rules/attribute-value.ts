import { findAttribute } from '../../registry/lookup.ts';
import { readValue } from '../../registry/read-value.ts';
import { valueRange, withRange } from '../../source-range.ts';
import { isDynamic } from '../../transform/early-substitution.ts';
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
      const hint = isDynamic(attribute.text) ? '; only parameters can be put in here, before the run' : '';
      yield { message: `${titleOf(placed)} ${result.problem}${hint}`, severity, ...withRange(valueRange(attribute)), ...placeOf(placed) };
    }
  },
};
