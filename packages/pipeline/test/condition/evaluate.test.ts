import { describe, expect, test } from 'vitest';
import type { ConditionScope } from '../../src/condition/condition.ts';
import { evaluate } from '../../src/condition/evaluate.ts';
import { parseCondition } from '../../src/condition/parse.ts';

function holds(text: string, values: Record<string, unknown> = {}, outcome: Partial<ConditionScope> = {}): boolean {
  const { condition, errors } = parseCondition(text);
  if (condition === undefined) throw new Error(errors[0]?.message ?? 'blank');
  const map = new Map(Object.entries(values));
  const scope = {
    status: 'success',
    preferredLabel: '',
    failureClass: '',
    outcomeIsStatus: false,
    get: (key: string) => map.get(key),
    ...outcome,
  };
  return evaluate(condition, scope);
}

describe('language.md 3: keys', () => {
  test('§22: outcome is the preferred label when there is one, status never', () => {
    expect(holds('outcome=success')).toBe(true);
    expect(holds('outcome=ship && status=success', {}, { preferredLabel: 'ship' })).toBe(true);
    expect(holds('outcome=success', {}, { preferredLabel: 'ship' })).toBe(false);
    expect(holds('outcome=success && preferred_label=ship', {}, { preferredLabel: 'ship', outcomeIsStatus: true })).toBe(true);
    expect(holds('failure_class=timeout', {}, { failureClass: 'timeout' })).toBe(true);
  });

  test('context.k is the key context.k, else k; missing is empty text', () => {
    expect(holds('context.k=1', { k: 1 })).toBe(true);
    expect(holds('context.k=2', { k: 1, 'context.k': 2 })).toBe(true);
    expect(holds('k=""')).toBe(true);
    expect(holds('k!=x')).toBe(true);
    expect(holds('constructor || context.constructor || toString')).toBe(false);
  });

  test.each<[string, unknown, boolean]>([
    ['k=true', true, true],
    ['k=True', true, false],
    ['k="{\\"a\\":[1]}"', { a: [1] }, true],
    ['k=x', ' x\n', true],
    ['k=X', 'x', false],
    ['k', '', false],
    ['k', 'false', false],
    ['k', 0, false],
    ['k', 'no', true],
    ['k<10', '9', true],
    ['k<10', '10.0', false],
    ['k<=10', '1e1', true],
    ['k>x', '5', false],
    ['k<5', 'abc', false],
    ['k>=5', '', false],
    ['k>0', '0x10', false],
    ['k contains "b c"', 'ab cd', true],
    ['k contains 1', [1, 2], true],
    ['k matches "^v\\d+$"', 'v12', true],
    ['k matches b', 'abc', true],
    ['k matches "^b"', 'abc', false],
    ['!k = x', 'y', true],
    ['k=a || k=b && k=c', 'a', true],
    ['(k=a || k=b) && k=c', 'a', false],
  ])('%s with %j is %j', (text, value, expected) => {
    expect(holds(text, { k: value })).toBe(expected);
  });

  test('matching takes linear time', () => {
    const start = performance.now();
    expect(holds('k matches "^(a+)+$"', { k: `${'a'.repeat(50_000)}!` })).toBe(false);
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  test('a large value is turned into text once', () => {
    let reads = 0;
    const { condition } = parseCondition(Array.from({ length: 1_000 }, (_, i) => `k=${i}`).join(' || '));
    if (condition === undefined) throw new Error('blank');
    evaluate(condition, { status: 'fail', preferredLabel: '', failureClass: '', outcomeIsStatus: false, get: () => `x${reads++}` });
    expect(reads).toBe(1);
  });
});
