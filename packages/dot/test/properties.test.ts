import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse, renderDiagnostic, SourceFile, tokenize } from '../src/index.ts';
import { checkTree } from './check-tree.ts';

const fragment = fc.constantFrom(
  ...[
    'digraph',
    'graph',
    'strict',
    'subgraph',
    'node',
    'edge',
    'a',
    'b.c',
    '12',
    '-1',
    '"s"',
    '"',
    '\\"',
    '\\',
    '<b>',
    '<',
    '>',
    '{',
    '}',
    '[',
    ']',
  ],
  ...[
    '=',
    ',',
    ';',
    ':',
    '+',
    '->',
    '--',
    '-',
    '//',
    '/*',
    '*/',
    '#',
    '\n',
    '\r\n',
    '\r',
    ' ',
    '\t',
    '\u00a0',
    '\ufeff',
    '😀',
    '\ud800',
    "'",
    '“',
    '$x',
    '900s',
  ],
);
const dotLike = fc.array(fragment, { maxLength: 60 }).map((parts) => parts.join(''));
const inGraph = dotLike.map((body) => `digraph G {${body}}`);
const inBlock = dotLike.map((body) => `digraph G { a [${body}] b }`);
const anyText = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), dotLike, inGraph, inBlock);

test('language.md 1: the tokens of any text, joined, are the text', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const tokens = tokenize(new SourceFile('t.dot', text));
      expect(tokens.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
      expect(tokens.filter(({ start, end, kind }) => start === end && kind !== 'end')).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

test('language.md 1: any text gives a tree whose ranges are sound', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const source = new SourceFile('t.dot', text);
      checkTree(source, parse(source));
    }),
    { numRuns: 2000 },
  );
});

test('language.md 1: any finding can be shown, the caret under the line and nothing raw in it', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 20, max: 120 }), (text, width) => {
      const source = new SourceFile('t.dot', text);
      for (const diagnostic of parse(source).diagnostics) {
        const lines = renderDiagnostic(source, diagnostic, { width }).split('\n');
        expect(lines).toHaveLength(3);
        expect(lines[2]).toMatch(/^ *\^~*$/);
        expect(lines.join('')).not.toMatch(/\p{Cc}/u);
      }
    }),
    { numRuns: 500 },
  );
});

const pair = fc.constantFrom('a=1', 'b.c=2', 'd=900s', '"e"="s"', 'f=<h>', 'g=node', 'h="x"+"y"', '"i.j"=k.l', 'm=https://x/y');
const separator = fc.constantFrom(' ', ',', ';', '\n', '\t// c\n', ' , ');
const legal = fc
  .array(fc.tuple(pair, separator), { maxLength: 12 })
  .map((parts) => parts.flat().join(''))
  .map((list) => `digraph G { n.o = p.q a:b -> c:d:e [${list}] "f":"g" }`);

test('language.md 1: applied one by one, fixes leave a legal text without findings', () => {
  fc.assert(
    fc.property(legal, (written) => {
      let text = written;
      let { diagnostics } = parse(new SourceFile('t.dot', text));
      expect(diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([]);
      while (diagnostics.length > 0) {
        for (const { range, text: by } of diagnostics.at(-1)?.fix?.edits ?? [])
          text = text.slice(0, range.start) + by + text.slice(range.end);
        const next = parse(new SourceFile('t.dot', text)).diagnostics;
        expect(next).toHaveLength(diagnostics.length - 1);
        diagnostics = next;
      }
    }),
  );
});
