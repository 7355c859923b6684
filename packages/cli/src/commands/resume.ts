import type { Command } from '../command.ts';
import { exitCodeNotes, sharedFlags } from '../run/flags.ts';

const { json, quiet, ...others } = sharedFlags;

export const resumeCommand: Command = {
  positionals: [{ name: 'RUN', describe: 'run directory, run id, unique beginning of one, or latest', required: true, completes: 'run' }],
  flags: {
    'accept-graph': { kind: 'switch', describe: 'Go on with the file although it has changed; completed nodes must still exist' },
    'stored-graph': { kind: 'switch', describe: 'Go on with the copy in the run directory' },
    'from-checkpoint': { kind: 'switch', describe: 'Start from checkpoint.json when the journal is damaged' },
    ...others,
    json,
    quiet,
  },
  examples: [
    ['attractor resume latest', 'Go on with the newest run'],
    ['attractor resume latest --budget-usd 10', 'After a halt, with a larger budget'],
    ['attractor resume latest --accept-graph', 'With the pipeline as it is now'],
  ],
  notes: [
    'Completed nodes are not run again. --param only adds names, and gives secret parameters again; other options default to those of the run.',
    ...exitCodeNotes,
  ],
  reportsRefusal: true,
  run: async (args, io) => (await import('../run/resume-command.ts')).resumePipeline(args, io),
};
