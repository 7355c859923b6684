import type { Command } from '../command.ts';

export const statusCommand: Command = {
  positionals: [{ name: 'RUN', describe: 'run directory, run id, unique beginning of one, or latest', required: false, completes: 'run' }],
  flags: { json: { kind: 'switch', describe: 'Print one JSON object' } },
  examples: [
    ['attractor status', 'The newest run'],
    ['attractor status latest --json', 'The same for a script'],
  ],
  notes: ['Without RUN it is the newest run.'],
  run: async (args, io) => (await import('../runs/status.ts')).statusOfRun(args, io),
};
