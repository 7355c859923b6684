import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeSource, parse } from '../src/index.ts';

test('language.md 1: UTF-8 with a BOM and CRLF is fine', () => {
  const { source, diagnostics } = decodeSource('a.dot', Buffer.from('\ufeffdigraph {\r\n  "é😀"\r\n}\r\n'));
  expect(diagnostics).toEqual([]);
  expect(source.text).toBe('\ufeffdigraph {\r\n  "é😀"\r\n}\r\n');
  expect(parse(source).diagnostics).toEqual([]);
});

test('language.md 1: invalid bytes are errors with a position, and the rest is read', () => {
  const bytes = Buffer.concat([
    Buffer.from('digraph {\n  é [x="'),
    Buffer.from([0xff, 0xfe]),
    Buffer.from('"]\n  b [y="'),
    Buffer.from([0xc3]),
    Buffer.from('"]\n}'),
  ]);
  const { source, diagnostics } = decodeSource('a.dot', bytes);
  expect(
    diagnostics.map(({ code, severity, message, range }) => ({ code, severity, message, at: source.positionAt(range.start) })),
  ).toEqual([
    {
      code: 'invalid-utf8',
      severity: 'error',
      message: 'found 2 bytes from 0xFF at byte offset 19, expected UTF-8: save the file as UTF-8',
      at: { line: 2, column: 9 },
    },
    {
      code: 'invalid-utf8',
      severity: 'error',
      message: 'found byte 0xC3 at byte offset 32, expected UTF-8: save the file as UTF-8',
      at: { line: 3, column: 9 },
    },
  ]);
  expect(parse(source).graph?.body).toHaveLength(2);
});

test.each([[[0xff, 0xfe], 'utf16le'] as const, [[0xfe, 0xff], 'utf16be'] as const])(
  'language.md 1: UTF-16 (mark %j) is one error',
  (mark, encoding) => {
    const body = Buffer.from('digraph { a }', 'utf16le');
    const { source, diagnostics } = decodeSource(
      'a.dot',
      Buffer.concat([Buffer.from(mark), encoding === 'utf16le' ? body : body.swap16()]),
    );
    expect(diagnostics.map(({ message }) => message)).toEqual(['found UTF-16, expected UTF-8: save the file as UTF-8']);
    expect(parse(source).graph?.body).toHaveLength(1);
  },
);

test.each([[[0xc0, 0x80]], [[0xe0, 0x80, 0x80]], [[0xed, 0xa0, 0x80]], [[0xf5, 0x80, 0x80, 0x80]], [[0xf0, 0x9f, 0x98]]])(
  'language.md 1: the malformed sequence %j is refused',
  (bytes) => {
    const { source, diagnostics } = decodeSource('a.dot', Buffer.concat([Buffer.from('"'), Buffer.from(bytes), Buffer.from('"')]));
    expect(diagnostics).toHaveLength(1);
    expect(source.text).toBe('"\ufffd"');
  },
);

test('language.md 1: any bytes decode; findings lie on the replaced places', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      const { source, diagnostics } = decodeSource('a.dot', bytes);
      const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
      if (!wide) for (const { range } of diagnostics) expect(source.text.slice(range.start, range.end)).toBe('\ufffd');
      if (!wide) expect(diagnostics.length === 0).toBe(Buffer.from(source.text).equals(Buffer.from(bytes)));
    }),
    { numRuns: 500 },
  );
});
