import type { Command } from '../command.ts';
import { checkFlags, filePositional } from '../sources/check-flags.ts';

export const validateCommand: Command = {
  positionals: [filePositional],
  flags: checkFlags,
  examples: [
    ['attractor validate pipeline.dot', 'One file'],
    ["attractor validate pipelines 'more/**/*.dot' --strict", 'A folder and a glob, warnings not allowed'],
    ['attractor validate - --format json < pipeline.dot', 'From stdin, for a program'],
  ],
  notes: ['Exit codes: 0 no errors, 1 errors (syntax errors included), 2 a file cannot be read.'],
  run: async (args, io) => (await import('../sources/check-files.ts')).checkFiles('validate', args, io),
};
