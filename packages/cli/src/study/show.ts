import type { Command } from '../command.ts';
import { graphFlag, setFlag, studyPositional } from './flags.ts';

export const showCommand: Command = {
  positionals: [studyPositional],
  flags: { graph: graphFlag, set: setFlag, json: { kind: 'switch', describe: 'Print JSON' } },
  examples: [
    ['attractor study show examples/study/default', 'Who may ask whom, each agent, each setting with where it comes from'],
    ['attractor study show examples/study/default --json', 'The same for a program'],
  ],
  run: async (args, io) => (await import('./show-study.ts')).showStudy(args, io),
};
