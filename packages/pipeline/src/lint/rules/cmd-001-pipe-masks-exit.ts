import type { Rule } from '../../validation/rule.ts';
import { maskedPipes, maskFinding } from '../command/masked-pipes.ts';
import { nodeCommands } from '../command/node-command.ts';

export const pipeMasksExit: Rule = {
  id: 'CMD-001',
  name: 'pipe_masks_exit',
  severity: 'warning',
  *check({ graph }) {
    for (const command of nodeCommands(graph)) {
      for (const use of maskedPipes(graph, command)) {
        if (use.role === 'token') continue;
        yield maskFinding(command, use, ({ filter, first }) =>
          use.role === 'aborts'
            ? `\`set -e\` sees the exit status of \`${filter}\` alone: a failure of \`${first}\` goes unnoticed; set \`pipefail\``
            : `the exit status of \`${command.node.id}\` is that of \`${filter}\`: it passes when \`${first}\` fails; set \`pipefail\`, or ` +
              'keep the status of the command itself',
        );
      }
    }
  },
};
