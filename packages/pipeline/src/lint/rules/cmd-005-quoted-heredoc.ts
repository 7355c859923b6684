import type { HereDoc } from 'unbash';
import { references, resolveReference } from '../../substitution/references.ts';
import type { Rule } from '../../validation/rule.ts';
import type { CodeLayer } from '../command/layers.ts';
import { commandFinding, nodeCommands, partOf } from '../command/node-command.ts';
import { knownKeys } from '../data-flow/known-keys.ts';

export const quotedHeredoc: Rule = {
  id: 'CMD-005',
  name: 'quoted_heredoc',
  severity: 'warning',
  *check({ graph }) {
    const isKnown = knownKeys(graph);
    for (const command of nodeCommands(graph)) {
      for (const layer of command.layers) {
        for (const node of layer.nodes) {
          if (node.type !== 'HereDoc' || node.delimiter?.quoted !== true || isCode(layer, node)) continue;
          // Dotted names are masked in the tree, not in the command.
          const at = layer.place(partOf(node.body));
          const text = command.attribute.text.slice(at.start, at.end);
          for (const reference of references(text)) {
            const found = resolveReference(reference, isKnown);
            if (found === undefined) continue;
            const message =
              `nothing is expanded in this here-document, because its delimiter ${node.delimiter.text} is quoted: \`${text.slice(found.range.start, found.range.end)}\` ` +
              `stays as it is written; take the quotes away, or pass \`${found.key}\` as a variable`;
            const start = node.body.pos + found.range.start;
            yield commandFinding(command, layer, { start, end: start + found.range.end - found.range.start }, message);
          }
        }
      }
    }
  },
};

/** `bash <<'EOF'`: the inner shell expands what the outer one leaves alone. */
function isCode(layer: CodeLayer, node: HereDoc): boolean {
  const { start } = layer.place(partOf(node.body));
  return [...layer.inner.values()].some((code) => code.place({ start: 0, end: 0 }).start === start);
}
