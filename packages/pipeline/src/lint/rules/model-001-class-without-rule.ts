import type { Attribute, Graph } from '../../model.ts';
import { descriptorOf } from '../../node-type/registry.ts';
import { rangeWithin, withRange } from '../../source-range.ts';
import { parseStylesheet } from '../../stylesheet/parse.ts';
import { type Selector, selectorText } from '../../stylesheet/rule.ts';
import type { Rule } from '../../validation/rule.ts';

export const classWithoutRule: Rule = {
  id: 'MODEL-001',
  name: 'class_without_rule',
  severity: 'info',
  *check({ graph }) {
    const attribute = graph.attributes.get('model_stylesheet');
    if (attribute === undefined || attribute.text.trim() === '') return;
    const { rules } = parseStylesheet(attribute.text);
    const selectors = rules.flatMap((rule) => rule.selectors);
    const styled = new Set(selectors.filter(({ kind }) => kind === 'class').map(({ name }) => name));
    const seen = new Set<Attribute>();
    for (const node of graph.nodes.values()) {
      const own = node.attributes.get('class');
      if (own === undefined || seen.has(own)) continue;
      seen.add(own);
      for (const match of own.text.matchAll(/[^\s,]+/g)) {
        const [name] = match;
        if (styled.has(name)) continue;
        const range = rangeWithin(own, { start: match.index, end: match.index + name.length });
        yield {
          message: `no rule of the stylesheet is for the class \`${name}\` of \`${node.id}\`: it changes nothing`,
          ...withRange(range),
          node: node.id,
        };
      }
    }
    // Children inherit the sheet: what matches nothing here may be for them.
    if (hasChildFile(graph)) return;
    const matches = matcher(graph);
    for (const selector of selectors) {
      if (matches(selector)) continue;
      const message = `the rule \`${selectorText(selector)}\` of the stylesheet matches no node`;
      yield { message, ...withRange(rangeWithin(attribute, selector.range)) };
    }
  },
};

function hasChildFile(graph: Graph): boolean {
  for (const node of graph.nodes.values()) {
    const { childFile } = descriptorOf(node.type);
    if (childFile !== undefined && (node.attributes.has(childFile) || graph.attributes.has(childFile))) return true;
  }
  return false;
}

function matcher(graph: Graph): (selector: Selector) => boolean {
  const classes = new Set<string>();
  const shapes = new Set<string>();
  for (const node of graph.nodes.values()) {
    for (const name of node.classes) classes.add(name);
    shapes.add(node.attributes.get('shape')?.text.trim() || 'box');
  }
  return ({ kind, name }) => {
    switch (kind) {
      case 'all':
        return graph.nodes.size > 0;
      case 'class':
        return classes.has(name);
      case 'shape':
        return shapes.has(name);
      case 'id':
        return graph.nodes.has(name);
    }
  };
}
