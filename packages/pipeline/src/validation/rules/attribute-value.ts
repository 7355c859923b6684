import { descriptorOf } from '../../node-type/registry.ts';
import type { AttributeDefinition, AttributeType } from '../../registry/definition.ts';
import { findAttribute, isForStudies } from '../../registry/lookup.ts';
import { type ReadResult, readValue } from '../../registry/read-value.ts';
import { graphValue } from '../../registry/value.ts';
import { rangeWithin, valueRange, withRange } from '../../source-range.ts';
import { isDynamic } from '../../transform/early-substitution.ts';
import { attributesOf, isOpenText, type PlacedAttribute, placeOf, titleOf } from '../attributes-of.ts';
import type { Rule } from '../rule.ts';

/**
 * Every value is what its type can read (language.md 2, 7; §31); a word that is no boolean counts as false and is a
 * WARNING. An empty value unsets an attribute; a blank one, in which a contract would silently be none, does not.
 */
export const attributeValue: Rule = {
  id: 'attribute_value',
  severity: 'error',
  *check(context) {
    const isStudy = graphValue(context.graph, 'study');
    for (const placed of attributesOf(context.graph)) {
      const { attribute, scope } = placed;
      const definition = findAttribute(scope, attribute.name)?.definition;
      if (definition === undefined || definition.rule !== undefined || attribute.text === '') continue;
      if (!isStudy && isForStudies(definition)) continue;
      const result = read(placed, definition);
      if (result.ok || isOpenText(context, attribute.text)) continue;
      const severity = definition.type === 'bool' ? 'warning' : 'error';
      const hint = isDynamic(attribute.text) ? '; only parameters can be put in here, before the run' : '';
      yield {
        message: `${titleOf(placed)} ${result.problem}${hint}`,
        severity,
        ...withRange(result.part === undefined ? valueRange(attribute) : rangeWithin(attribute, result.part)),
        ...placeOf(placed),
      };
    }
  },
};

type Problem = Extract<ReadResult, { readonly ok: false }>;

/** Blank says nothing as a text, and as a condition "always". */
const blankIsLegal: ReadonlySet<AttributeType> = new Set(['string', 'text', 'condition']);
/** What goes to the operating system, which ends a text at a NUL. */
const withoutNul: ReadonlySet<AttributeType> = new Set(['command', 'path', 'list']);

function read({ attribute, node }: PlacedAttribute, definition: AttributeDefinition): ReadResult {
  const { name, text } = attribute;
  if (text.trim() === '') {
    // A blank attribute that the node cannot do without is reported as missing.
    const isRequired = node !== undefined && descriptorOf(node.type).requires.includes(name);
    if (isRequired || blankIsLegal.has(definition.type)) return { ok: true, value: text };
    return problem('is blank; write a value, or remove it ("" takes back a default)');
  }
  const nul = text.indexOf('\0');
  if (nul >= 0 && withoutNul.has(definition.type))
    return { ...problem('holds a NUL character, which no command and no file name can'), part: { start: nul, end: nul + 1 } };
  return readValue(definition, text);
}

function problem(text: string): Problem {
  return { ok: false, kind: 'type', problem: text };
}
