import type { Edge } from '../../model.ts';
import { roleOf } from '../../node-type/registry.ts';
import { nodeValue } from '../../registry/value.ts';
import { stronglyConnected } from '../../topology/components.ts';
import type { Rule } from '../../validation/rule.ts';
import { stepsFrom } from '../course/course.ts';
import { inChild, unguardedWay } from '../course/ways-to-exit.ts';
import { isCommand } from '../outcomes/statuses.ts';
import { atCondition } from '../places.ts';

/** A command is asked for a verdict, and the run goes on to the exit whatever it says (language.md 8). */
export const inertEvidenceGate: Rule = {
  id: 'TOPO-008',
  name: 'inert_evidence_gate',
  severity: 'warning',
  *check({ graph }) {
    const isOfChild = inChild(graph);
    const knotOf = new Map(stronglyConnected(graph).flatMap((knot, index) => knot.map((id) => [id, index] as const)));
    for (const node of graph.nodes.values()) {
      if (!isCommand(node) || nodeValue(node, 'goal_gate') || isOfChild(node.id)) continue;
      const steps = stepsFrom(graph, node.id);
      const passes = steps.filter(({ statuses }) => statuses.has('success'));
      const fails = steps.filter(({ statuses }) => statuses.has('fail'));
      const edge = fails.map((step) => step.edge).find((each): each is Edge => each?.condition !== undefined);
      if (edge === undefined || passes.length === 0) continue;
      // Either verdict only counts when it can lead anywhere else.
      const targets = [...new Set([...passes, ...fails].map((step) => step.to))];
      const isInert = targets.every((to) => {
        const target = graph.nodes.get(to);
        if (target === undefined || unguardedWay(graph, to) === undefined) return false;
        // A step leads to it, so that it leads back when both lie on one cycle.
        return roleOf(target) === 'exit' || knotOf.get(to) !== knotOf.get(node.id);
      });
      if (!isInert) continue;
      yield {
        message:
          `the verdict of \`${node.id}\` decides nothing: success and failure both lead to the exit (${targets.map((to) => `\`${to}\``).join(', ')}); ` +
          `lead the failure back to the work that it checks, or make \`${node.id}\` a goal gate`,
        ...atCondition(edge),
      };
    }
  },
};
