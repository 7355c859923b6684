import type { Command } from '../command.ts';
import { graphFlag, setFlag, studyPositional } from './flags.ts';

export const checkCommand: Command = {
  positionals: [studyPositional],
  flags: { graph: graphFlag, set: setFlag },
  examples: [
    ['attractor study check examples/study/default', 'A study folder'],
    ['attractor study check examples/study/default --set budget=2h', 'With a word of the configuration set for one run'],
  ],
  notes: ['Exit codes: 0 a run would start, 2 it would be refused.'],
  async run(args, io) {
    const { loadStudy } = await import('./load-study.ts');
    const study = await loadStudy(args, io);
    if (study === undefined) return 2;
    const { nameFrom } = await import('../sources/read-source.ts');
    const { team, warnings, place } = study;
    const agents = team.agents.size === 1 ? '1 agent' : `${team.agents.size} agents`;
    const found = warnings === 0 ? 'no warnings' : warnings === 1 ? '1 warning' : `${warnings} warnings`;
    io.out(`${io.stdoutStyle.green('✓')} ${nameFrom(place.graph, io.cwd)}: ${agents}, entry ${team.entry}; no errors, ${found}`);
    return 0;
  },
};
