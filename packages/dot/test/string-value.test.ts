import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse, SourceFile, type Value } from '../src/index.ts';

function valueOf(written: string): Value {
  const tree = parse(new SourceFile('t.dot', `digraph { a [x=${written}] }`));
  const statement = tree.graph?.body[0];
  const value = statement?.kind === 'node' ? statement.attributes[0]?.value : undefined;
  if (value === undefined) throw new Error(`no value in ${written}`);
  return value;
}

const START = 'digraph { a [x='.length;

test.each([
  ['"\\"\\\\\\n\\t"', '"\\\n\t'],
  ['"\\\\n"', '\\n'],
  ['"\\l\\N\\d"', '\\l\\N\\d'],
  ['"a\\\nb\\\r\nc\\\rd"', 'abcd'],
  ['"a\nb\r\nc"', 'a\nb\r\nc'],
  ['"a" + "b"\n+\n/* c */ "c"', 'abc'],
  ['""', ''],
  ['"\\\\\\\\"', '\\\\'],
  ['900s', '900s'],
  ['-0.5', '-0.5'],
  ['<<b>x</b>>', '<b>x</b>'],
])('language.md 1: the value %j reads as %j', (written, text) => {
  expect(valueOf(written).text).toBe(text);
});

test('language.md 1: offsetAt maps text to source over escapes and joins', () => {
  const value = valueOf('"a\\nb\\\n" + "" + "\\"c\\d"');
  expect(value.text).toBe('a\nb"c\\d');
  const offsets = [...Array(value.text.length + 1).keys()].map((index) => value.offsetAt(index) - START);
  //                      a  \n b  \" c  \  d  end
  expect(offsets).toEqual([1, 2, 4, 17, 19, 20, 21, 22].map((o) => o - 0));
  expect([value.offsetAt(-1), value.offsetAt(99)]).toEqual([value.offsetAt(0), value.offsetAt(7)]);
  expect([valueOf('ab').offsetAt(1), valueOf('<ab>').offsetAt(1)]).toEqual([START + 1, START + 2]);
});

const piece = fc.oneof(
  fc.record({ written: fc.constantFrom('\\"', '\\\\', '\\n', '\\t'), text: fc.constant(undefined) }),
  fc.record({ written: fc.constantFrom('\\\n', '\\\r\n', '" + "', '"\n+"'), text: fc.constant('') }),
  fc.record({ written: fc.constantFrom('\\l', 'x', '😀', ' ', '\n', '#', '//'), text: fc.constant(undefined) }),
);
const MEANING = new Map([
  ['\\"', '"'],
  ['\\\\', '\\'],
  ['\\n', '\n'],
  ['\\t', '\t'],
]);

test('language.md 1: offsetAt points at the very characters a value is made of', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const value = valueOf(`"${pieces.map(({ written }) => written).join('')}"`);
      let offset = START + 1;
      let text = '';
      for (const { written, text: fixed } of pieces) {
        const meaning = fixed ?? MEANING.get(written) ?? written;
        if (meaning !== '') expect(value.offsetAt(text.length)).toBe(offset);
        text += meaning;
        offset += written.length;
      }
      expect(value.text).toBe(text);
      expect(value.offsetAt(text.length)).toBe(offset);
    }),
  );
});
