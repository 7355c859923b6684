import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AgentLine, lineReader } from '../../src/command-agents/read-lines.ts';

function read(bytes: Buffer, cuts: readonly number[], limit?: number): AgentLine[] {
  const lines: AgentLine[] = [];
  const reader = lineReader((line) => lines.push(line), limit);
  let from = 0;
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    reader.push(bytes.subarray(from, Math.min(cut, bytes.length)));
    from = Math.max(from, Math.min(cut, bytes.length));
  }
  reader.push(bytes.subarray(from));
  reader.end();
  return lines;
}

describe('backends.md 1: the output of a command-line agent is read line by line', () => {
  test('backends.md 1: wherever its chunks are torn, also within a character, the lines are the same', () => {
    const item = fc.oneof(
      fc.dictionary(fc.string(), fc.string({ unit: 'grapheme' })).map((value) => JSON.stringify(value)),
      fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', ' ')),
    );
    fc.assert(
      fc.property(fc.array(item), fc.array(fc.nat(600)), (items, cuts) => {
        const bytes = Buffer.from(items.join('\n'), 'utf8');
        expect(read(bytes, cuts)).toEqual(read(bytes, []));
      }),
    );
  });

  test('backends.md 1: objects are objects, everything else is text, blank lines are nothing', () => {
    const text = '{"a":"ü"}\r\n\n[1]\n{"cut\nnot json\n{"last":1}';
    expect(read(Buffer.from(text), [7, 8])).toEqual([
      { kind: 'json', value: { a: 'ü' } },
      { kind: 'text', text: '[1]' },
      { kind: 'text', text: '{"cut' },
      { kind: 'text', text: 'not json' },
      { kind: 'json', value: { last: 1 } },
    ]);
  });

  test('backends.md 1: of a line beyond the limit only its length is told, and the next one is read', () => {
    const text = `{"long":"${'x'.repeat(100)}"}\n{"next":1}\n`;
    expect(read(Buffer.from(text), [10, 50], 64)).toEqual([
      { kind: 'too-long', bytes: 111 },
      { kind: 'json', value: { next: 1 } },
    ]);
  });

  test('backends.md 1: bytes that are no UTF-8 are replaced', () => {
    expect(read(Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]), [])).toEqual([
      { kind: 'json', value: { a: '\ufffd' } },
    ]);
  });
});
