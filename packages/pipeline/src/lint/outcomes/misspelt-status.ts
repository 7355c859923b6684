import { conditionAtoms } from '../../condition/keys.ts';
import { STATUS_WORDS } from '../../condition/possible.ts';
import { normalizeLabel } from '../../label.ts';
import type { Edge, Graph, Node } from '../../model.ts';
import { edgeValue } from '../../registry/value.ts';
import { editDistance, nearest } from '../../validation/distance.ts';
import type { Finding } from '../../validation/rule.ts';
import { atCondition, edgeTitle } from '../places.ts';
import { choiceEdges } from './outcomes.ts';
import { slotOf } from './slots.ts';
import { mayLabel } from './statuses.ts';

const words: ReadonlySet<string> = new Set(STATUS_WORDS);

/**
 * A status misspelt at a node that may answer with labels (`outcome=fial`): a legal label, so that nothing else complains, and an edge that
 * is never taken. Quiet where the node or a label speaks of the word, or where the edge takes the status itself too.
 */
export function* misspeltStatus(graph: Graph, node: Node, edge: Edge): Generator<Finding> {
  if (edge.condition === undefined || !mayLabel(node)) return;
  const atoms = conditionAtoms(edge.condition).flatMap((atom) =>
    atom.kind === 'comparison' && atom.operator === '=' && slotOf(node, atom.key) === '@outcome' ? [atom.literal.trim()] : [],
  );
  for (const literal of new Set(atoms)) {
    const meant = statusMeant(literal);
    if (meant === undefined || atoms.includes(meant) || isSpokenOf(graph, node, literal, meant)) continue;
    yield {
      severity: 'warning',
      message: `${edgeTitle(edge)} could only be taken by a label \`${literal}\`, which is no status; did you mean \`${meant}\`?`,
      ...atCondition(edge),
    };
  }
}

/** The status of which a word is a slip; of short words many others are two letters away (`fix`, `wait`). */
function statusMeant(literal: string): string | undefined {
  const word = literal.toLowerCase();
  if (words.has(literal) || word === '') return undefined;
  if (words.has(word)) return word;
  const meant = nearest(word, STATUS_WORDS);
  if (meant === undefined) return undefined;
  return editDistance(word, meant, 2) <= (meant.length >= 7 || word.startsWith(meant) ? 2 : 1) ? meant : undefined;
}

/** The node is told to answer with the word, or an edge has it as its label. */
function isSpokenOf(graph: Graph, node: Node, literal: string, meant: string): boolean {
  const isLabel = choiceEdges(graph, node).some((edge) => normalizeLabel(edgeValue(edge, 'label')) === normalizeLabel(literal));
  if (isLabel) return true;
  const escaped = literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  // `failed` stands in any prose; as a word to answer with it is quoted, or follows a sign.
  const spoken = new RegExp(
    literal.toLowerCase().startsWith(meant) ? `["'\`=:(/|*]\\s*${escaped}\\b` : `(?<![\\w-])${escaped}(?![\\w-])`,
    'i',
  );
  return [...node.attributes.values()].some(({ text }) => spoken.test(text));
}
