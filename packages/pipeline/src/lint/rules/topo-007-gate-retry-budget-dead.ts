import { nodeValue } from '../../registry/value.ts';
import type { Rule } from '../../validation/rule.ts';
import { cycleIn, cycleText, knotsOf, partsWithout, withoutLimits } from '../course/knots.ts';
import { isRestart } from '../course/limits.ts';
import { atNode } from '../places.ts';

/** `max_retries` bounds the attempts of one visit; a `loop_restart` makes another visit (language.md 8). */
export const gateRetryBudgetDead: Rule = {
  id: 'TOPO-007',
  name: 'gate_retry_budget_dead',
  severity: 'warning',
  *check({ graph }) {
    for (const knot of knotsOf(graph)) {
      const out = withoutLimits(knot);
      for (const part of partsWithout(knot, out.nodes, out.steps)) {
        const inside = new Set(part);
        const restart = part
          .flatMap((id) => [...knot.steps(id)])
          .find((step) => isRestart(step) && inside.has(step.to) && !out.steps.has(step));
        if (restart === undefined) continue;
        const cycle = cycleText(cycleIn(knot, part, out.nodes, out.steps));
        for (const id of part) {
          const node = graph.nodes.get(id);
          if (node === undefined || !node.attributes.has('max_retries')) continue;
          const retries = nodeValue(node, 'max_retries') ?? 0;
          if (retries === 0) continue;
          yield {
            message:
              `\`max_retries=${retries}\` of \`${id}\` does not bound the loop_restart cycle ${cycle}: attempts start afresh at each visit; ` +
              `bound it by \`max_visits\` on a node of the cycle or by a condition on \`iteration\``,
            ...atNode(node, 'max_retries'),
          };
        }
      }
    }
  },
};
