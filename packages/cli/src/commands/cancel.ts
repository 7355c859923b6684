import type { Command } from '../command.ts';

export const cancelCommand: Command = {
  positionals: [{ name: 'RUN', describe: 'run directory, run id, unique beginning of one, or latest', required: true, completes: 'run' }],
  flags: {},
  examples: [['attractor cancel latest', 'Stop the newest run; it can be resumed']],
  notes: [
    'The process that executes the run gets SIGTERM, stops its node, checkpoints and ends with 143. Exit code 1 when no process executes the run.',
  ],
  run: async (args, io) => (await import('../runs/cancel.ts')).cancelRun(args, io),
};
