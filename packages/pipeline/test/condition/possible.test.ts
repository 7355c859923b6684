import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluate } from '../../src/condition/evaluate.ts';
import { parseCondition } from '../../src/condition/parse.ts';
import { asksForFailure, possibleStatuses, STATUS_WORDS } from '../../src/condition/possible.ts';

function parsed(text: string) {
  const { condition, errors } = parseCondition(text);
  if (condition === undefined) throw new Error(`${text}: ${errors[0]?.message}`);
  return condition;
}

const all = [...STATUS_WORDS];

describe('language.md 8: with which statuses a condition can hold', () => {
  test.each<[string, readonly string[]]>([
    ['outcome=success', ['success']],
    ['outcome!=success', ['partial_success', 'retry', 'fail', 'skipped']],
    ['outcome=ship', all],
    ['outcome!=ship', all],
    ['status=fail && outcome=ship', ['fail']],
    ['context.x=1', all],
    ['context.x=1 && context.x!=1', []],
    ['outcome=fail && context.x=1 || outcome=retry', ['retry', 'fail']],
    ['!(outcome=fail || outcome=retry)', ['success', 'partial_success', 'skipped']],
    ['failure_class=timeout', ['retry', 'fail', 'skipped']],
    ['preferred_label=x && status!=fail', ['success', 'partial_success', 'retry', 'skipped']],
    ['preferred_label && !preferred_label', []],
    ['outcome matches "^needs_"', all],
    ['outcome contains success', all],
    ['outcome=success && outcome=fail', []],
    ['outcome=a && preferred_label=b', []],
    ['outcome', all],
  ])('%s', (text, expected) => {
    expect([...possibleStatuses(parsed(text))]).toEqual(expected);
  });

  test('engine.md 6, 9: which conditions ask for a failure', () => {
    const asking = [
      'outcome=fail',
      'outcome!=success',
      'status=fail && context.x',
      'failure_class',
      'outcome=fail && context.failure_class!=transient',
    ];
    const other = ['outcome=success', 'context.x=fail', 'outcome=ship', 'outcome=fail || outcome=success', 'outcome=retry'];
    expect(asking.filter((text) => !asksForFailure(parsed(text)))).toEqual([]);
    expect(other.filter((text) => asksForFailure(parsed(text)))).toEqual([]);
  });

  test('many atoms and labels: sound and quick', () => {
    const start = performance.now();
    const many = Array.from({ length: 5_000 }, (_, i) => `(outcome=l${i} || context.k${i}=1)`).join(' && ');
    expect([...possibleStatuses(parsed(many))]).toEqual(all);
    expect([...possibleStatuses(parsed(`status=fail && ${many}`))]).toEqual(['fail']);
    expect(performance.now() - start).toBeLessThan(3_000);
  });

  const atom = fc.constantFrom(
    ...[
      'outcome=success',
      'outcome!=fail',
      'outcome=ship',
      'status=retry',
      'preferred_label=ship',
      'preferred_label!=no',
      'preferred_label',
    ],
    ...['failure_class=timeout', 'k=1', 'k!=1', 'k', 'j', 'outcome contains hi', 'preferred_label matches "^s"'],
  );
  const text = fc.letrec<{ text: string }>((tie) => ({
    text: fc.oneof(
      { maxDepth: 4 },
      atom,
      tie('text').map((inner) => `!(${inner})`),
      fc.tuple(tie('text'), fc.constantFrom('&&', '||'), tie('text')).map(([left, op, right]) => `(${left} ${op} ${right})`),
    ),
  })).text;
  const value = fc.constantFrom('', '0', '1', 'x');

  test('soundness: a status with which the condition does hold is always possible', () => {
    fc.assert(
      fc.property(
        text,
        fc.constantFrom(...STATUS_WORDS),
        fc.constantFrom('', 'ship', 'no', 'xhi', 'zzz'),
        value,
        value,
        (source, status, label, k, j) => {
          const values = new Map([
            ['k', k],
            ['j', j],
          ]);
          const failureClass = status === 'fail' ? 'timeout' : '';
          const condition = parsed(source);
          const scope = { status, preferredLabel: label, failureClass, outcomeIsStatus: false, get: (key: string) => values.get(key) };
          const needsLabel = label !== '' && !source.includes(label) && !/contains|matches|preferred_label(?![=!])/.test(source);
          if (!needsLabel && evaluate(condition, scope)) expect(possibleStatuses(condition)).toContain(status);
        },
      ),
      { numRuns: 500 },
    );
  });
});
