import path from 'node:path';
import type { Rule } from '../../validation/rule.ts';
import { commandFinding, nodeCommands } from '../command/node-command.ts';
import { wordTexts } from '../command/words.ts';

export const absoluteCd: Rule = {
  id: 'CMD-004',
  name: 'absolute_cd',
  severity: 'warning',
  *check({ graph, workingDirectory }) {
    for (const command of nodeCommands(graph)) {
      for (const layer of command.layers) {
        for (const node of layer.nodes) {
          if (node.type !== 'Command') continue;
          const [name, ...args] = wordTexts(node);
          if (name !== 'cd' && name !== 'pushd') continue;
          const at = args.findIndex((text) => text === undefined || !/^-[A-Za-z@]+$|^--$/.test(text));
          const target = at < 0 ? undefined : args[at];
          const word = node.args[at];
          if (target === undefined || word === undefined || !target.startsWith('/') || isWithin(target, workingDirectory)) continue;
          const message =
            `\`${command.node.id}\` changes into ${target}, outside the working directory: the graph runs on no other machine, and what it does ` +
            'there is not where the run looks; use a path below the working directory, `--cwd`, or a parameter';
          yield commandFinding(command, layer, { start: word.pos, end: word.end }, message);
        }
      }
    }
  },
};

function isWithin(target: string, folder: string): boolean {
  const relative = path.relative(folder, path.resolve(target));
  return relative === '' || !(relative === '..' || relative.startsWith('../') || path.isAbsolute(relative));
}
