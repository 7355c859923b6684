import type { Command } from '../command.ts';

export const fmtCommand: Command = {
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
    check: { kind: 'switch', describe: 'Write nothing; name the files that would change' },
    diff: { kind: 'switch', describe: 'Write nothing; show what would change' },
    graphviz: { kind: 'switch', describe: 'Also quote what Graphviz would refuse: dotted keys, durations, paths' },
  },
  examples: [
    ['attractor fmt pipeline.dot', 'One file, in its place'],
    ["attractor fmt --check pipelines 'more/**/*.dot'", 'A folder and a glob, in continuous integration'],
    ['attractor fmt - < pipeline.dot', 'From stdin to stdout, for an editor'],
  ],
  notes: [
    'The names of the files that changed, or would, go to stdout. A file with syntax errors stays as it is.',
    'Exit codes: 0 all is formatted, 1 syntax errors, a file that cannot be written, or with --check or --diff one that would change, 2 a file cannot be read.',
  ],
  run: async (args, io) => (await import('../format/command.ts')).formatFiles(args, io),
};
