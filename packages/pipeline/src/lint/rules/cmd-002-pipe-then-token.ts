import type { Rule } from '../../validation/rule.ts';
import { maskedPipes, maskFinding } from '../command/masked-pipes.ts';
import { nodeCommands } from '../command/node-command.ts';

export const pipeThenToken: Rule = {
  id: 'CMD-002',
  name: 'pipe_then_token',
  severity: 'warning',
  *check({ graph }) {
    for (const command of nodeCommands(graph)) {
      for (const use of maskedPipes(graph, command)) {
        if (use.role !== 'token') continue;
        yield maskFinding(
          command,
          use,
          ({ filter, first, negated }) =>
            `what is printed next depends on the exit status of \`${filter}\` alone: ` +
            (negated
              ? `it is the same whether \`${first}\` fails or not; put \`!\` before the command itself`
              : `the word comes also when \`${first}\` fails; set \`pipefail\`, or test the command itself`),
        );
      }
    }
  },
};
