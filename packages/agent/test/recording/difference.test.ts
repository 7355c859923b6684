import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unifiedDiff } from '../../src/recording/difference.ts';

/** Applies a unified diff as `patch` would; throws when it does not fit. */
function apply(expected: readonly string[], diff: readonly string[]): string[] {
  const result: string[] = [];
  let at = 0;
  for (const line of diff.slice(2)) {
    const hunk = /^@@ -(\d+),\d+ \+(\d+),\d+ @@$/.exec(line);
    if (hunk !== null) {
      while (at < Number(hunk[1]) - 1) result.push(expected[at++] ?? 'missing');
      expect(result).toHaveLength(Number(hunk[2]) - 1);
      continue;
    }
    if (line.startsWith('+')) result.push(line.slice(1));
    else {
      expect(expected[at]).toBe(line.slice(1));
      if (line.startsWith(' ')) result.push(line.slice(1));
      at++;
    }
  }
  return [...result, ...expected.slice(at)];
}

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd e', ''), { maxLength: 40 });

describe('backends.md 1: the diff of a prompt that differs', () => {
  test('backends.md 1: applied to what was expected it gives what was asked', () => {
    fc.assert(
      fc.property(lines, lines, (expected, asked) => {
        const diff = unifiedDiff(expected, asked, 10_000);
        if (diff.length === 0) expect(asked).toEqual(expected);
        else expect(apply(expected, diff)).toEqual(asked);
      }),
      { numRuns: 500 },
    );
  });

  test('backends.md 1: it is short: a changed line shows as one, its limit holds, and many changes take no quadratic time', () => {
    const many = Array.from({ length: 200 }, (_, i) => `line ${i}`);
    expect(unifiedDiff(many, many.with(100, 'changed'), 40)).toEqual([
      '--- expected (recorded)',
      '+++ asked (now)',
      '@@ -98,7 +98,7 @@',
      ...[' line 97', ' line 98', ' line 99', '-line 100', '+changed', ' line 101', ' line 102', ' line 103'],
    ]);
    const a = Array.from({ length: 20_000 }, (_, i) => `a${i}`);
    const began = performance.now();
    const diff = unifiedDiff(
      a,
      a.map((line) => `${line}!`),
      40,
    );
    expect(performance.now() - began).toBeLessThan(3000);
    expect(diff).toHaveLength(40);
    expect(diff.at(-1)).toBe(`... ${40_000 + 3 - 39} more lines`);
    expect(unifiedDiff(['x'.repeat(10_000)], ['y'], 40)[3]?.length).toBeLessThan(310);
  });
});
