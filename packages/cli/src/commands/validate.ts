import type { Command } from '../command.ts';

export const validateCommand: Command = {
  positionals: [
    {
      name: 'FILE',
      describe: '.dot files, folders (searched for .dot and .gv), globs, or - for stdin',
      required: true,
      many: true,
      completes: 'file',
    },
  ],
  flags: {
    format: { kind: 'text', value: 'FORMAT', fallback: 'text', choices: ['text', 'json'], describe: 'text or json' },
    strict: { kind: 'switch', describe: 'Warnings count as errors for the exit code' },
    param: { kind: 'text', value: 'K=V', fallback: 'none', repeatable: true, describe: 'Give a parameter, as for run; repeatable' },
  },
  examples: [
    ['attractor validate pipeline.dot', 'One file'],
    ["attractor validate pipelines 'more/**/*.dot' --strict", 'A folder and a glob, warnings not allowed'],
    ['attractor validate - --format json < pipeline.dot', 'From stdin, for a program'],
  ],
  notes: ['Exit codes: 0 no errors, 1 errors (syntax errors included), 2 a file cannot be read.'],
  run: async (args, io) => (await import('../sources/validate.ts')).validateFiles(args, io),
};
