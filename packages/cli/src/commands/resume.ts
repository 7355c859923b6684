import type { Command } from '../command.ts';
import { exitCodeNotes, sharedFlags } from '../run/flags.ts';

const { param, durability, json, quiet, ...recorded } = sharedFlags;
/** Said of options that the manifest keeps. */
const fallback = 'that of the run';

export const resumeCommand: Command = {
  positionals: [{ name: 'RUN', describe: 'run directory, run id, unique beginning of one, or latest', required: true, completes: 'run' }],
  flags: {
    'accept-graph': { kind: 'switch', describe: 'Go on with the file although it has changed; completed nodes must still exist' },
    'stored-graph': { kind: 'switch', describe: 'Go on with the copy in the run directory' },
    'from-checkpoint': { kind: 'switch', describe: 'Start from checkpoint.json when the journal is damaged' },
    param,
    'on-human-gate': { ...recorded['on-human-gate'], fallback },
    backend: { ...recorded.backend, fallback },
    script: { ...recorded.script, fallback },
    replay: { ...recorded.replay, fallback },
    durability,
    'budget-usd': { ...recorded['budget-usd'], fallback },
    'budget-tokens': { ...recorded['budget-tokens'], fallback },
    timeout: { ...recorded.timeout, fallback },
    json,
    quiet,
  },
  examples: [
    ['attractor resume latest', 'Go on with the newest run'],
    ['attractor resume latest --budget-usd 10', 'After a halt, with a larger budget'],
    ['attractor resume latest --accept-graph', 'With the pipeline as it is now'],
  ],
  notes: ['Completed nodes are not run again. --param only adds names, and gives secret parameters again.', ...exitCodeNotes],
  reportsRefusal: true,
  run: async (args, io) => (await import('../run/resume-command.ts')).resumePipeline(args, io),
};
