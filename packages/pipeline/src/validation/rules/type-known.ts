import { knownType, knownTypes } from '../../node-type/registry.ts';
import { quote } from '../../registry/read-value.ts';
import { valueRange, withRange } from '../../source-range.ts';
import { attributesOf, placeOf } from '../attributes-of.ts';
import { nearest } from '../distance.ts';
import type { Rule } from '../rule.ts';

/** A `type` is registered (language.md 2, 7). */
export const typeKnown: Rule = {
  id: 'type_known',
  severity: 'warning',
  *check({ graph }) {
    for (const placed of attributesOf(graph)) {
      const { attribute, node } = placed;
      const type = attribute.text.trim();
      if (attribute.name !== 'type' || node === undefined || type === '' || knownType(type) !== undefined) continue;
      const guess = nearest(type, knownTypes());
      const hint = guess === undefined ? `; types: ${knownTypes().join(', ')}` : `; did you mean ${guess}?`;
      const message = `\`${node.id}\` has the type ${quote(type)}, which nobody registered; it runs as ${node.type === type ? 'the default handler' : node.type}${hint}`;
      yield { message, ...withRange(valueRange(attribute)), ...placeOf(placed) };
    }
  },
};
