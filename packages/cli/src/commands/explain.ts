import type { Command } from '../command.ts';
import { sharedFlags } from '../run/flags.ts';

export const explainCommand: Command = {
  positionals: [
    { name: 'RUN|FILE', describe: 'a run (directory, id, unique beginning, latest), or a .dot file', required: true, completes: 'run' },
    { name: 'NODE', describe: 'of a run: only this node; of a file: the node whose attributes are shown', required: false },
  ],
  flags: {
    backend: sharedFlags.backend,
    provider: {
      kind: 'text',
      value: 'NAME',
      fallback: 'the first one with a key',
      describe: 'Of a file: as a run with this provider would have it',
    },
    model: { kind: 'text', value: 'NAME', fallback: "the provider's", describe: 'Of a file: as a run with this model would have it' },
    'budget-usd': { ...sharedFlags['budget-usd'], describe: 'Of a file: as a run with this budget would have it' },
    simulate: { kind: 'switch', describe: 'Of a file: as a run with --simulate would have it' },
    json: { kind: 'switch', describe: 'Print one JSON object a decision, choice or attribute' },
  },
  examples: [
    ['attractor explain latest', 'Every decision of the newest run: candidates, what became of each, which rule decided'],
    ['attractor explain latest review', 'Those of one node'],
    ['attractor explain pipeline.dot review', 'Backend, provider and model of a node, and its attributes, with where each comes from'],
    ['attractor explain pipeline.dot review --provider openai', 'The same for a run with that flag'],
  ],
  run: async (args, io) => (await import('../explain/command.ts')).explain(args, io),
};
