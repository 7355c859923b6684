import type { Rule } from '../../validation/rule.ts';
import { foreignCode } from '../command/foreign-code.ts';
import { commandFinding, nodeCommands } from '../command/node-command.ts';
import { wordReferences } from '../command/word-references.ts';
import { wordTexts } from '../command/words.ts';
import { knownKeys } from '../data-flow/known-keys.ts';

export const valueAsCode: Rule = {
  id: 'CMD-006',
  name: 'value_as_code',
  severity: 'warning',
  *check({ graph }) {
    const isKnown = knownKeys(graph);
    for (const command of nodeCommands(graph)) {
      if (!command.attribute.text.includes('$')) continue;
      for (const layer of command.layers) {
        for (const node of layer.nodes) {
          if (node.type !== 'Command') continue;
          // Of what `eval` reads, all is code.
          if (node.name !== undefined && !layer.shared) {
            for (const { key, part } of wordReferences(layer, node.name, isKnown)) {
              const message = `the value of \`${key}\` is run as a command: whoever writes that value decides what runs; name the program here`;
              yield commandFinding(command, layer, part, message);
            }
          }
          const code = wordTexts(node)[0] === 'eval' ? { words: node.args, interpreter: 'eval' } : foreignCode(node);
          if (code === undefined) continue;
          for (const word of code.words) {
            if (word.type === 'Assignment') continue;
            for (const { key, part } of wordReferences(layer, word, isKnown)) {
              const message =
                `the value of \`${key}\` becomes part of the code that ${code.interpreter} runs: what a model or a tool has written there is ` +
                `executed; ${advice(code.interpreter)}`;
              yield commandFinding(command, layer, part, message);
            }
          }
        }
      }
    }
  },
};

function advice(interpreter: string): string {
  if (interpreter === 'eval') return 'use the variable without `eval`';
  if (interpreter === 'ssh') return 'send the value on standard input';
  return 'read it from the environment (`tool_env`) or from standard input';
}
