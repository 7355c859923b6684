import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SourceFile } from '../src/index.ts';

test('language.md 1: positions count lines at LF, CRLF and CR, and columns in code points, asked in any order', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '😀', '\n', '\r', '\r\n', 'é') });
  fc.assert(
    fc.property(text, fc.array(fc.nat(30)), (written, offsets) => {
      const source = new SourceFile('t.dot', written);
      for (const offset of offsets) {
        const before = written.slice(0, Math.min(offset, written.length));
        // A CR whose LF is still to come is no line end yet.
        const lines = (written[before.length] === '\n' && before.endsWith('\r') ? before.slice(0, -1) : before).split(/\r\n|\r|\n/);
        const cut = written[before.length] === '\n' && before.endsWith('\r') ? 1 : 0;
        expect(source.positionAt(offset)).toEqual({ line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 + cut });
        expect(source.lineAt(offset)).toBe(lines.length);
      }
    }),
    { numRuns: 500 },
  );
});

test('language.md 1: the text of a line comes without its end', () => {
  const source = new SourceFile('t.dot', 'a\r\n\r\nb\rc');
  expect([0, 1, 2, 3, 4, 5].map((line) => source.lineText(line))).toEqual(['', 'a', '', 'b', 'c', '']);
});
