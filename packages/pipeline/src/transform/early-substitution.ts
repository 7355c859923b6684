import type { Attribute, Graph, Node } from '../model.ts';
import { descriptorOf } from '../node-type/registry.ts';
import type { AttributeScope } from '../registry/definition.ts';
import { findAttribute } from '../registry/lookup.ts';
import { type Lookup, references, substitute } from '../substitution/index.ts';
import { setGraphAttribute, withNodeAttribute } from './edit.ts';
import { withNodes } from './prompt-files.ts';

/** The goal: the given one as it is, else the graph's own with parameters put in (language.md 2, 4). */
export function substituteGoal(graph: Graph, values: ReadonlyMap<string, string>, given: string | undefined): Graph {
  if (given !== undefined) return setGraphAttribute(graph, 'goal', given);
  const written = graph.attributes.get('goal')?.text;
  if (written === undefined) return graph;
  const text = substitute(written, lookupOf(values));
  return text === written ? graph : setGraphAttribute(graph, 'goal', text);
}

/**
 * Puts parameters into what must be known before the run: labels, child files, schema paths, the stylesheet, durations (language.md 4).
 * A label that a node shows to a person or sends to a model waits for the run: each text is substituted once.
 */
export function substituteEarly(graph: Graph, values: ReadonlyMap<string, string>): Graph {
  const lookup = lookupOf(new Map([...values, ['goal', graph.attributes.get('goal')?.text ?? '']]));
  let result = graph;
  for (const attribute of graph.attributes.values()) {
    if (!isEarlyGraphAttribute(attribute)) continue;
    const text = substitute(attribute.text, lookup);
    if (text !== attribute.text) result = setGraphAttribute(result, attribute.name, text);
  }
  const changed = new Map<string, Node>();
  for (const node of graph.nodes.values()) {
    let next = node;
    for (const attribute of node.attributes.values()) {
      if (!attribute.text.includes('$') || !isEarlyNodeAttribute(node, attribute)) continue;
      const text = substitute(attribute.text, lookup);
      if (text !== attribute.text) next = withNodeAttribute(next, attribute.name, text);
    }
    if (next !== node) changed.set(node.id, next);
  }
  return withNodes(result, changed);
}

/** True when a text still names a parameter or key: its value is known in the run only. */
export function isDynamic(text: string): boolean {
  return text.includes('$') && references(text).length > 0;
}

function lookupOf(values: ReadonlyMap<string, string>): Lookup {
  return { get: (key) => values.get(key), has: (key) => values.has(key) };
}

function isEarlyGraphAttribute(attribute: Attribute): boolean {
  if (!attribute.text.includes('$') || attribute.name === 'goal') return false;
  if (['label', 'model_stylesheet', 'stack.child_dotfile'].includes(attribute.name)) return true;
  return isNumeric('graph', attribute.name);
}

/** Durations and numbers: a reference left in them could never be read. */
function isNumeric(scope: AttributeScope, name: string): boolean {
  const type = findAttribute(scope, name)?.definition.type;
  return type === 'duration' || type === 'int' || type === 'float';
}

function isEarlyNodeAttribute(node: Node, attribute: Attribute): boolean {
  switch (attribute.name) {
    case 'dot_file':
    case 'stack.child_dotfile':
      return true;
    case 'response_schema':
      return !attribute.text.trimStart().startsWith('{');
    case 'label': {
      const { callsModel, decidedBy } = descriptorOf(node.type);
      return decidedBy !== 'person' && (!callsModel(node) || (node.attributes.get('prompt')?.text.trim() ?? '') !== '');
    }
    default:
      return isNumeric('node', attribute.name);
  }
}
