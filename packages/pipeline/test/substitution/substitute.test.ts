import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { references, resolveReference } from '../../src/substitution/references.ts';
import { type Lookup, substitute } from '../../src/substitution/substitute.ts';

function lookup(values: Record<string, unknown>): Lookup {
  const map = new Map(Object.entries(values));
  return { get: (key) => map.get(key), has: (key) => map.has(key) };
}

describe('language.md 4: substitution in texts', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['do $goal now', { goal: 'X' }, 'do X now'],
    ['$goal.', { goal: 'X' }, 'X.'],
    ['$a.b.c', { a: 1, 'a.b': 2 }, '2.c'],
    ['$a.b.c', { a: 1, 'a.b': 2, 'a.b.c': 3 }, '3'],
    ['${any key-1}', { 'any key-1': 'v' }, 'v'],
    ['${context.k}', { k: 'v' }, 'v'],
    ['${context.k}', { k: 'v', 'context.k': 'w' }, 'w'],
    ['$context.k', { k: 'v', context: 'last' }, 'v'],
    ['$context.', { context: 'last' }, 'last.'],
    ['$$goal $$ $$$goal', { goal: 'X' }, '$goal $ $X'],
    ['$unknown ${unknown} ${a$$} $1 $ ${', { goal: 'X' }, '$unknown ${unknown} ${a$$} $1 $ ${'],
    ['${a${b}}', { b: 'X' }, '${aX}'],
    ['$t $f $o $n $l', { t: true, f: false, o: { a: [1] }, n: null, l: 1.5 }, 'true false {"a":[1]}  1.5'],
    ['$constructor $__proto__', {}, '$constructor $__proto__'],
    ['$a$b', { a: '$b', b: '$a' }, '$b$a'],
    ['$a', { a: '$$' }, '$$'],
    ['$a', { a: "$& $' $1" }, "$& $' $1"],
  ])('%j', (text, values, expected) => {
    expect(substitute(text, lookup(values))).toBe(expected);
  });

  test('engine.md 7: feedback channels are not expandable', () => {
    const values = { 'feedback.channel.x': 'secret', prior_critiques_x: 'told' };
    expect(substitute('$feedback.channel.x ${context.feedback.channel.x} $prior_critiques_x', lookup(values))).toBe(
      '$feedback.channel.x ${context.feedback.channel.x} told',
    );
  });

  test('one pass: a value is inserted literally, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (value, tail) => {
        const plain = tail.replaceAll('$', '');
        expect(substitute(`a \${k} ${plain}`, lookup({ k: value, a: 'A', b: 'B' }))).toBe(`a ${value} ${plain}`);
      }),
    );
  });

  test('a text without known references is unchanged but for `$$`', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('$', '{', '}', 'a', '.', ' ') }), (text) => {
        fc.pre(!text.includes('$$'));
        expect(substitute(text, lookup({}))).toBe(text);
      }),
    );
  });

  test('is linear: a million characters of half references', () => {
    const text = '${a $a.a.a'.repeat(100_000);
    const start = performance.now();
    expect(substitute(text, lookup({ 'a.a': 'v' })).length).toBe('${a v.a'.length * 100_000);
    substitute(`$${'a.'.repeat(500_000)}a`, lookup({}));
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});

describe('language.md 4: references', () => {
  test('candidates, longest first, with ranges', () => {
    expect(references('x $a.b ${c d} $$e')).toEqual([
      { candidates: ['a.b', 'a'], range: { start: 2, end: 6 }, braced: false },
      { candidates: ['c d'], range: { start: 7, end: 13 }, braced: true },
    ]);
  });

  test('the range of a resolved reference ends with the known name', () => {
    const [reference] = references('$a.b.c');
    expect(reference && resolveReference(reference, (key) => key === 'a.b')).toEqual({ key: 'a.b', range: { start: 0, end: 4 } });
  });
});
