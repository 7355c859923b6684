import { conditionAtoms } from '../../condition/keys.ts';
import { labelWithoutAccelerator } from '../../label.ts';
import { edgeValue } from '../../registry/value.ts';
import { withRange } from '../../source-range.ts';
import type { Finding, Rule } from '../../validation/rule.ts';
import { choiceEdges } from '../outcomes/outcomes.ts';
import { mayLabel } from '../outcomes/statuses.ts';
import { atomRange, edgeTitle, keyRangeOf } from '../places.ts';

/** Statuses a node can end with; `retry` is no such (engine.md 4), so a condition that asks for it asks for a label. */
const statuses: ReadonlySet<string> = new Set(['success', 'partial_success', 'fail', 'skipped']);
const words: ReadonlySet<string> = new Set([...statuses, 'retry']);

/** `outcome` is the label when there is one: a label that is a status word speaks for the status (language.md 3, 8). */
export const outcomeLabelShadowing: Rule = {
  id: 'TOPO-009',
  name: 'outcome_label_shadowing',
  severity: 'warning',
  *check({ graph }) {
    for (const node of graph.nodes.values()) {
      // Without a label of its own, a node's outcome is its status.
      if (!mayLabel(node)) continue;
      const edges = choiceEdges(graph, node);
      const label = edges.map((edge) => labelWithoutAccelerator(edgeValue(edge, 'label'))).find((text) => words.has(text.toLowerCase()));
      if (label === undefined) continue;
      for (const edge of edges) {
        for (const atom of edge.condition === undefined ? [] : conditionAtoms(edge.condition)) {
          if (atom.key !== 'outcome' || atom.kind !== 'comparison' || !statuses.has(atom.literal.trim())) continue;
          const key = keyRangeOf(edge, atom);
          const finding: Finding = {
            message:
              `${edgeTitle(edge)} tests \`outcome\`, which is the answer's label when it has one, and \`${label}\` is a label of \`${node.id}\`: ` +
              `an answer labelled \`${label}\` is judged by that word, whatever its status is; test \`status\``,
            ...withRange(atomRange(edge, atom) ?? edge.range),
            edge: { from: edge.from, to: edge.to },
          };
          yield key === undefined ? finding : { ...finding, fix: { title: 'test `status`', edits: [{ range: key, text: 'status' }] } };
        }
      }
    }
  },
};
