import type { Range } from '@attractor/dot';
import type { Attribute, Graph, Node } from '../model.ts';
import type { AttributeDefinition } from '../registry/definition.ts';
import { formatDuration } from '../registry/duration.ts';
import { attributeTable, findAttribute } from '../registry/lookup.ts';
import { valueRange, withRange } from '../source-range.ts';
import { matcherOf } from '../stylesheet/match.ts';
import { parseStylesheet } from '../stylesheet/parse.ts';
import { selectorText } from '../stylesheet/rule.ts';

/** One attribute of a node as a run sees it, and where its value comes from (files.md 5: `attractor explain FILE NODE`). */
export interface EffectiveAttribute {
  readonly name: string;
  /** Undefined when nothing sets it and there is no default. */
  readonly value: string | undefined;
  readonly origin: Attribute['origin'] | 'graph' | 'system' | 'unset';
  /** The selector, the graph attribute or the default behind it. */
  readonly from?: string;
  readonly range?: Range;
  readonly doc?: string;
}

/** The attributes a node's kind reads and all it sets, in order of the registry, then by name (language.md 5). */
export function effectiveAttributes(graph: Graph, node: Node): EffectiveAttribute[] {
  const result: EffectiveAttribute[] = [];
  for (const [name, definition] of Object.entries(attributeTable('node'))) {
    const set = node.attributes.get(name);
    if (set !== undefined) result.push(fromNode(graph, node, set));
    else if (definition.readBy.includes('engine') || definition.readBy.includes(node.type))
      result.push(fromElsewhere(graph, node, name, definition));
  }
  const others = [...node.attributes.values()].filter((attribute) => !Object.hasOwn(attributeTable('node'), attribute.name));
  others.sort((a, b) => (a.name < b.name ? -1 : 1));
  return [...result, ...others.map((attribute) => fromNode(graph, node, attribute))];
}

function fromNode(graph: Graph, node: Node, attribute: Attribute): EffectiveAttribute {
  const { name, text, origin } = attribute;
  const doc = findAttribute('node', name)?.definition.doc;
  const from = origin === 'stylesheet' ? selectorOf(graph, node, name) : undefined;
  return {
    name,
    value: text,
    origin,
    ...(from === undefined ? {} : { from }),
    ...withRange(valueRange(attribute)),
    ...(doc === undefined ? {} : { doc }),
  };
}

function selectorOf(graph: Graph, node: Node, name: string): string {
  const sheet = parseStylesheet(graph.attributes.get('model_stylesheet')?.text ?? '');
  const match = matcherOf(sheet)(node).get(name);
  return match === undefined ? 'the stylesheet of a parent' : selectorText(match.selector);
}

function fromElsewhere(graph: Graph, node: Node, name: string, definition: AttributeDefinition): EffectiveAttribute {
  const { doc, inherits } = definition;
  const parent = inherits === undefined ? undefined : graph.attributes.get(inherits);
  if (parent !== undefined && inherits !== undefined) {
    return { name, value: parent.text, origin: 'graph', from: inherits, ...withRange(valueRange(parent)), doc };
  }
  if (name === 'type') return { name, value: node.type, origin: 'system', from: 'the shape or id', doc };
  if (name === 'label') return { name, value: node.id, origin: 'system', from: definition.defaultText ?? '', doc };
  const known = inherits === undefined ? definition : (findAttribute('graph', inherits)?.definition ?? definition);
  const value = defaultText(known) ?? defaultText(definition);
  return { name, value, origin: value === undefined ? 'unset' : 'system', doc };
}

/** A default as a file would say it. */
export function defaultText(definition: AttributeDefinition): string | undefined {
  const { default: value, type } = definition;
  if (value === undefined) return definition.defaultText;
  if (typeof value === 'number') return type === 'duration' ? formatDuration(value) : String(value);
  return typeof value === 'object' ? value.join(',') : String(value);
}
