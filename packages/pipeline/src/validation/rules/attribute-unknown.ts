import type { Attribute } from '../../model.ts';
import type { AttributeScope } from '../../registry/definition.ts';
import { isDrawingAttribute } from '../../registry/drawing.ts';
import { foreignAdvice } from '../../registry/foreign.ts';
import { attributeNames, findAttribute, isForStudies } from '../../registry/lookup.ts';
import { graphValue } from '../../registry/value.ts';
import { withRange } from '../../source-range.ts';
import { attributesOf, type PlacedAttribute, placeOf, titleOf } from '../attributes-of.ts';
import { nearest } from '../distance.ts';
import type { Finding, Rule } from '../rule.ts';

/** Names that look like a slip, or belong to another engine of this family; all other unknown names are fine (language.md 2). */
export const attributeUnknown: Rule = {
  id: 'attribute_unknown',
  severity: 'warning',
  *check({ graph }) {
    const isStudy = graphValue(graph, 'study');
    const judged = new Map<string, Judgement>();
    for (const placed of attributesOf(graph)) {
      const { scope, attribute } = placed;
      if (findAttribute(scope, attribute.name) !== undefined || isDrawingAttribute(attribute.name)) continue;
      const key = `${scope} ${attribute.name}`;
      const judgement = judged.get(key) ?? judge(scope, attribute.name, isStudy);
      judged.set(key, judgement);
      if (judgement.text === undefined) continue;
      yield {
        message: `${titleOf(placed)} ${judgement.text}`,
        ...withRange(attribute.keyRange),
        ...placeOf(placed),
        ...fixOf(placed, judgement),
      };
    }
  },
};

interface Judgement {
  readonly text?: string;
  readonly meant?: string;
}

function judge(scope: AttributeScope, name: string, isStudy: boolean): Judgement {
  const advice = foreignAdvice(scope, name);
  if (advice !== undefined) return { text: `belongs to another engine and means nothing here: ${advice}` };
  const meant = nearest(
    name,
    [...attributeNames(scope)].filter((known) => known.length >= 5 && (isStudy || !isOfStudies(scope, known))),
  );
  return meant === undefined ? {} : { text: `is unknown; did you mean \`${meant}\`?`, meant };
}

function isOfStudies(scope: AttributeScope, name: string): boolean {
  const known = findAttribute(scope, name);
  return known !== undefined && isForStudies(known.definition);
}

/** Renaming is safe unless the attribute that was meant is set already. */
function fixOf({ scope, attribute, node, edge }: PlacedAttribute, { meant }: Judgement): Pick<Finding, 'fix'> {
  if (meant === undefined || attribute.keyRange === undefined || scope === 'graph') return {};
  const present: ReadonlyMap<string, Attribute> | undefined = node?.attributes ?? edge?.attributes;
  const name = findAttribute(scope, meant)?.name ?? meant;
  if (present?.has(name) === true) return {};
  const text = meant.includes('.') ? `"${meant}"` : meant;
  return { fix: { title: `Write ${meant}`, edits: [{ range: attribute.keyRange, text }] } };
}
