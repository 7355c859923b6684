import { knownShapes, knownType, typeOfShape } from '../../node-type/registry.ts';
import { quote } from '../../registry/read-value.ts';
import { valueRange, withRange } from '../../source-range.ts';
import { attributesOf, placeOf } from '../attributes-of.ts';
import { nearest } from '../distance.ts';
import type { Finding, Rule } from '../rule.ts';

/** A shape has a meaning, unless a known `type` gives one (language.md 2). */
export const shapeKnown: Rule = {
  id: 'shape_known',
  severity: 'error',
  *check({ graph }) {
    for (const placed of attributesOf(graph)) {
      const { attribute, node } = placed;
      if (attribute.name !== 'shape' || node === undefined || typeOfShape(attribute.text.trim()) !== undefined) continue;
      if (knownType(node.attributes.get('type')?.text.trim() ?? '') !== undefined) continue;
      const shape = attribute.text.trim();
      const meant = knownShapes().find((known) => known.toLowerCase() === shape.toLowerCase());
      const guess = meant ?? nearest(shape, knownShapes());
      const hint = guess === undefined ? '' : `; did you mean ${guess}?`;
      const message = `\`${node.id}\` has the shape ${quote(shape)}, which means nothing here${hint} Shapes: ${knownShapes().join(', ')}`;
      yield { message, ...withRange(valueRange(attribute)), ...placeOf(placed), ...fixOf(meant, attribute.value?.range) };
    }
  },
};

function fixOf(meant: string | undefined, range: Finding['range']): Pick<Finding, 'fix'> {
  return meant === undefined || range === undefined ? {} : { fix: { title: `Write ${meant}`, edits: [{ range, text: meant }] } };
}
