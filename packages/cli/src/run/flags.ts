import type { Args, Flag } from '../command.ts';
import { UserError } from '../command.ts';
import { parseDuration } from '../terminal/duration.ts';

/** Options that `run` and `resume` share. */
export const sharedFlags = {
  param: {
    kind: 'text',
    value: 'K=V',
    fallback: 'none',
    repeatable: true,
    describe: 'Give a parameter; V as @file reads a file, @@ is a literal @; repeatable',
  },
  'on-human-gate': {
    kind: 'text',
    value: 'HOW',
    fallback: 'console on a terminal, else fail',
    describe: 'Who answers human gates: console, auto-approve, fail, park or queue:FILE',
  },
  backend: { kind: 'text', value: 'NAME', fallback: 'agent', describe: 'Backend of model nodes that name none' },
  script: {
    kind: 'text',
    value: 'FILE',
    fallback: 'graph attribute script',
    describe: 'Answers of the simulate backend, as JSON',
    completes: 'file',
  },
  replay: {
    kind: 'text',
    value: 'RUN',
    fallback: 'models are called',
    describe: 'Answer model nodes from a recorded run; a prompt that differs is an error with a diff',
    completes: 'run',
  },
  durability: {
    kind: 'text',
    value: 'LEVEL',
    fallback: 'process',
    choices: ['process', 'power'],
    describe: 'process: nothing is lost by kill -9; power: nor by a power cut',
  },
  'budget-usd': {
    kind: 'text',
    value: 'USD',
    fallback: 'graph attribute budget_usd',
    describe: 'Halt the run, resumably, when models have cost this much',
  },
  'budget-tokens': {
    kind: 'text',
    value: 'N',
    fallback: 'graph attribute budget_tokens',
    describe: 'Halt the run, resumably, when models have read and written this many tokens',
  },
  timeout: {
    kind: 'text',
    value: 'TIME',
    fallback: 'graph attribute max_pipeline_duration',
    describe: 'End the run after this time, e.g. 90s, 15m, 2h',
  },
  json: { kind: 'switch', describe: 'Print events as JSON lines on stdout instead of the result line' },
  quiet: { kind: 'switch', describe: 'No progress and no summary, only errors' },
} as const satisfies Readonly<Record<string, Flag>>;

export function readBudget(args: Args): number | undefined {
  const text = args.text('budget-usd');
  if (text === undefined) return undefined;
  const value = decimal.test(text) ? Number(text) : 0;
  if (!Number.isFinite(value) || value <= 0) throw new UserError(`--budget-usd is a sum of dollars above 0, e.g. 2.50, not \`${text}\``);
  return value;
}

/** Numbers of flags are written out: no spaces, no exponents, no other bases. */
const decimal = /^(?:\d+(?:\.\d*)?|\.\d+)$/;

export function readTokenBudget(args: Args): number | undefined {
  const text = args.text('budget-tokens');
  if (text === undefined) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (!Number.isSafeInteger(value) || value <= 0)
    throw new UserError(`--budget-tokens is a whole number above 0, e.g. 500000, not \`${text}\``);
  return value;
}

export function readTimeout(args: Args): number | undefined {
  const text = args.text('timeout');
  if (text === undefined) return undefined;
  const value = parseDuration(text);
  if (value === undefined)
    throw new UserError(`--timeout is a time above 0, e.g. 90s, 15m, 2h (a bare number is seconds), not \`${text}\``);
  return value;
}

export const exitCodeNotes: readonly string[] = [
  'Exit codes: 0 success or partial success, 1 fail, 2 refused before the first node (usage, syntax, validation, parameters, preflight, occupied run directory, changed graph), 5 halted or cancelled and resumable, 6 parked for a person, 130/143 ended by a signal.',
  'The last line of stdout is one JSON object with status, reason, notes, run_dir, nodes, duration_ms, usage and cost_usd; progress goes to stderr.',
];
