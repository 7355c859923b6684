import type { Range } from '@attractor/dot';
import type { Attribute } from './model.ts';

/** Where in the file a part of an attribute's text stands; the whole value when a transform changed the text. */
export function rangeWithin(attribute: Attribute, part: Range): Range | undefined {
  const { value } = attribute;
  if (value === undefined) return attribute.keyRange;
  if (value.text !== attribute.text) return value.range;
  return { start: value.offsetAt(part.start), end: value.offsetAt(part.end) };
}

/** Where an attribute's value stands, else its key. */
export function valueRange(attribute: Attribute | undefined): Range | undefined {
  return attribute?.value?.range ?? attribute?.keyRange;
}

/** `{ range }` when there is one: for objects in which an absent member must not be `undefined`. */
export function withRange(range: Range | undefined): { readonly range?: Range } {
  return range === undefined ? {} : { range };
}
