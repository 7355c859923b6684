import { maxSteps } from '../../registry/derived.ts';
import type { Rule } from '../../validation/rule.ts';
import { cycleIn, cycleText, knotsOf, partsWithout, withoutLimits } from '../course/knots.ts';
import { atEdge, atNode } from '../places.ts';

/** A cycle that nothing of its own ends (language.md 8). */
export const unboundedCycle: Rule = {
  id: 'TOPO-012',
  name: 'unbounded_cycle',
  severity: 'warning',
  *check({ graph }) {
    for (const knot of knotsOf(graph)) {
      const out = withoutLimits(knot);
      for (const part of partsWithout(knot, out.nodes, out.steps)) {
        const cycle = cycleIn(knot, part, out.nodes, out.steps);
        const [first] = cycle;
        if (first === undefined) continue;
        const edge = cycle.findLast((step) => step.edge !== undefined)?.edge;
        const node = graph.nodes.get(first.from);
        const steps = maxSteps(graph);
        const rounds = Math.max(1, Math.floor(steps / cycle.length));
        yield {
          message:
            `nothing bounds the cycle ${cycleText(cycle)} but max_steps=${steps}, which ends the run as failed after up to ${rounds} rounds of it; ` +
            `set \`max_visits\` on a node of it, or compare a counter (\`iteration\` with loop_restart)`,
          ...(edge === undefined ? (node === undefined ? {} : atNode(node)) : atEdge(edge)),
        };
      }
    }
  },
};
