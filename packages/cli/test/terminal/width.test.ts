import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayWidth, padEnd, padStart, truncate, truncateStart } from '../../src/terminal/width.ts';

const text = fc.string({
  unit: fc.oneof(fc.constantFrom('a', '漢', 'é', '👩‍👩‍👧', '🇩🇪', ' ', '\u0301', 'ﬁ'), fc.string({ minLength: 1, maxLength: 1 })),
  maxLength: 40,
});

test('files.md 5: cut text is never wider than its room, whatever the script', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 50 }), (value, columns) => {
      expect(displayWidth(truncate(value, columns))).toBeLessThanOrEqual(columns);
      expect(displayWidth(truncateStart(value, columns))).toBeLessThanOrEqual(columns);
      if (displayWidth(value) <= columns) expect([truncate(value, columns), truncateStart(value, columns)]).toEqual([value, value]);
      expect(displayWidth(padEnd(value, columns))).toBe(Math.max(columns, displayWidth(value)));
    }),
  );
});

test.each([
  ['abc', 3],
  ['漢字', 4],
  ['e\u0301', 1],
  ['👩‍👩‍👧', 2],
  ['', 0],
])('files.md 5: %j takes %i columns', (value, width) => {
  expect(displayWidth(value)).toBe(width);
});

test('files.md 5: the cut is marked, at the end or at the start', () => {
  expect([truncate('abcdef', 4), truncate('漢字漢', 4), truncateStart('abcdef', 4), padStart('7', 3)]).toEqual([
    'abc…',
    '漢…',
    '…def',
    '  7',
  ]);
});
