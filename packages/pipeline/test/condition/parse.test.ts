import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ComparisonOperator, Condition } from '../../src/condition/condition.ts';
import { conditionKeys, mentionsOutcome } from '../../src/condition/keys.ts';
import { MAX_DEPTH, parseCondition } from '../../src/condition/parse.ts';
import { printCondition } from '../../src/condition/print.ts';

function parsed(text: string): Condition {
  const { condition, errors } = parseCondition(text);
  expect(errors).toEqual([]);
  if (condition === undefined) throw new Error(`no condition in ${text}`);
  return condition;
}

/** The structure without ranges. */
function shape(condition: Condition): unknown {
  switch (condition.kind) {
    case 'truthy':
      return condition.key;
    case 'comparison':
      return [condition.key, condition.operator, condition.literal];
    case 'not':
      return { not: shape(condition.operand) };
    case 'and':
      return { and: condition.operands.map(shape) };
    case 'or':
      return { or: condition.operands.map(shape) };
  }
}

describe('language.md 3: grammar', () => {
  test.each<[string, unknown]>([
    ['outcome=success', ['outcome', '=', 'success']],
    ['outcome == success', ['outcome', '=', 'success']],
    ['a.b-c != two words ', ['a.b-c', '!=', 'two words']],
    ['context.flag', 'context.flag'],
    [
      'a=1 && b=2 || !c',
      {
        or: [
          {
            and: [
              ['a', '=', '1'],
              ['b', '=', '2'],
            ],
          },
          { not: 'c' },
        ],
      },
    ],
    ['!a = b', { not: ['a', '=', 'b'] }],
    ['!a && b', { and: [{ not: 'a' }, 'b'] }],
    ['!!(a || b)', { not: { not: { or: ['a', 'b'] } } }],
    ['(a = b c) && d', { and: [['a', '=', 'b c'], 'd'] }],
    ['a = "x && (y)"', ['a', '=', 'x && (y)']],
    ["a = 'it''", undefined],
    ["a = 'say \\'hi\\' \\d'", ['a', '=', "say 'hi' \\d"]],
    ['a = ""', ['a', '=', '']],
    [
      'n >= 10 && n<20',
      {
        and: [
          ['n', '>=', '10'],
          ['n', '<', '20'],
        ],
      },
    ],
    [
      'a contains b || a matches "^(x|y)$"',
      {
        or: [
          ['a', 'contains', 'b'],
          ['a', 'matches', '^(x|y)$'],
        ],
      },
    ],
    ['contains', 'contains'],
    ['a matches x|y', ['a', 'matches', 'x|y']],
    ['a = wow! && b', { and: [['a', '=', 'wow!'], 'b'] }],
    ['a = it contains b', ['a', '=', 'it contains b']],
  ])('%s', (text, expected) => {
    if (expected === undefined) expect(parseCondition(text).errors.length).toBeGreaterThan(0);
    else expect(shape(parsed(text))).toEqual(expected);
  });

  test('canonical 10.5: empty clauses of an `&&` list are skipped', () => {
    expect(shape(parsed('a=b && '))).toEqual(['a', '=', 'b']);
    expect(shape(parsed('&& a=b && && c'))).toEqual({ and: [['a', '=', 'b'], 'c'] });
  });

  test.each(['', '  \n', '&&'])('blank text %j is neither condition nor error', (text) => {
    expect(parseCondition(text)).toEqual({ errors: [] });
  });

  test('ranges index the text', () => {
    const text = ' a  != "b c" && !d';
    const condition = parsed(text);
    if (condition.kind !== 'and') throw new Error(condition.kind);
    const [first, second] = condition.operands;
    if (first?.kind !== 'comparison' || second?.kind !== 'not') throw new Error('shape');
    const slice = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
    expect([first.range, first.keyRange, first.literalRange, second.range, condition.range].map(slice)).toEqual([
      'a  != "b c"',
      'a',
      '"b c"',
      '!d',
      'a  != "b c" && !d',
    ]);
  });

  test.each<[string, string, string]>([
    ['a =', 'found the end of the condition, expected a value after `=` ("" for empty text)', ''],
    ['a b', 'found `b`, expected a comparison (=, !=, <, <=, >, >=, contains, matches), `&&` or `||` after `a`', 'b'],
    ['a || ', 'found the end of the condition, expected a key, `!` or `(`', ''],
    ['|| a', 'found `||`, expected a key, `!` or `(`', '|'],
    ['!', 'found the end of the condition, expected a key, `!` or `(` after `!`', ''],
    ['()', 'found `)`, expected a key, `!` or `(`', ')'],
    ['(a = b', 'the parenthesis is not closed: found the end of the condition, expected `)`', '('],
    ['a = b)', 'found `)`, expected `&&`, `||` or the end of the condition', ')'],
    ['a = "b', 'the text in quotes has no end: expected "', '"b'],
    ['a = b = c', 'found `=`, expected `&&`, `||` or the end; a value that holds operators or parentheses needs quotes', '='],
    ['a = "b" c', 'found `c`, expected `&&`, `||` or the end; a value that holds operators or parentheses needs quotes', 'c'],
    ['é = b', 'found `é`, expected a key (letters, digits, `_`, `.`, `-`), `!` or `(`', 'é'],
  ])('error of %j', (text, message, at) => {
    const { condition, errors } = parseCondition(text);
    expect(condition).toBeUndefined();
    expect(errors.map((error) => error.message)).toEqual([message]);
    const range = errors[0]?.range;
    expect(range && text.slice(range.start, range.end)).toBe(at);
  });

  test('several errors of one text are all reported', () => {
    expect(parseCondition('a = && b c || d <').errors).toHaveLength(3);
  });

  test('an invalid expression is an error at the literal; unquoted parentheses get a hint', () => {
    expect(parseCondition('a matches "["').errors).toMatchObject([{ range: { start: 10, end: 13 } }]);
    expect(parseCondition('a matches ^(x|y)$').errors[0]?.message).toContain('needs quotes');
    expect(parseCondition('a matches "(?=x)"').errors[0]?.message).toMatch(/^not a regular expression/);
  });

  test('deep nesting is an error, not an overflow', () => {
    for (const text of [`${'('.repeat(1e5)}a${')'.repeat(1e5)}`, `${'!'.repeat(1e5)}a`]) {
      expect(parseCondition(text).errors[0]?.message).toBe(`nested deeper than ${MAX_DEPTH} levels`);
    }
    expect(parseCondition(`${'!'.repeat(MAX_DEPTH)}a`).errors).toEqual([]);
  });

  test('never throws and is linear', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '=', '!', '&&', '||', '(', ')', '"', ' ', '<', ' matches ', '\\', '[') }),
        (text) => {
          const { condition, errors } = parseCondition(text);
          for (const { range } of errors) expect(range.start <= range.end && range.end <= text.length && range.start >= 0).toBe(true);
          if (condition !== undefined) expect(errors).toEqual([]);
        },
      ),
    );
    const start = performance.now();
    parseCondition('a=b && '.repeat(100_000));
    parseCondition('a b '.repeat(100_000));
    parseCondition('|| '.repeat(100_000));
    parseCondition('a = "'.repeat(100_000));
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});

const literal = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('a', ' ', '"', "'", '\\', '&&', '=', '(', ')', '!', '|') }));
const key = fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,8}$/);
const operator = fc.constantFrom<ComparisonOperator>('=', '!=', '<', '<=', '>', '>=', 'contains');
const nowhere = { start: 0, end: 0 };
const { tree } = fc.letrec<{ tree: Condition }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    key.map((name): Condition => ({ kind: 'truthy', key: name, range: nowhere })),
    fc.tuple(key, operator, literal).map(
      ([name, op, text]): Condition => ({
        kind: 'comparison',
        key: name,
        operator: op,
        literal: text,
        range: nowhere,
        keyRange: nowhere,
        literalRange: nowhere,
      }),
    ),
    tie('tree').map((operand): Condition => ({ kind: 'not', operand, range: nowhere })),
    fc
      .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(tie('tree'), { minLength: 2, maxLength: 3 }))
      .map(([kind, operands]): Condition => ({ kind, operands, range: nowhere })),
  ),
}));

describe('language.md 3: printing and keys', () => {
  test('what is printed parses to the same condition', () => {
    fc.assert(
      fc.property(tree, (condition) => {
        expect(shape(parsed(printCondition(condition)))).toEqual(shape(condition));
      }),
    );
  });

  test('keys, each once, in order', () => {
    expect(conditionKeys(parsed('b=1 && (a || !b) && context.c'))).toEqual(['b', 'a', 'context.c']);
  });

  test('engine.md 8: what makes a component edge a route', () => {
    for (const text of ['outcome=x', 'a && !status', 'preferred_label', 'a=b || failure_class=timeout'])
      expect(mentionsOutcome(parsed(text))).toBe(true);
    for (const text of ['context.outcome=x', 'a=outcome']) expect(mentionsOutcome(parsed(text))).toBe(false);
  });
});

const corpus = join(import.meta.dirname, '../../../../../shared/corpus');

test.skipIf(!existsSync(corpus))('language.md 3: the conditions of the corpus parse', () => {
  const failures: string[] = [];
  let count = 0;
  for (const file of readdirSync(corpus).filter((name) => name.endsWith('.dot'))) {
    for (const [, text] of readFileSync(join(corpus, file), 'utf8').matchAll(/\bcondition\s*=\s*"((?:[^"\\]|\\.)*)"/g)) {
      count++;
      const { errors } = parseCondition((text ?? '').replace(/\\(["\\])/g, '$1'));
      if (errors.length > 0) failures.push(`${file}: ${text}: ${errors[0]?.message}`);
    }
  }
  expect(failures).toEqual([]);
  expect(count).toBeGreaterThan(400);
});
