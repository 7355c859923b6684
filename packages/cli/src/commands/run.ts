import type { Command } from '../command.ts';
import { exitCodeNotes, sharedFlags } from '../run/flags.ts';

const { param, json, quiet, ...others } = sharedFlags;

export const runCommand: Command = {
  positionals: [{ name: 'FILE', describe: 'the .dot file, or - for stdin', required: true, completes: 'file' }],
  flags: {
    param,
    goal: { kind: 'text', value: 'TEXT', fallback: 'graph attribute goal', describe: 'The goal of the run' },
    cwd: { kind: 'text', value: 'DIR', fallback: 'the current folder', describe: 'Folder that nodes work in', completes: 'directory' },
    'logs-root': {
      kind: 'text',
      value: 'DIR',
      fallback: '.attractor/runs/<run id>',
      describe: 'The run directory itself; must not hold a run',
      completes: 'directory',
    },
    simulate: { kind: 'switch', describe: 'Call no model; commands are run' },
    'dry-run': { kind: 'switch', describe: 'Call no model and run no command' },
    provider: { kind: 'text', value: 'NAME', fallback: 'the first one with a key', describe: 'Provider of model nodes that name none' },
    model: { kind: 'text', value: 'NAME', fallback: "the provider's", describe: 'Model of model nodes that name none' },
    record: { kind: 'switch', describe: "Keep the models' traffic in the run directory, for --replay" },
    ...others,
    json,
    quiet,
  },
  examples: [
    ['attractor run pipeline.dot --simulate', 'Try a pipeline without any model'],
    ['attractor run pipeline.dot --param goal="fix the tests" --param notes=@notes.md', 'With parameters'],
    ['attractor run pipeline.dot --script answers.json --timeout 10m', 'Scripted answers, at most ten minutes'],
    ['attractor run pipeline.dot --record', 'Keep what models are asked and answer'],
    ['attractor run pipeline.dot --replay latest', 'The same run without a model: a test that needs no key'],
    ['cat pipeline.dot | attractor run - --json > events.jsonl', 'From stdin, events as JSON lines'],
  ],
  notes: exitCodeNotes,
  reportsRefusal: true,
  run: async (args, io) => (await import('../run/command.ts')).runPipeline(args, io),
};
