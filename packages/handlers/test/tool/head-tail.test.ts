import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { headTail } from '../../src/tool/head-tail.ts';
import { lastLine } from '../../src/tool/last-line.ts';

const pieces = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '\n', ' ', '\r', 'é'), maxLength: 12 }), { maxLength: 12 });

describe('engine.md 10: head-and-tail limits', () => {
  test('a text within the limit is kept whole, a longer one keeps both ends and says how much is missing', () => {
    fc.assert(
      fc.property(pieces, fc.integer({ min: 2, max: 40 }), (parts, limit) => {
        const buffer = headTail(limit, 'see file');
        for (const part of parts) buffer.push(part);
        const whole = parts.join('');
        const half = Math.floor(limit / 2);
        expect(buffer.truncated).toBe(whole.length > 2 * half);
        const cut = `${whole.slice(0, half)}\n[... ${whole.length - 2 * half} characters left out; see file ...]\n${whole.slice(-half)}`;
        expect(buffer.text()).toBe(buffer.truncated ? cut : whole);
      }),
    );
  });

  test('a cut never leaves half a character', () => {
    const buffer = headTail(6, 'x');
    buffer.push('a😀😀😀😀b');
    expect(buffer.text()).toMatch(/^a😀\n\[.*\]\n😀b$/s);
    expect(buffer.text()).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
  });
});

describe('engine.md 10: the last line', () => {
  test('is the last non-blank line, trimmed, however the text is cut into pieces', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const follower = lastLine(1000);
        for (const part of parts) follower.push(part);
        const lines = parts.join('').split('\n');
        expect(follower.text()).toBe(lines.map((line) => line.trim()).findLast((line) => line !== '') ?? '');
      }),
      { numRuns: 1000 },
    );
  });

  test('megabytes of blank lines behind it do not lose it', () => {
    const follower = lastLine(100);
    follower.push('DONE\n');
    for (let i = 0; i < 50; i++) follower.push('\n'.repeat(100_000));
    expect(follower.text()).toBe('DONE');
  });
});
