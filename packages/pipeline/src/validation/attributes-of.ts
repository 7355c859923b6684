import type { Attribute, Edge, Graph, Node } from '../model.ts';
import type { AttributeScope } from '../registry/definition.ts';
import { references } from '../substitution/index.ts';
import type { RuleContext } from './rule.ts';

/** An attribute with its place; one that a default gives to many nodes or a chain to many edges comes once, at the first. */
export interface PlacedAttribute {
  readonly scope: AttributeScope;
  readonly attribute: Attribute;
  readonly node?: Node;
  readonly edge?: Edge;
}

const known = new WeakMap<Graph, readonly PlacedAttribute[]>();

/** Every attribute of a graph, its nodes and its edges, each object once; collected once for all rules. */
export function attributesOf(graph: Graph): readonly PlacedAttribute[] {
  let found = known.get(graph);
  if (found === undefined) {
    found = [...collect(graph)];
    known.set(graph, found);
  }
  return found;
}

function* collect(graph: Graph): Iterable<PlacedAttribute> {
  for (const attribute of graph.attributes.values()) yield { scope: 'graph', attribute };
  const maps = new Set<unknown>();
  const seen = new Set<Attribute>();
  for (const node of graph.nodes.values()) {
    if (maps.has(node.attributes)) continue;
    maps.add(node.attributes);
    for (const attribute of node.attributes.values()) {
      if (seen.has(attribute)) continue;
      seen.add(attribute);
      yield { scope: 'node', attribute, node };
    }
  }
  for (const edge of graph.edges) {
    if (maps.has(edge.attributes)) continue;
    maps.add(edge.attributes);
    for (const attribute of edge.attributes.values()) {
      if (seen.has(attribute)) continue;
      seen.add(attribute);
      yield { scope: 'edge', attribute, edge };
    }
  }
}

/** The members of a finding that say where: node or edge. */
export function placeOf(placed: PlacedAttribute): {
  readonly node?: string;
  readonly edge?: { readonly from: string; readonly to: string };
} {
  if (placed.node !== undefined) return { node: placed.node.id };
  return placed.edge === undefined ? {} : { edge: { from: placed.edge.from, to: placed.edge.to } };
}

/** `` `timeout` of `build` ``: how a message names an attribute. */
export function titleOf({ attribute, node, edge }: PlacedAttribute): string {
  if (node !== undefined) return `\`${attribute.name}\` of \`${node.id}\``;
  return edge === undefined ? `graph attribute \`${attribute.name}\`` : `\`${attribute.name}\` of the edge ${edge.from} -> ${edge.to}`;
}

/** True when a text names a parameter that has no value yet. */
export function isOpenText(context: RuleContext, text: string): boolean {
  if (context.open.size === 0 || !text.includes('$')) return false;
  return references(text).some((reference) => reference.candidates.some((name) => context.open.has(name)));
}
