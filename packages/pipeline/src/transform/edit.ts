import { readCondition } from '../build/edges.ts';
import type { Attribute, Attributes, Edge, Graph, Node } from '../model.ts';
import { typeFromAttributes } from '../node-type/resolve.ts';
import type { AttributeScope } from '../registry/definition.ts';
import { splitClasses } from '../registry/derived.ts';
import { canonicalName } from '../registry/lookup.ts';

/** The graph with one attribute of its own set. */
export function setGraphAttribute(graph: Graph, name: string, text: string): Graph {
  return { ...graph, attributes: set('graph', graph.attributes, name, text) };
}

/** The graph with one attribute of a node set; type and own classes follow. An unknown id changes nothing. */
export function setNodeAttribute(graph: Graph, id: string, name: string, text: string): Graph {
  const node = graph.nodes.get(id);
  if (node === undefined) return graph;
  return { ...graph, nodes: new Map(graph.nodes).set(id, withNodeAttribute(node, name, text)) };
}

/** The graph with one attribute of an edge set; its condition follows. An unknown edge changes nothing. */
export function setEdgeAttribute(graph: Graph, index: number, name: string, text: string): Graph {
  return { ...graph, edges: graph.edges.map((edge) => (edge.index === index ? withEdgeAttribute(edge, name, text) : edge)) };
}

/** A node with an attribute set, for transforms that change many nodes in one pass. */
export function withNodeAttribute(node: Node, name: string, text: string): Node {
  const attributes = set('node', node.attributes, name, text);
  const written = canonicalName('node', name);
  if (written === 'shape' || written === 'type') return { ...node, attributes, type: typeFromAttributes(attributes) };
  if (written !== 'class') return { ...node, attributes };
  const before = new Set(splitClasses(node.attributes.get('class')?.text ?? ''));
  const derived = node.classes.filter((item) => !before.has(item));
  return { ...node, attributes, classes: [...new Set([...splitClasses(text), ...derived])] };
}

/** An edge with an attribute set. */
export function withEdgeAttribute(edge: Edge, name: string, text: string): Edge {
  const attributes = set('edge', edge.attributes, name, text);
  if (canonicalName('edge', name) !== 'condition') return { ...edge, attributes };
  const { condition: _, ...rest } = edge;
  const condition = readCondition(text);
  return { ...rest, attributes, ...(condition === undefined ? {} : { condition }) };
}

function set(scope: AttributeScope, attributes: Attributes, written: string, text: string): Attributes {
  const name = canonicalName(scope, written);
  const present = attributes.get(name);
  const attribute: Attribute = present === undefined ? { name, text, origin: 'transform' } : { ...present, text };
  return new Map(attributes).set(name, attribute);
}
