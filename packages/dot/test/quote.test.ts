import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isBareId, parse, quote, SourceFile } from '../src/index.ts';

function readBack(id: string, value: string): unknown {
  const tree = parse(new SourceFile('t.dot', `digraph { ${id} [${id}=${value}] }`));
  const statement = tree.graph?.body[0];
  if (statement?.kind !== 'node') return tree.diagnostics;
  return {
    id: statement.node.id.text,
    key: statement.attributes[0]?.key.text,
    value: statement.attributes[0]?.value.text,
    findings: tree.diagnostics,
  };
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('\\', '"', 'n', 't', 'l', '\n', '\r', '\t', '+', ' ') }),
);

test('language.md 1: whatever quote writes, parse reads back', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(readBack(quote(text), quote(text))).toEqual({ id: text, key: text, value: text, findings: [] });
    }),
    { numRuns: 500 },
  );
});

test('language.md 1: a bare id is read back without any finding', () => {
  const candidates = fc.oneof(
    fc.stringMatching(/^[A-Za-z0-9_.-]{1,6}$/),
    fc.constantFrom('node', 'Edge', 'STRICT', 'graph', 'digraph', 'subgraph', '__proto__', '-1.5', '.5', '1.'),
  );
  fc.assert(
    fc.property(candidates, (text) => {
      if (!isBareId(text)) return;
      const read = parse(new SourceFile('t.dot', `digraph { ${text} -> ${text} [x=${text}] }`));
      expect(read.diagnostics).toEqual([]);
      expect(read.graph?.body[0]).toMatchObject({
        kind: 'edge',
        ends: [{ id: { text } }, { id: { text } }],
        attributes: [{ value: { text } }],
      });
    }),
    { numRuns: 500 },
  );
});

test('language.md 1: keywords, dotted names and text are no bare ids; numbers are', () => {
  expect(['a', '_1', 'Node1', '12', '-1.5', '__proto__'].filter((text) => !isBareId(text))).toEqual([]);
  expect(['', 'node', 'NODE', 'a.b', 'a-b', '1a', 'a b', 'é', '-'].filter(isBareId)).toEqual([]);
});

test('language.md 1: quote leaves the escapes of Graphviz alone', () => {
  expect(quote('left\\l \\N \\d+ "x"\n')).toBe('"left\\l \\N \\d+ \\"x\\"\\n"');
  expect(quote('C:\\new\\')).toBe('"C:\\\\new\\\\"');
});
