import type { Rule } from '../../validation/rule.ts';
import { type MaskTexts, maskedPipes, maskFinding } from '../command/masked-pipes.ts';
import { nodeCommands } from '../command/node-command.ts';
import type { PipeRole } from '../command/pipe-uses.ts';
import { powerlessGate } from '../command/powerless-gate.ts';

export const pipeMasksExit: Rule = {
  id: 'CMD-001',
  name: 'pipe_masks_exit',
  severity: 'warning',
  *check({ graph }) {
    for (const command of nodeCommands(graph)) {
      for (const use of maskedPipes(graph, command)) {
        if (use.role !== 'token') yield maskFinding(command, use, (texts) => maskMessage(command.node.id, use.role, texts));
      }
      const finding = powerlessGate(graph, command);
      if (finding !== undefined) yield finding;
    }
  },
};

function maskMessage(id: string, role: PipeRole, { first, filter, negated }: MaskTexts): string {
  if (role === 'aborts')
    return `\`set -e\` sees the exit status of \`${filter}\` alone: a failure of \`${first}\` goes unnoticed; set \`pipefail\``;
  if (negated)
    return (
      `\`!\` turns round the exit status of \`${filter}\` alone: \`${id}\` ends the same way whether \`${first}\` fails or not; ` +
      `put \`!\` before the command itself`
    );
  return (
    `the exit status of \`${id}\` is that of \`${filter}\`: it passes when \`${first}\` fails; set \`pipefail\`, or ` +
    'keep the status of the command itself'
  );
}
