import type { Command } from '../command.ts';

export const graphCommand: Command = {
  positionals: [{ name: 'FILE', describe: 'the .dot file, or - for stdin', required: true, completes: 'file' }],
  flags: {
    output: {
      kind: 'text',
      value: 'FILE',
      fallback: 'SVG on stdout',
      alias: 'o',
      describe: 'Write to FILE: .svg is a drawing, .dot is Graphviz-safe DOT',
      completes: 'file',
    },
    run: { kind: 'text', value: 'RUN', fallback: 'no colours', describe: 'Colour the nodes by what they did in a run', completes: 'run' },
  },
  examples: [
    ['attractor graph pipeline.dot -o pipeline.svg', 'A drawing'],
    ['attractor graph pipeline.dot --run latest > run.svg', 'The same, coloured by the newest run'],
    ['attractor graph pipeline.dot -o plain.dot', 'DOT that any Graphviz reads'],
  ],
  run: async (args, io) => (await import('../graph/command.ts')).drawPipeline(args, io),
};
