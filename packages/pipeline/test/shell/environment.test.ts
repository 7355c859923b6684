import { describe, expect, test } from 'vitest';
import { isProtectedVariable } from '../../src/parameters/protected.ts';
import type { CommandVariable } from '../../src/shell/analysis.ts';
import { commandEnvironment, environmentName } from '../../src/shell/environment.ts';

function variable(name: string, more: Partial<CommandVariable> = {}): CommandVariable {
  return { name, key: name, numeric: false, word: false, identifier: false, emptyAllowed: false, assigned: false, ...more };
}

function environment(
  variables: CommandVariable[],
  values: Record<string, unknown>,
  inherited: Record<string, string> = {},
  parameters: string[] = [],
) {
  return commandEnvironment(variables, (key) => new Map(Object.entries(values)).get(key), inherited, new Set(parameters));
}

describe('language.md 4: the environment of a command', () => {
  test('values as text; what has no value does not exist', () => {
    expect(
      environment(
        ['s', 'n', 'o', 'b', 'u'].map((name) => variable(name)),
        { s: 'a\n', n: 1.5, o: { a: [1] }, b: true },
      ),
    ).toEqual({
      ok: true,
      env: { s: 'a\n', n: '1.5', o: '{"a":[1]}', b: 'true' },
    });
  });

  test('a context value never replaces a variable of the environment, a parameter does', () => {
    const values = { EDITOR: 'evil', goal: 'mine' };
    const inherited = { EDITOR: 'vi', goal: '' };
    const variables = [variable('EDITOR'), variable('goal')];
    expect(environment(variables, values, inherited)).toEqual({ ok: true, env: {} });
    expect(environment(variables, values, inherited, ['goal'])).toEqual({ ok: true, env: { goal: 'mine' } });
    expect(environment([variable('toString')], { toString: 'x' })).toEqual({ ok: true, env: { toString: 'x' } });
  });

  test('protected variables are set by neither; generated ones always are', () => {
    const values = { PATH: '/evil', 'tool.output': 'v' };
    const generated = variable('ATTRACTOR_VALUE_1_tool_output', { key: 'tool.output' });
    const inherited = { ATTRACTOR_VALUE_1_tool_output: 'old' };
    expect(environment([variable('PATH'), generated], values, inherited, ['PATH'])).toEqual({
      ok: true,
      env: { ATTRACTOR_VALUE_1_tool_output: 'v' },
    });
    expect(environment([generated], {}, inherited)).toEqual({ ok: true, env: { ATTRACTOR_VALUE_1_tool_output: '' } });
  });

  test.each(['PATH', 'HOME', 'IFS', 'ENV', 'BASH_ENV', 'SHELL', 'PWD', 'TMPDIR', 'LD_PRELOAD', 'NODE_OPTIONS', 'ATTRACTOR_X'])(
    '%s is protected',
    (name) => {
      expect(isProtectedVariable(name)).toBe(true);
      expect(isProtectedVariable(`MY_${name}`)).toBe(false);
    },
  );

  test.each<[string, boolean]>([
    ['0', true],
    ['-12', true],
    ['+3\n', true],
    ['007', false],
    ['1.0', false],
    ['0x1', false],
    ['1e3', false],
    ['', false],
    ['--1', false],
    ['1 1', false],
    ['1'.repeat(18), true],
    ['1'.repeat(19), false],
  ])('numeric %j: %j', (text, ok) => {
    expect(environment([variable('n', { numeric: true })], { n: text }).ok).toBe(ok);
  });

  test('the problem names the key', () => {
    expect(environment([variable('n', { numeric: true })], { n: 'a[0]' })).toEqual({
      ok: false,
      problem: '`n` is used in arithmetic and must be a whole decimal number; its value is "a[0]"',
    });
    expect(environment([variable('n', { identifier: true })], { n: 'a[0]' })).toEqual({
      ok: false,
      problem: '`n` is used as the name of a variable; its value is "a[0]"',
    });
  });

  test('a name the script sets itself is left out when the value does not fit', () => {
    expect(environment([variable('n', { numeric: true, assigned: true })], { n: 'text' })).toEqual({ ok: true, env: {} });
  });

  test('NUL bytes are refused', () => {
    expect(environment([variable('n')], { n: 'a\0b' })).toMatchObject({
      ok: false,
      problem: expect.stringContaining('`n` holds a NUL byte'),
    });
  });

  test('sizes: 100 KB each, 1 MB in sum, in bytes', () => {
    expect(environment([variable('n')], { n: 'é'.repeat(51_200) }).ok).toBe(true);
    expect(environment([variable('n')], { n: `${'é'.repeat(51_200)}x` })).toEqual({
      ok: false,
      tooLarge: true,
      problem: 'the value of `n` has 102401 bytes; a variable can hold 102400',
    });
    const values = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`v${i}`, 'x'.repeat(102_400)]));
    const variables = Object.keys(values).map((name) => variable(name));
    expect(environment(variables.slice(0, 10), values).ok).toBe(true);
    expect(environment(variables, values)).toEqual({
      ok: false,
      tooLarge: true,
      problem: 'with `v10` (102400 bytes) the values have 1126400 bytes; a command can get 1048576 in sum',
    });
  });

  test.each([
    ['a', 'A'],
    ['b.c', 'B_C'],
    ['node-a.last_line', 'NODE_A_LAST_LINE'],
    ['1st', '_1ST'],
  ])('tool_env: %s is %s', (key, name) => {
    expect(environmentName(key)).toBe(name);
  });
});
