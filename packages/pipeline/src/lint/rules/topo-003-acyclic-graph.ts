import { descriptorOf, roleOf } from '../../node-type/registry.ts';
import { graphValue } from '../../registry/value.ts';
import { stronglyConnected } from '../../topology/components.ts';
import { flowOut } from '../../topology/flow.ts';
import type { Rule } from '../../validation/rule.ts';
import { knotsOf } from '../course/knots.ts';
import { atNode } from '../places.ts';

/** Nothing in the graph goes back to correct what went wrong (language.md 8). */
export const acyclicGraph: Rule = {
  id: 'TOPO-003',
  name: 'acyclic_graph',
  severity: 'warning',
  *check({ graph }) {
    if (graphValue(graph, 'one_pass')) return;
    const start = [...graph.nodes.values()].find((node) => roleOf(node) === 'start');
    if (start === undefined) return;
    const loops = stronglyConnected(graph).some(
      ([id, other]) => other !== undefined || flowOut(graph, id ?? '').some(({ to }) => to === id),
    );
    if (loops || knotsOf(graph).length > 0) return;
    if ([...graph.nodes.values()].some((node) => descriptorOf(node.type).boundsOwnCycle)) return;
    yield {
      message:
        'no way leads back in this graph: what a node gets wrong is never corrected; ' +
        'lead a failed check back to the work it checks, or set `one_pass=true` on the graph when one pass is meant',
      ...atNode(start),
    };
  },
};
