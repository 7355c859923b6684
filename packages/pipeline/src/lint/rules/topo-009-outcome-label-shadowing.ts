import { conditionAtoms } from '../../condition/keys.ts';
import { STATUS_WORDS } from '../../condition/possible.ts';
import { normalizeLabel } from '../../label.ts';
import { edgeValue } from '../../registry/value.ts';
import { withRange } from '../../source-range.ts';
import type { Finding, Rule } from '../../validation/rule.ts';
import { choiceEdges } from '../outcomes/outcomes.ts';
import { mayLabel } from '../outcomes/statuses.ts';
import { atomRange, edgeTitle, keyRangeOf } from '../places.ts';

const words: ReadonlySet<string> = new Set(STATUS_WORDS);

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
      const label = edges.map((edge) => normalizeLabel(edgeValue(edge, 'label'))).find((text) => words.has(text));
      if (label === undefined) continue;
      for (const edge of edges) {
        for (const atom of edge.condition === undefined ? [] : conditionAtoms(edge.condition)) {
          if (atom.key !== 'outcome') continue;
          const key = keyRangeOf(edge, atom);
          const isStatus = atom.kind === 'comparison' && words.has(atom.literal.trim());
          const finding: Finding = {
            message:
              `${edgeTitle(edge)} tests \`outcome\`, which is the answer's label when it has one, and \`${label}\` is a label of \`${node.id}\`: ` +
              `a passed answer labelled \`${label}\` counts as ${label}; test \`status\``,
            ...withRange(atomRange(edge, atom) ?? edge.range),
            edge: { from: edge.from, to: edge.to },
          };
          yield key === undefined || !isStatus
            ? finding
            : { ...finding, fix: { title: 'test `status`', edits: [{ range: key, text: 'status' }] } };
        }
      }
    }
  },
};
