import type { Flag, Positional } from '../command.ts';

/** What `validate` and `lint` have in common (language.md 8). */
export const checkFlags: Readonly<Record<string, Flag>> = {
  format: {
    kind: 'text',
    value: 'FORMAT',
    fallback: 'text',
    choices: ['text', 'json', 'sarif', 'github'],
    describe: 'text, json, sarif (2.1.0) or github (workflow commands)',
  },
  strict: { kind: 'switch', describe: 'Warnings count as errors for the exit code' },
  param: { kind: 'text', value: 'K=V', fallback: 'none', repeatable: true, describe: 'Give a parameter, as for run; repeatable' },
};

export const filePositional: Positional = {
  name: 'FILE',
  describe: '.dot files, folders (searched for .dot and .gv), globs, or - for stdin',
  required: true,
  many: true,
  completes: 'file',
};
