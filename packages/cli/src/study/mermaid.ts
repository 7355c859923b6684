import { type Command, UserError } from '../command.ts';
import { graphFlag, studyPositional } from './flags.ts';

export const mermaidCommand: Command = {
  positionals: [studyPositional],
  flags: {
    graph: graphFlag,
    flow: { kind: 'switch', describe: 'Add the stations and the flow edges below the team' },
    highlight: { kind: 'text', value: 'NODE', fallback: 'none', describe: 'Draw this node with a thick frame' },
  },
  examples: [
    ['attractor study mermaid examples/study/default', 'The team, for any renderer of Mermaid'],
    ['attractor study mermaid examples/study/default --flow --highlight review', 'With the closing ladder, one station marked'],
  ],
  async run(args, io) {
    const { loadStudy } = await import('./load-study.ts');
    const study = await loadStudy(args, io, 'errors');
    if (study === undefined) return 2;
    const { graph, team } = study;
    const highlight = args.text('highlight');
    if (highlight !== undefined && !graph.nodes.has(highlight)) {
      const { suggest } = await import('../suggest.ts');
      const near = suggest(highlight, [...graph.nodes.keys()]);
      throw new UserError(
        `study mermaid: --highlight names \`${highlight}\`, which is no node${near === undefined ? '' : `; did you mean ${near}?`}`,
      );
    }
    if (highlight !== undefined && !args.on('flow') && !team.agents.has(highlight))
      throw new UserError(`study mermaid: \`${highlight}\` is a station, not an agent; add --flow`);
    const { toMermaid } = await import('@attractor/study');
    io.out(toMermaid(team, { ...(args.on('flow') ? { flow: graph } : {}), ...(highlight === undefined ? {} : { highlight }) }));
    return 0;
  },
};
