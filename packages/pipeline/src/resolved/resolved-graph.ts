import { SourceFile } from '@attractor/dot';
import { readCondition } from '../build/edges.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Attribute, Attributes, Edge, Graph, Group, Node } from '../model.ts';

/** The transformed graph as JSON, for `graph.resolved.json` (files.md 1): everything a run needs, no ranges. */
export function resolvedGraph(graph: Graph): JsonObject {
  return {
    format: 1,
    name: graph.name,
    ...(graph.file === undefined ? {} : { file: graph.file }),
    attributes: texts(graph.attributes),
    nodes: [...graph.nodes.values()].map(nodeJson),
    edges: graph.edges.map((edge) => ({ from: edge.from, to: edge.to, attributes: texts(edge.attributes) })),
    groups: graph.groups.map(groupJson),
    ...(graph.children === undefined ? {} : { children: Object.fromEntries(graph.children) }),
  };
}

/** The graph behind a resolved form. Ranges are empty and all attributes count as own; what is not of the form reads as empty. */
export function graphFromResolved(json: JsonObject): Graph {
  const nodes = new Map<string, Node>();
  for (const item of objects(json['nodes'])) {
    const node = nodeFrom(item);
    nodes.set(node.id, node);
  }
  const name = text(json['name']);
  return {
    name,
    attributes: attributesFrom(json['attributes']),
    nodes,
    edges: objects(json['edges']).map(edgeFrom),
    groups: objects(json['groups']).map(groupFrom),
    source: new SourceFile(typeof json['file'] === 'string' ? json['file'] : name, ''),
    ...(typeof json['file'] === 'string' ? { file: json['file'] } : {}),
    ...(isObject(json['children']) ? { children: new Map(textEntries(json['children'])) } : {}),
  };
}

const nowhere = { start: 0, end: 0 };

function nodeJson(node: Node): JsonObject {
  const { id, type, classes, groups, implicit } = node;
  return { id, type, attributes: texts(node.attributes), classes, groups, ...(implicit ? { implicit } : {}) };
}

function nodeFrom(json: JsonObject): Node {
  return {
    id: text(json['id']),
    type: text(json['type']),
    attributes: attributesFrom(json['attributes']),
    classes: strings(json['classes']),
    groups: strings(json['groups']),
    range: nowhere,
    implicit: json['implicit'] === true,
  };
}

function edgeFrom(json: JsonObject, index: number): Edge {
  const attributes = attributesFrom(json['attributes']);
  const condition = readCondition(attributes.get('condition')?.text ?? '');
  return {
    index,
    from: text(json['from']),
    to: text(json['to']),
    attributes,
    ...(condition === undefined ? {} : { condition }),
    range: nowhere,
  };
}

function groupJson({ id, label, className, parent, nodes }: Group): JsonObject {
  return { id, label, ...(className === undefined ? {} : { class: className }), ...(parent === undefined ? {} : { parent }), nodes };
}

function groupFrom(json: JsonObject): Group {
  return {
    id: text(json['id']),
    label: text(json['label']),
    ...(typeof json['class'] === 'string' ? { className: json['class'] } : {}),
    ...(typeof json['parent'] === 'string' ? { parent: json['parent'] } : {}),
    nodes: strings(json['nodes']),
    range: nowhere,
  };
}

function texts(attributes: Attributes): JsonObject {
  return Object.fromEntries([...attributes.values()].map((attribute) => [attribute.name, attribute.text]));
}

function attributesFrom(json: Json | undefined): Attributes {
  const attributes = new Map<string, Attribute>();
  for (const [name, value] of textEntries(json)) attributes.set(name, { name, text: value, origin: 'own' });
  return attributes;
}

function textEntries(json: Json | undefined): [string, string][] {
  return Object.entries(isObject(json) ? json : {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}

function objects(json: Json | undefined): JsonObject[] {
  return Array.isArray(json) ? json.filter(isObject) : [];
}

function strings(json: Json | undefined): string[] {
  return Array.isArray(json) ? json.filter((item) => typeof item === 'string') : [];
}

function text(json: Json | undefined): string {
  return typeof json === 'string' ? json : '';
}

function isObject(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
