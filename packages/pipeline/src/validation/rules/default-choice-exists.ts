import { normalizeLabel } from '../../label.ts';
import type { Edge } from '../../model.ts';
import { descriptorOf } from '../../node-type/registry.ts';
import { quote } from '../../registry/read-value.ts';
import { nodeValue } from '../../registry/value.ts';
import { withRange } from '../../source-range.ts';
import { choiceKey, choiceLabel, choicesOf } from '../choices.ts';
import type { Rule } from '../rule.ts';

/** The default choice of a gate is the key, label or target of one of its choices (language.md 7, engine.md 9). */
export const defaultChoiceExists: Rule = {
  id: 'default_choice_exists',
  severity: 'error',
  *check({ graph }) {
    for (const node of graph.nodes.values()) {
      const attribute = node.attributes.get('human.default_choice');
      const wanted = attribute?.text.trim() ?? '';
      if (attribute === undefined || wanted === '' || descriptorOf(node.type).decidedBy !== 'person') continue;
      const mode = nodeValue(node, 'mode');
      if (mode === 'freeform' || (mode !== 'choice' && /^(yes|no|y|n)$/i.test(wanted))) continue;
      const choices = choicesOf(graph, node);
      if (choices.some((edge) => means(edge, wanted, choices))) continue;
      const message = `\`human.default_choice\` of \`${node.id}\` is ${quote(wanted)}, which is none of its choices: ${choices.map((edge) => quote(choiceLabel(edge))).join(', ')}`;
      yield { message, ...withRange(attribute.value?.range), node: node.id };
    }
  },
};

function means(edge: Edge, wanted: string, choices: readonly Edge[]): boolean {
  const word = wanted.toLowerCase();
  const label = normalizeLabel(choiceLabel(edge));
  if (word === choiceLabel(edge).toLowerCase() || word === label || normalizeLabel(wanted) === label || word === edge.to.toLowerCase())
    return true;
  const key = choiceKey(edge);
  if (key !== undefined) return key === word;
  const first = choices.filter((other) => (choiceKey(other) ?? normalizeLabel(choiceLabel(other))[0]) === label[0]);
  return word === label[0] && first.length === 1;
}
