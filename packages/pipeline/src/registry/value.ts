import type { Attributes, Edge, Graph, Node } from '../model.ts';
import type { AttributeDefinition, AttributeTable, ValueOf } from './definition.ts';
import { edgeAttributes } from './edge-attributes.ts';
import { graphAttributes } from './graph-attributes.ts';
import { nodeAttributes } from './node-attributes.ts';
import { readValue } from './read-value.ts';

export type GraphAttributeName = keyof typeof graphAttributes;
export type NodeAttributeName = keyof typeof nodeAttributes;
export type EdgeAttributeName = keyof typeof edgeAttributes;

export type GraphValue<N extends GraphAttributeName> = ValueOf<(typeof graphAttributes)[N]>;
export type NodeValue<N extends NodeAttributeName> = ValueOf<(typeof nodeAttributes)[N]>;
export type EdgeValue<N extends EdgeAttributeName> = ValueOf<(typeof edgeAttributes)[N]>;

/** A graph attribute's typed value, the default when it is unset, blank or unreadable (language.md 2). Durations in milliseconds. */
export function graphValue<N extends GraphAttributeName>(graph: Graph, name: N): GraphValue<N> {
  return typed(graph.attributes, name, graphAttributes) as GraphValue<N>;
}

/**
 * A node attribute's typed value (own, default or stylesheet), the table's default when it is unset, blank or unreadable.
 * Graph attributes that a node inherits are not looked at: `inheritedValue` does that. Durations in milliseconds.
 */
export function nodeValue<N extends NodeAttributeName>(node: Node, name: N): NodeValue<N> {
  return typed(node.attributes, name, nodeAttributes) as NodeValue<N>;
}

/** An edge attribute's typed value, the default when it is unset, blank or unreadable. */
export function edgeValue<N extends EdgeAttributeName>(edge: Edge, name: N): EdgeValue<N> {
  return typed(edge.attributes, name, edgeAttributes) as EdgeValue<N>;
}

/** A node's value, else the graph attribute that stands in for it (`default_fidelity` for `fidelity`, ...), else the default (language.md 5). */
export function inheritedValue<N extends NodeAttributeName>(graph: Graph, node: Node, name: N): NodeValue<N> {
  const own = read(node.attributes, name, nodeAttributes[name]);
  const parent = (nodeAttributes[name] as AttributeDefinition).inherits as GraphAttributeName | undefined;
  if (own !== undefined || parent === undefined) return (own ?? nodeValue(node, name)) as NodeValue<N>;
  return (graphValue(graph, parent) ?? nodeValue(node, name)) as NodeValue<N>;
}

function typed(attributes: Attributes, name: string, table: AttributeTable): unknown {
  const definition = table[name] as AttributeDefinition;
  return read(attributes, name, definition) ?? definition.default;
}

function read(attributes: Attributes, name: string, definition: AttributeDefinition): unknown {
  const text = attributes.get(name)?.text;
  if (text === undefined || text.trim() === '') return undefined;
  const result = readValue(definition, text);
  if (result.ok) return result.value;
  return definition.type === 'bool' ? false : undefined;
}
