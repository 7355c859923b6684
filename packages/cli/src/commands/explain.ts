import type { Command } from '../command.ts';

export const explainCommand: Command = {
  positionals: [
    { name: 'RUN|FILE', describe: 'a run (directory, id, unique beginning, latest), or a .dot file', required: true, completes: 'run' },
    { name: 'NODE', describe: 'of a run: only this node; of a file: the node whose attributes are shown', required: false },
  ],
  flags: { json: { kind: 'switch', describe: 'Print one JSON object a decision or attribute' } },
  examples: [
    ['attractor explain latest', 'Every decision of the newest run: candidates, what became of each, which rule decided'],
    ['attractor explain latest review', 'Those of one node'],
    ['attractor explain pipeline.dot review', 'The attributes of a node with where each value comes from'],
  ],
  run: async (args, io) => (await import('../explain/command.ts')).explain(args, io),
};
