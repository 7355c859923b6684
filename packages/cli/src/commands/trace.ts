import type { Command } from '../command.ts';

export const traceCommand: Command = {
  positionals: [{ name: 'RUN', describe: 'run directory, run id, unique beginning of one, or latest', required: false, completes: 'run' }],
  flags: {
    json: { kind: 'switch', describe: 'Print one JSON object' },
    svg: { kind: 'text', value: 'FILE', fallback: 'none', describe: 'Write the descent curve as a drawing', completes: 'file' },
    compare: { kind: 'text', value: 'RUN2', fallback: 'none', describe: 'Show another run beside this one', completes: 'run' },
  },
  examples: [
    ['attractor trace latest', 'Iterations, nodes, statuses, durations and the descent curve'],
    ['attractor trace latest --svg descent.svg', 'The curve as a drawing'],
    ['attractor trace latest --compare 20260101', 'Two runs side by side'],
  ],
  notes: ['Without RUN it is the newest run. Exit code 0 also for a run without a trace.'],
  run: async (args, io) => (await import('../trace/command.ts')).traceRun(args, io),
};
