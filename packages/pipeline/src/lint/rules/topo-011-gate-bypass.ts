import { nodeValue } from '../../registry/value.ts';
import type { Rule } from '../../validation/rule.ts';
import { wayAround } from '../course/bypass.ts';
import { rootFrame } from '../course/frame.ts';
import { wayText } from '../course/way-text.ts';
import { atNode } from '../places.ts';

/** A goal gate that a run can go around: the exit asks only the gates that ran (language.md 8; engine.md 5). */
export const gateBypass: Rule = {
  id: 'TOPO-011',
  name: 'gate_bypass',
  severity: 'warning',
  *check({ graph }) {
    if (rootFrame(graph).entries.length === 0) return;
    for (const node of graph.nodes.values()) {
      if (!nodeValue(node, 'goal_gate')) continue;
      const way = wayAround(graph, node.id);
      if (way === undefined) continue;
      yield {
        message:
          `a run can succeed without the goal gate \`${node.id}\`: ${wayText(way)} goes around it, and the exit asks only gates that ran; ` +
          `lead that way through the gate, or set \`require_gates=all\` on the graph`,
        ...atNode(node, 'goal_gate'),
      };
    }
  },
};
