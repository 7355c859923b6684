import type { Edge } from '../../model.ts';
import { isDrawingAttribute } from '../../registry/drawing.ts';
import { findAttribute } from '../../registry/lookup.ts';
import { withRange } from '../../source-range.ts';
import { delegatesEdges } from '../../topology/delegates.ts';
import type { Rule } from '../rule.ts';

const meant: ReadonlySet<string> = new Set(['kind', 'preamble']);

/** A right is no route: what guards, ranks or names routes means nothing on it (study-rulings.md A1). */
export const delegatesAttribute: Rule = {
  id: 'delegates_attribute',
  severity: 'warning',
  *check({ graph }) {
    const seen = new Set<object>();
    for (const edge of delegatesEdges(graph)) {
      for (const attribute of edge.attributes.values()) {
        const { name } = attribute;
        // What an `edge [..]` default says is meant for the routes.
        if (meant.has(name) || attribute.origin !== 'own' || seen.has(attribute)) continue;
        if (findAttribute('edge', name) === undefined || isDrawingAttribute(name)) continue;
        seen.add(attribute);
        const message = `\`${name}\` means nothing on the delegates edge ${titleOf(edge)}: it is a right, not a route; remove it`;
        yield { message, ...withRange(attribute.keyRange ?? edge.range), edge: { from: edge.from, to: edge.to } };
      }
    }
  },
};

/** The first edge of a pair counts; a bound graph says each once (D4, study-rulings.md A18). */
export const delegatesRepeated: Rule = {
  id: 'delegates_repeated',
  severity: 'warning',
  *check({ graph }) {
    const isBound = (graph.attributes.get('pattern_key')?.text.trim() ?? '') !== '';
    const seen = new Set<string>();
    for (const edge of delegatesEdges(graph)) {
      const pair = JSON.stringify([edge.from, edge.to]);
      if (seen.has(pair)) {
        const message = `the delegates edge ${titleOf(edge)} is stated before; only the first of a pair counts${isBound ? ', and a graph with `pattern_key` states each once' : ''}: remove this one`;
        yield { message, severity: isBound ? 'error' : 'warning', range: edge.range, edge: { from: edge.from, to: edge.to } };
      }
      seen.add(pair);
    }
  },
};

function titleOf(edge: Edge): string {
  return `${edge.from} -> ${edge.to}`;
}
