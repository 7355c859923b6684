import type { Range } from '@attractor/dot';
import type { Diagnostic } from '../diagnostic.ts';
import type { Attribute, Graph, Node } from '../model.ts';
import { rangeWithin, valueRange, withRange } from '../source-range.ts';
import { type Match, type Matcher, matcherOf } from './match.ts';
import { parseStylesheet } from './parse.ts';
import { selectorText } from './rule.ts';

interface Layer {
  readonly matcher: Matcher;
  /** Where a part of this layer's text stands in the graph's own file; inherited sheets stand elsewhere. */
  place(part: Range): Range | undefined;
}

/**
 * Sets the model attributes that nodes do not set themselves: own stylesheet first, then inherited ones, nearest first (language.md 5).
 * An attribute of a `node [..]` default counts as own; an INFO says where a rule would have set it.
 */
export function applyStylesheets(graph: Graph, inherited: readonly string[], report: (diagnostic: Diagnostic) => void): Graph {
  const own = graph.attributes.get('model_stylesheet');
  const layers: Layer[] = [];
  if (own !== undefined && own.text.trim() !== '') {
    layers.push({ matcher: matcherOf(parseStylesheet(own.text)), place: (part) => rangeWithin(own, part) });
  }
  for (const text of inherited) layers.push({ matcher: matcherOf(parseStylesheet(text)), place: () => undefined });
  if (layers.length === 0) return graph;

  const shadowed = new Set<Attribute>();
  const nodes = new Map<string, Node>();
  for (const node of graph.nodes.values())
    nodes.set(
      node.id,
      style(node, layers, (attribute, match) => {
        if (shadowed.has(attribute)) return;
        shadowed.add(attribute);
        report(shadowing(node, attribute, match));
      }),
    );
  return { ...graph, nodes };
}

function style(node: Node, layers: readonly Layer[], shadows: (attribute: Attribute, match: Match) => void): Node {
  const added = new Map<string, Attribute>();
  for (const layer of layers) {
    for (const [name, match] of layer.matcher(node)) {
      const present = node.attributes.get(name);
      if (present?.origin === 'default') shadows(present, match);
      if (present !== undefined || added.has(name)) continue;
      const range = layer.place(match.declaration.valueRange);
      added.set(name, { name, text: match.declaration.text, origin: 'stylesheet', ...(range === undefined ? {} : { keyRange: range }) });
    }
  }
  return added.size === 0 ? node : { ...node, attributes: new Map([...node.attributes, ...added]) };
}

function shadowing(node: Node, attribute: Attribute, match: Match): Diagnostic {
  return {
    rule: 'stylesheet_shadowed',
    severity: 'info',
    message: `\`${attribute.name}\` of a \`node [..]\` default beats the stylesheet's rule \`${selectorText(match.selector)}\`, here for \`${node.id}\` first`,
    ...withRange(valueRange(attribute)),
    node: node.id,
    page: 'docs/rules/stylesheet_shadowed.md',
  };
}
