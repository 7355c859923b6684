import type { Command } from '../command.ts';

export const cancelCommand: Command = {
  positionals: [{ name: 'RUN', describe: 'run directory, run id, unique beginning of one, or latest', required: true, completes: 'run' }],
  flags: {},
  examples: [['attractor cancel latest', 'Stop the newest run; it can be resumed']],
  notes: [
    'The process that executes the run gets SIGTERM, stops its node, checkpoints and ends with 143.',
    'A run that nobody executes and that would go on (parked, halted, interrupted) ends cancelled: its questions take no answer any more.',
    'Exit code 1 when there is nothing to cancel.',
  ],
  run: async (args, io) => (await import('../runs/cancel.ts')).cancelRun(args, io),
};
