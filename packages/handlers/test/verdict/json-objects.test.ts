import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findJsonObjects } from '../../src/verdict/json-objects.ts';

const values = (text: string): unknown[] => findJsonObjects(text).map((found) => found.value);

describe('backends.md 2: outermost balanced JSON objects', () => {
  test.each<[string, string, unknown[]]>([
    ['an object alone', '{"a":1}', [{ a: 1 }]],
    ['prose around', 'I think {"a":1} is it.', [{ a: 1 }]],
    ['a fence', '```json\n{"a": {"b": [1, {"c": null}]}}\n```', [{ a: { b: [1, { c: null }] } }]],
    ['several, in order', '{"a":1} then {"a":2}', [{ a: 1 }, { a: 2 }]],
    ['inner objects are no candidates', '{"a":{"status":"fail"}}', [{ a: { status: 'fail' } }]],
    ['objects inside strings are no candidates', '{"a":"{\\"status\\":\\"fail\\"}"}', [{ a: '{"status":"fail"}' }]],
    ['braces inside strings', '{"a":"}{"}', [{ a: '}{' }]],
    ['code around an object', 'function f() { return {"a":1}; }', [{ a: 1 }]],
    ['a broken object around good ones', '{"x": {"a":1}, "y": [{"a":2}, {"a":{"a":3}}], oops}', [{ a: 1 }, { a: 2 }, { a: { a: 3 } }]],
    ['an object in the string of a broken one', '{"a": "text {"status":"fail"}', [{ status: 'fail' }]],
    ['a stray quote before', 'say " and {"a":1}', [{ a: 1 }]],
    ['never closed', '{"a":1', []],
    ['wrong brackets', '{"a":[1}', []],
    ['trailing comma', '{"a":1,}', []],
    ['empty', '{}', [{}]],
    ['prototype names are ordinary keys', '{"constructor":1}', [{ constructor: 1 }]],
    ['numbers JSON does not know', '{"a":01} {"a":1e3}', [{ a: 1000 }]],
  ])('%s', (_name, text, expected) => {
    expect(values(text)).toEqual(expected);
  });

  test('any objects among prose without braces are found, in order', () => {
    const prose = fc.string().map((text) => text.replaceAll(/[{}"\\]/g, ''));
    const piece = fc.tuple(prose, fc.dictionary(fc.string(), fc.jsonValue()));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), fc.boolean(), (pieces, pretty) => {
        const text = pieces.map(([before, object]) => before + JSON.stringify(object, null, pretty ? 2 : 0)).join('\n');
        expect(values(text)).toEqual(pieces.map(([, object]) => JSON.parse(JSON.stringify(object))));
      }),
    );
  });

  test('whatever the text, what is found parses, does not overlap and is in order', () => {
    const token = fc.constantFrom('{', '}', '"', ':', ',', '[', ']', '"a"', '1', ' ', '\\', '{}', '{"a":1}');
    fc.assert(
      fc.property(fc.array(token, { maxLength: 40 }), (tokens) => {
        const text = tokens.join('');
        let last = 0;
        for (const found of findJsonObjects(text)) {
          expect(found.start).toBeGreaterThanOrEqual(last);
          expect(JSON.parse(text.slice(found.start, found.end))).toEqual(found.value);
          last = found.end;
        }
      }),
      { numRuns: Number(process.env['ATTRACTOR_FUZZ'] ?? 500) },
    );
  });

  test.each([
    ['braces', '{'.repeat(1_000_000)],
    ['open nested objects', '{"a":'.repeat(200_000)],
    ['open nested arrays', `{"a":${'['.repeat(1_000_000)}`],
    ['open strings', '{"'.repeat(500_000)],
    ['both readings of the quotes', `{"{":":","${':",":":","'.repeat(100_000)}`],
    ['many objects in a broken one', `{"a":[${'{},'.repeat(300_000)}`],
    ['objects in strings of a broken one', `{${'"{}":"{}",'.repeat(80_000)}"k":[${'{},'.repeat(80_000)}`],
  ])('1 MB of %s takes linear time', (_name, text) => {
    const start = performance.now();
    findJsonObjects(text);
    // Quadratic work on a megabyte takes minutes; the bound leaves room for a busy machine.
    expect(performance.now() - start).toBeLessThan(15_000);
  });
});
