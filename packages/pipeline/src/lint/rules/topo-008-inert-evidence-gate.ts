import type { Edge, Graph } from '../../model.ts';
import type { NodeRole } from '../../node-type/descriptor.ts';
import { roleOf } from '../../node-type/registry.ts';
import { nodeValue } from '../../registry/value.ts';
import { stronglyConnected } from '../../topology/components.ts';
import type { Rule } from '../../validation/rule.ts';
import { stepsFrom } from '../course/course.ts';
import { inChild, unguardedWay } from '../course/ways-to-exit.ts';
import { isCommand } from '../outcomes/statuses.ts';
import { atCondition, edgeTitle } from '../places.ts';

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
      const straight = fails.every((step) => roleIn(graph, step.to) === 'exit');
      // Straight to the exit the run fails, which is a difference when success goes on to something else.
      if (straight && !passes.every((step) => roleIn(graph, step.to) === 'exit')) continue;
      yield {
        message: straight
          ? `both verdicts of \`${node.id}\` lead to the exit: its failure corrects nothing, and fails the run as it would without ${edgeTitle(edge)}; ` +
            `lead the failure back to the work that it checks`
          : `whatever \`${node.id}\` says, the run goes on to the exit as a success (by ${targets.map((to) => `\`${to}\``).join(', ')}): ` +
            `lead the failure back to the work that it checks, or make \`${node.id}\` a goal gate`,
        ...atCondition(edge),
      };
    }
  },
};

function roleIn(graph: Graph, id: string): NodeRole | undefined {
  const node = graph.nodes.get(id);
  return node === undefined ? undefined : roleOf(node);
}
