import type { Command } from '../command.ts';

export const steerCommand: Command = {
  positionals: [
    { name: 'RUN', describe: 'run directory, run id, unique beginning of one, or latest', required: true, completes: 'run' },
    { name: 'TEXT', describe: 'what to tell it; several words need no quotes', required: true, many: true },
  ],
  flags: {},
  examples: [['attractor steer latest "keep the public names"', "Tell the model node that the newest run's manager has at work"]],
  notes: [
    "The text reaches the active model node of a manager's running child as steering.md in its folder; when none is at work, the next one that starts, or the next cycle as manager_steering. Without a manager in the run nobody reads it.",
    'Exit codes: 0 left for the run, 1 the run is over, 2 anything wrong with the call.',
  ],
  run: async (args, io) => (await import('../runs/steer.ts')).steerRun(args, io),
};
