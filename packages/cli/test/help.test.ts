import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { allCommands, commands } from '../src/registry.ts';
import { attractor, bin } from './attractor.ts';

const all = await allCommands();

describe('files.md 5: help', () => {
  test('files.md 5: attractor --help lists every command of the registry', async () => {
    const { code, stdout, stderr } = await attractor(['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const { name, summary } of commands) expect(stdout).toContain(`  ${name.padEnd(10)}  ${summary}`);
  });

  test('files.md 5: without a command the help goes to stderr, exit 2', async () => {
    const { code, stdout, stderr } = await attractor([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('attractor COMMAND [options]');
  });

  test.each(all.map(({ name }) => name))('files.md 5: %s --help shows every flag with its default, and examples', async (name) => {
    const command = await all.find((entry) => entry.name === name)?.load();
    const { code, stdout } = await attractor([...name.split(' '), '--help']);
    expect(code).toBe(0);
    const words = stdout.replaceAll(/\s+/g, ' ');
    for (const [flag, spec] of Object.entries(command?.flags ?? {})) {
      expect(words).toContain(spec.kind === 'switch' ? `--${flag} ${spec.describe}` : `--${flag} ${spec.value} ${spec.describe}`);
      expect(words).toContain(`${spec.describe} [default: ${spec.kind === 'switch' ? 'off' : spec.fallback}]`);
    }
    for (const [example] of command?.examples ?? []) expect(stdout).toContain(example);
    expect(command?.examples.length).toBeGreaterThan(0);
    expect(await attractor(['help', ...name.split(' ')])).toMatchObject({ code: 0, stdout });
  });

  test('files.md 5: --version is that of the package', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
    expect(await attractor(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  test('files.md 5: --help starts in at most three times the time of an empty Node process', () => {
    const time = (args: readonly string[]): number => {
      const times = Array.from({ length: 5 }, () => {
        const start = performance.now();
        spawnSync(process.execPath, args);
        return performance.now() - start;
      });
      return Math.min(...times);
    };
    const empty = time(['-e', '0']);
    expect(time([bin, '--help'])).toBeLessThan(3 * empty);
    expect(time([bin, 'run', '--help'])).toBeLessThan(3 * empty);
  });
});

describe('files.md 5: commands under one word', () => {
  test('files.md 5: the word alone, or with --help, lists them', async () => {
    const help = await attractor(['study', '--help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    for (const name of ['check', 'show', 'mermaid', 'roster']) expect(help.stdout).toContain(`  study ${name}`);
    expect(await attractor(['study'])).toEqual({ code: 2, stdout: '', stderr: help.stdout });
    expect(await attractor(['help', 'study'])).toEqual(help);
  });
});

describe('files.md 5: usage errors', () => {
  test.each([
    [['rnu'], 'error: unknown command `rnu`; did you mean `run`?\nSee `attractor --help`.\n'],
    [['statsu'], 'error: unknown command `statsu`; did you mean `status`?\nSee `attractor --help`.\n'],
    [['xyzzy'], 'error: unknown command `xyzzy`\nSee `attractor --help`.\n'],
    [['study', 'chekc'], 'error: unknown command `study chekc`; did you mean `study check`?\nSee `attractor study --help`.\n'],
    [
      ['study', 'check'],
      'error: study check: STUDY is missing (the study folder, or its .dot file)\nSee `attractor study check --help`.\n',
    ],
    [['--hepl'], 'error: unknown option `--hepl`; did you mean `--help`?\nSee `attractor --help`.\n'],
    [['trace', 'x', '--jsno'], 'error: trace: unknown option --jsno; did you mean --json?\nSee `attractor trace --help`.\n'],
    [['trace', 'x', '--unlike-any'], 'error: trace: unknown option --unlike-any\nSee `attractor trace --help`.\n'],
    [
      ['validate'],
      'error: validate: FILE is missing (.dot files, folders (searched for .dot and .gv), globs, or - for stdin)\nSee `attractor validate --help`.\n',
    ],
    [['doctor', 'now'], 'error: doctor: unexpected argument `now`\nSee `attractor doctor --help`.\n'],
    [
      ['validate', 'x', '--format', 'jsn'],
      'error: validate: --format is text, json, sarif or github, not `jsn`; did you mean json?\nSee `attractor validate --help`.\n',
    ],
    [['trace', 'x', '--constructor', 'y'], 'error: trace: unknown option --constructor\nSee `attractor trace --help`.\n'],
    [['trace', 'x', '--__proto__=y'], 'error: trace: unknown option --__proto__\nSee `attractor trace --help`.\n'],
    [['trace', 'x', '--json=maybe'], 'error: trace: --json takes no value\nSee `attractor trace --help`.\n'],
    [['trace', 'x', '--svg='], 'error: trace: --svg needs a value\nSee `attractor trace --help`.\n'],
    [['trace', 'x', '--svg', ''], 'error: trace: --svg needs a value\nSee `attractor trace --help`.\n'],
    [['trace', 'x', '--svg'], 'error: trace: --svg needs a value\nSee `attractor trace --help`.\n'],
    [['trace', 'x', '--svg', 'a', '--svg', 'b'], 'error: trace: --svg is given 2 times; give it once\nSee `attractor trace --help`.\n'],
  ])('files.md 5: %j', async (args, message) => {
    expect(await attractor(args)).toEqual({ code: 2, stdout: '', stderr: message });
  });

  test('files.md 5: a refused run ends in one JSON object', async () => {
    const { code, stdout } = await attractor(['run', 'x.dot', '--gaol', 'y']);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toEqual({
      status: 'refused',
      reason: 'run: unknown option --gaol; did you mean --goal?\nSee `attractor run --help`.',
    });
  });

  test.each([
    [['--budget-usd', '-1'], '--budget-usd is a sum of dollars above 0, e.g. 2.50, not `-1`'],
    [['--budget-usd', '0x10'], '--budget-usd is a sum of dollars above 0, e.g. 2.50, not `0x10`'],
    [['--budget-usd', ' 5'], '--budget-usd is a sum of dollars above 0, e.g. 2.50, not ` 5`'],
    [['--budget-usd', '1e2'], '--budget-usd is a sum of dollars above 0, e.g. 2.50, not `1e2`'],
    [['--budget-tokens', '0x10'], '--budget-tokens is a whole number above 0, e.g. 500000, not `0x10`'],
    [['--budget-tokens', '0'], '--budget-tokens is a whole number above 0, e.g. 500000, not `0`'],
    [['--timeout', ' 5s'], '--timeout is a time above 0, e.g. 90s, 15m, 2h (a bare number is seconds), not ` 5s`'],
    [['--timeout', 'soon'], '--timeout is a time above 0, e.g. 90s, 15m, 2h (a bare number is seconds), not `soon`'],
    [['--on-human-gate', 'ask'], '--on-human-gate is console, auto-approve, fail, park or queue:FILE, not `ask`'],
    [['--on-human-gate', 'console'], '--on-human-gate console: stdin is not a terminal; use auto-approve, fail, park or queue:FILE'],
    [['--param', 'x'], '--param x: a parameter is NAME=VALUE, e.g. --param goal="fix the tests"'],
    [['--cwd', 'nowhere'], '--cwd nowhere: there is no such folder'],
  ])('files.md 5: run refuses %j', async (flags, message) => {
    const finished = await attractor(['run', 'x.dot', ...flags]);
    expect(finished).toEqual({
      code: 2,
      stdout: `${JSON.stringify({ status: 'refused', reason: message })}\n`,
      stderr: `error: ${message}\n`,
    });
  });
});
