import { graphValue } from '../../registry/value.ts';
import { isFlowEdge } from '../../topology/flow.ts';
import type { Rule } from '../rule.ts';

/** Rights to delegate exist only in a study (language.md 7). */
export const delegatesOutsideStudy: Rule = {
  id: 'delegates_outside_study',
  severity: 'error',
  *check({ graph }) {
    if (graphValue(graph, 'study')) return;
    for (const edge of graph.edges) {
      if (isFlowEdge(edge)) continue;
      const message = `the edge ${edge.from} -> ${edge.to} has kind=delegates, which means something only in a graph with study=true`;
      yield { message, range: edge.range, edge: { from: edge.from, to: edge.to } };
    }
  },
};
