import type { Fix } from '@attractor/dot';
import type { Graph } from '../../model.ts';
import type { Rule } from '../../validation/rule.ts';
import type { CodeLayer } from '../command/layers.ts';
import { commandFinding, type NodeCommand, nodeCommands } from '../command/node-command.ts';
import { knowsPipefail } from '../command/shell-options.ts';
import { wordTexts } from '../command/words.ts';

export const pipefailUnsupported: Rule = {
  id: 'CMD-007',
  name: 'pipefail_unsupported',
  severity: 'warning',
  *check({ graph }) {
    for (const command of nodeCommands(graph)) {
      if (!command.attribute.text.includes('pipefail')) continue;
      for (const layer of command.layers) {
        if (knowsPipefail(layer.shell) !== false || tries(layer)) continue;
        const message =
          `${layer.shell} has no \`pipefail\` (some systems call another shell by that name): the command ends here with an error; ` +
          `${layer === command.layers[0] ? 'set `shell="bash"`' : 'use bash here'}`;
        const fix = layer === command.layers[0] ? useBash(graph, command) : undefined;
        for (const node of layer.nodes) {
          if (node.type !== 'Command' || !setsPipefail(wordTexts(node))) continue;
          yield { ...commandFinding(command, layer, { start: node.pos, end: node.end }, message), ...(fix === undefined ? {} : { fix }) };
        }
        if (layer.options.includes('pipefail')) {
          yield commandFinding(command, layer, { start: 0, end: layer.text.length }, message);
        }
      }
    }
  },
};

function setsPipefail([name, ...args]: readonly (string | undefined)[]): boolean {
  return name === 'set' && args.includes('pipefail') && args.some((text) => text !== undefined && /^-[A-Za-z]*o$/.test(text));
}

/** `(set -o pipefail) 2>/dev/null && set -o pipefail`: asks first, in a shell of its own. */
function tries(layer: CodeLayer): boolean {
  return layer.nodes.some((node) => {
    const first = node.type === 'Subshell' ? node.body.commands[0]?.command : undefined;
    return first?.type === 'Command' && setsPipefail(wordTexts(first));
  });
}

/** Only where the node itself names the shell: one of the graph is that of other nodes too. */
function useBash(graph: Graph, { node }: NodeCommand): Fix | undefined {
  const own = node.attributes.get('shell');
  if (own?.value === undefined || own.origin !== 'own' || graph.nodes.size === 0) return undefined;
  return { title: 'run the command in bash', edits: [{ range: own.value.range, text: '"bash"' }] };
}
