import type { Command } from '../command.ts';
import { checkFlags, filePositional } from '../sources/check-flags.ts';

export const lintCommand: Command = {
  positionals: [filePositional],
  flags: {
    ...checkFlags,
    fix: { kind: 'switch', describe: 'Apply the safe fixes, and say which; a file with syntax errors stays as it is' },
    'worst-case': { kind: 'switch', describe: 'Also say how many node visits and model calls a run can take, by cycle' },
  },
  examples: [
    ['attractor lint pipeline.dot', 'One file'],
    ["attractor lint pipelines 'more/**/*.dot' --strict", 'A folder and a glob, warnings not allowed'],
    ['attractor lint --fix pipelines', 'Repair what can be repaired without a doubt'],
    ['attractor lint --format sarif pipelines > lint.sarif', 'For a code scanner'],
    ['attractor lint --worst-case pipeline.dot', 'What a run can cost at most'],
  ],
  notes: [
    'Lint is validation and advice; a run asks for validation only. A comment `// lint: allow RULE reason` above a statement silences a rule there.',
    'Exit codes: 0 no errors, 1 errors (syntax errors included), 2 a file cannot be read.',
  ],
  run: async (args, io) => (await import('../sources/check-files.ts')).checkFiles('lint', args, io),
};
