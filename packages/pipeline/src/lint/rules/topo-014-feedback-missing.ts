import type { Graph } from '../../model.ts';
import { descriptorOf } from '../../node-type/registry.ts';
import { nodeValue } from '../../registry/value.ts';
import { references } from '../../substitution/index.ts';
import type { Rule } from '../../validation/rule.ts';
import { cycleText, knotsOf } from '../course/knots.ts';
import { isRestart } from '../course/limits.ts';
import { restartWays } from '../course/restart-way.ts';
import { atEdge } from '../places.ts';

/** A loop that starts again without telling its model nodes what was wrong (language.md 8; engine.md 7). */
export const feedbackMissing: Rule = {
  id: 'TOPO-014',
  name: 'feedback_missing',
  severity: 'warning',
  *check({ graph }) {
    for (const knot of knotsOf(graph)) {
      const wayOf = restartWays(knot);
      for (const step of knot.nodes.flatMap((id) => knot.steps(id).filter(isRestart))) {
        if (step.edge === undefined) continue;
        const way = wayOf(step);
        if (way === undefined) continue;
        const models = way.map((each) => each.from).filter((id) => isModel(graph, id));
        const [first] = models;
        if (first === undefined || models.some((id) => hears(graph, id))) continue;
        yield {
          message:
            `no model node of the loop_restart cycle ${cycleText(way)} has \`feedback_from\`: the engine carries no critique into the next pass, and ` +
            `\`${first}\` starts again from the same prompt; name in its \`feedback_from\` the nodes that judge its work`,
          ...atEdge(step.edge),
        };
      }
    }
  },
};

function isModel(graph: Graph, id: string): boolean {
  const node = graph.nodes.get(id);
  return node !== undefined && descriptorOf(node.type).decidedBy === 'model' && descriptorOf(node.type).callsModel(node);
}

/** By `feedback_from`, or by a text of its prompt that a pass leaves for the next. */
function hears(graph: Graph, id: string): boolean {
  const node = graph.nodes.get(id);
  if (node === undefined) return false;
  if (nodeValue(node, 'feedback_from').length > 0) return true;
  return references(nodeValue(node, 'prompt') ?? '').some(({ candidates }) => candidates.some((key) => carries(key)));
}

const carried =
  /^(?:prior_critiques_|previous\.|human\.gate\.text|last_response$|context$|failure_reason$)|\.(?:output|last_line|stderr_tail)$/;

function carries(key: string): boolean {
  return carried.test(key.replace(/^context\./, ''));
}
