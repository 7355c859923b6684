import type { Command } from '../command.ts';

export const runsCommand: Command = {
  positionals: [],
  flags: {
    json: { kind: 'switch', describe: 'Print one JSON object a run' },
    ids: { kind: 'switch', describe: 'Print run ids only, newest first' },
  },
  examples: [
    ['attractor runs', 'The runs of this folder, newest first'],
    ['attractor runs --json | head -1', 'The newest run for a script'],
  ],
  notes: ['Runs are looked for in .attractor/runs under the current folder. Runs made with --logs-root are not listed.'],
  run: async (args, io) => (await import('../runs/list.ts')).listRunsCommand(args, io),
};
