import { descriptorOf, knownType } from '../../node-type/registry.ts';
import type { Rule } from '../rule.ts';

/** A node that calls a model has an instruction of its own: a prompt, or at least a label (language.md 7). */
export const promptOnLlmNodes: Rule = {
  id: 'prompt_on_llm_nodes',
  severity: 'warning',
  *check({ graph }) {
    for (const node of graph.nodes.values()) {
      if (knownType(node.type) === undefined || !descriptorOf(node.type).callsModel(node)) continue;
      if (['prompt', 'label'].some((name) => (node.attributes.get(name)?.text.trim() ?? '') !== '')) continue;
      const message = `\`${node.id}\` calls a model with nothing but its id as instruction; give it a \`prompt\``;
      yield { message, range: node.range, node: node.id };
    }
  },
};
