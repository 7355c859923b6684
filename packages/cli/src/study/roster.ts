import { type Command, UserError } from '../command.ts';
import { graphFlag, studyPositional } from './flags.ts';

export const rosterCommand: Command = {
  positionals: [studyPositional],
  flags: {
    graph: graphFlag,
    for: { kind: 'text', value: 'AGENT', fallback: 'nobody', describe: 'As this agent reads it' },
  },
  examples: [
    ['attractor study roster examples/study/default', 'The team as it stands in every prompt'],
    ['attractor study roster examples/study/default --for critic', 'As the critic reads it'],
  ],
  async run(args, io) {
    const { loadStudy } = await import('./load-study.ts');
    const study = await loadStudy(args, io, 'errors');
    if (study === undefined) return 2;
    const reader = args.text('for');
    if (reader !== undefined && !study.team.agents.has(reader))
      throw new UserError(`study roster: \`${reader}\` is no agent; agents are ${[...study.team.agents.keys()].join(', ')}`);
    const { rosterOf } = await import('@attractor/study');
    const { manyLines } = await import('../terminal/sanitize.ts');
    const roster = rosterOf(study.team, reader);
    if (roster === '') io.err('The team is one agent: there is no roster.');
    else io.out(manyLines(roster));
    return 0;
  },
};
