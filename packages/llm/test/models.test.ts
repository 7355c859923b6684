import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesGlob } from '../src/glob.ts';
import { findProvider } from '../src/provider-table.ts';
import { chooseModel } from '../src/resolve-model.ts';

const info = (name: string) => {
  const found = findProvider(name);
  if (found === undefined) throw new Error(name);
  return found;
};

test('backends.md 4: globs agree with the regular expression they mean', () => {
  const letters = (alphabet: string) => fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 12 });
  fc.assert(
    fc.property(letters('ab*?'), letters('ab'), (glob, name) => {
      const pattern = new RegExp(`^${glob.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's');
      expect(matchesGlob(glob, name)).toBe(pattern.test(name));
    }),
  );
});

test('backends.md 4: a glob that backtracks most is still quick', () => {
  const begun = performance.now();
  expect(matchesGlob(`${'*a'.repeat(500)}b`, 'a'.repeat(5000))).toBe(false);
  expect(performance.now() - begun).toBeLessThan(2000);
});

test('backends.md 4: an exact id is sent as it is, without a list', () => {
  expect(chooseModel(info('openai'), 'gpt-99', [])).toEqual({ requested: 'gpt-99', id: 'gpt-99', by: 'exact', candidates: [] });
});

test('backends.md 4: an alias is the newest of its family', () => {
  const models = [
    { id: 'claude-opus-4-8', createdAt: 1 },
    { id: 'claude-opus-5-5', createdAt: 3 },
    { id: 'claude-opus-5', createdAt: 2 },
    { id: 'claude-sonnet-6', createdAt: 9 },
  ];
  expect(chooseModel(info('anthropic'), 'opus', models)).toMatchObject({ id: 'claude-opus-5-5', by: 'alias', candidates: { length: 3 } });
});

test('backends.md 4: without dates the numbers in the name decide, and a name without a date stands for its dated ones', () => {
  const models = ['gemini-3-pro-preview', 'gemini-3.1-pro-preview', 'gemini-10-pro', 'gemini-10-pro-20261101', 'gemini-2.5-pro'].map(
    (id) => ({ id }),
  );
  expect(chooseModel(info('gemini'), 'pro', models).candidates).toEqual([
    'gemini-10-pro',
    'gemini-10-pro-20261101',
    'gemini-3.1-pro-preview',
    'gemini-3-pro-preview',
    'gemini-2.5-pro',
  ]);
});

test('backends.md 4: names of Object.prototype are no aliases', () => {
  expect(chooseModel(info('openai'), 'constructor', []).by).toBe('exact');
});
