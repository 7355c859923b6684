import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonLine, manyLines, oneLine } from '../../src/terminal/sanitize.ts';

const dangerous = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\u001b', '[', ']', '31m', ';', '\u0007', '\u009b', '\u009d', '\n', '\r', '\t', '\u202e', '\u007f', 'P', '\\', '2J'),
    fc.string(),
  ),
  maxLength: 60,
});

test('files.md 5: foreign text never reaches the terminal with a control character', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(dangerous.test(oneLine(text))).toBe(false);
      expect(dangerous.test(manyLines(text).replaceAll(/[\n\t]/g, ''))).toBe(false);
      expect(dangerous.test(jsonLine({ text }).replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, ''))).toBe(false);
      expect(JSON.parse(jsonLine({ text }))).toEqual({ text });
    }),
  );
});

test.each([
  ['\u001b[31mred\u001b[0m', 'red'],
  ['\u001b]0;title\u0007text', 'text'],
  ['\u001b]8;;http://x\u001b\\link', 'link'],
  ['a\r\nb\tc', 'a b c'],
  ['bell\u0007', 'bell\u2407'],
  ['csi\u009b2J', 'csi'],
  ['\u202eevil', '\ufffdevil'],
  ['\u001b', '\u241b'],
])('files.md 5: %j reads %j', (text, read) => {
  expect(oneLine(text)).toBe(read);
});

test('files.md 5: cleaning is linear, also on unfinished sequences', () => {
  const text = '\u001b]\u001bP\u001b['.repeat(200_000);
  const start = performance.now();
  oneLine(text);
  expect(performance.now() - start).toBeLessThan(3000);
});
