import type { Range } from '@attractor/dot';
import type { ConditionAtom } from '../condition/keys.ts';
import type { Edge, Node } from '../model.ts';
import { rangeWithin, valueRange, withRange } from '../source-range.ts';

/** The members of a finding about an edge: at its condition, else at the edge. */
export function atCondition(edge: Edge): { readonly range: Range; readonly edge: { readonly from: string; readonly to: string } } {
  const range = valueRange(edge.attributes.get('condition')) ?? edge.range;
  return { range, edge: { from: edge.from, to: edge.to } };
}

/** The members of a finding about an edge itself. */
export function atEdge(edge: Edge): { readonly range: Range; readonly edge: { readonly from: string; readonly to: string } } {
  return { range: edge.range, edge: { from: edge.from, to: edge.to } };
}

/** The members of a finding about a node, at an attribute of it when it has that. */
export function atNode(node: Node, attribute?: string): { readonly range?: Range; readonly node: string } {
  const placed = attribute === undefined ? undefined : node.attributes.get(attribute);
  return { ...withRange(valueRange(placed) ?? node.range), node: node.id };
}

/** Where an atom of an edge's condition stands in the file. */
export function atomRange(edge: Edge, atom: ConditionAtom): Range | undefined {
  const attribute = edge.attributes.get('condition');
  return attribute === undefined ? undefined : rangeWithin(attribute, atom.range);
}

/** Where the key of an atom stands in the file; undefined when a transform changed the text. */
export function keyRangeOf(edge: Edge, atom: ConditionAtom): Range | undefined {
  const attribute = edge.attributes.get('condition');
  if (attribute?.value === undefined || attribute.value.text !== attribute.text) return undefined;
  return rangeWithin(attribute, atom.kind === 'comparison' ? atom.keyRange : atom.range);
}

/** `` `a` -> `b` `` with the condition, for messages. */
export function edgeTitle(edge: Edge): string {
  const condition = edge.attributes.get('condition')?.text.trim() ?? '';
  return condition === '' ? `\`${edge.from} -> ${edge.to}\`` : `\`${edge.from} -> ${edge.to} [${condition}]\``;
}
