import { expect, test } from 'vitest';
import { format, formatEdits, parse, SourceFile } from '../../src/index.ts';
import { applyEdits, checkFormat } from './check-format.ts';

const LONG = 'x'.repeat(60);

/** What is written inside `digraph {` and `}`, and the lines of the layout inside them. */
const BODIES: Readonly<Record<string, readonly [string, string]>> = {
  'one statement a line, no semicolons': ['a;b ;; a->b;', 'a\nb\na -> b'],
  'blank lines stay, one at most, none at the edges': ['\n\n\na\n\n\n\nb\nc\n\n', 'a\n\nb\nc'],
  'attributes in the line, comma between': ['a[x=1;y = "2" z=3,]', 'a [x=1, y="2", z=3]'],
  'several blocks are one, empty ones are none': ['a[x=1][][y=2] b[] node[]', 'a [x=1, y=2]\nb\nnode []'],
  'one attribute a line when the line would pass 100 columns': [`a [x="${LONG}", y="${LONG}"]`, `a [\n  x="${LONG}",\n  y="${LONG}"\n]`],
  'lines of a sum stay broken, after the plus': ['a [p="1"\n+ "2" + "3", q="4"+"5"]', 'a [\n  p="1" +\n      "2" + "3",\n  q="4" + "5"\n]'],
  'assignments like attributes': ['rankdir = LR; label="x"', 'rankdir=LR\nlabel="x"'],
  'keywords in lower case, strings and names as they are': [
    'NODE[shape=Box] SubGraph S{} Edge [x=NODE]',
    'node [shape=Box]\nsubgraph S {}\nedge [x=NODE]',
  ],
  'a long chain goes on in the next line': [`a -> ${LONG} -> ${LONG}_2 -> b [x=1]`, `a -> ${LONG}\n    -> ${LONG}_2 -> b [x=1]`],
  'tables of edges are not aligned': ['a    -> b   [x=1]\nlong -> bb  [x=2]', 'a -> b [x=1]\nlong -> bb [x=2]'],
  'a nameless group of plain nodes in its line': ['{rank=same\n a b;}a->{b,\n c}'.replace(',', ';'), '{ rank=same; a; b }\na -> { b; c }'],
  'other groups in lines': ['subgraph s{a b}{a [x=1]}', 'subgraph s {\n  a\n  b\n}\n{\n  a [x=1]\n}'],
  'an edge goes on behind a group': ['a->{b->c}->{d}[x=1]', 'a -> {\n  b -> c\n} -> { d } [x=1]'],
  'ports touch': ['a : n -> b :"x" : s', 'a:n -> b:"x":s'],
  'comments stay behind, above and within': [
    '// above\na // behind\n\n# hash  \nb /* 1 */; /* 2 */ c\n{ // opened\n d }\n// last',
    '// above\na // behind\n\n# hash\nb /* 1 */\n/* 2 */ c\n{ // opened\n  d\n}\n// last',
  ],
  'comments between attributes': [
    'a [ // opened\n x=1 /* 1 */, /* 2 */ y=2, // 3\n // 4\n z=3 // 5\n]\nb [x=1 /* 1 */, /* 2 */ y=2]',
    'a [ // opened\n  x=1 /* 1 */,\n  /* 2 */ y=2, // 3\n  // 4\n  z=3 // 5\n]\nb [x=1 /* 1 */, /* 2 */ y=2]',
  ],
  'a comma goes before a comment that ends the line': ['a [x=1 // 1\n, y=2]', 'a [\n  x=1, // 1\n  y=2\n]'],
  'comments in odd places': [
    'a // 1\n -> /* 2 */ b /* 3 */ [x /* 4 */ = // 5\n 1]',
    'a // 1\n    -> /* 2 */ b /* 3 */ [\n  x /* 4 */ = // 5\n      1\n]',
  ],
  'comments of stars move as a whole': ['   /* one\n    * two\n    */\n   a', '/* one\n * two\n */\na'],
};

test.each(Object.entries(BODIES))('files.md 5 fmt: %s', (_name, [written, expected]) => {
  const inside = expected.replace(/^(?!$)/gm, '  ');
  expect(checkFormat(`digraph {\n${written}\n}`)).toBe(`digraph {\n${inside}\n}\n`);
});

test.each([
  ['digraph{}', 'digraph {}\n'],
  ['\ufeff\n\n// c\n\n\n\ndigraph "G"\n{\na}\n\n\n// end', '// c\n\ndigraph "G" {\n  a\n}\n\n// end\n'],
  ['digraph {\r\na;\r\n\r\n\r\nb [x="1\n2"]}', 'digraph {\r\n  a\r\n\r\n  b [\r\n    x="1\n2"\r\n  ]\r\n}\r\n'],
  [
    'digraph { a [x=1, p="one\n      two\\\n  three",\n\n\n y=2\n\n] }',
    'digraph {\n  a [\n    x=1,\n    p="one\n      two\\\n  three",\n\n    y=2\n  ]\n}\n',
  ],
  ['digraph {\n    /* drawn\n       by hand */ a }', 'digraph {\n  /* drawn\n       by hand */ a\n}\n'],
  ['/* c */ digraph { /* d */ } /* e */', '/* c */ digraph {\n  /* d */\n} /* e */\n'],
])('files.md 5 fmt: a whole file: %j', (written, expected) => {
  expect(checkFormat(written)).toBe(expected);
});

test('files.md 5 fmt: what Graphviz refuses is quoted for it, and nothing else', () => {
  const written =
    '\ufeffdigraph G {\r\n# c\r\n human.x=900s; a:b.c->b:node [x=a-b, y=node y=1.5, "c.d"=true, z=https://x/y, p="1\\\r\n2\r\n3"]\r\n é [w=é];;}';
  const tree = parse(new SourceFile('t.dot', written));
  expect(format(tree, { dialect: 'graphviz' })).toBe(
    [
      'digraph G {',
      '  // c',
      '  "human.x"="900s"',
      '  a:"b.c" -> b:"node" [',
      '    x="a-b",',
      '    y="node",',
      '    y=1.5,',
      '    "c.d"=true,',
      '    z="https://x/y",',
      '    p="1\\\n2',
      '3"',
      '  ]',
      '  é [w=é]',
      '}',
      '',
    ]
      .join('\r\n')
      .replace('1\\\r\n2', '1\\\n2'),
  );
  expect(format(tree)).toContain('  human.x=900s\r\n');
});

test('files.md 5 fmt: a text with errors comes back as it is', () => {
  for (const text of ['digraph { a -- b }', 'digraph {', '', 'a', 'graph {}', 'digraph { a [x=<b>, prompt=<c>] }']) {
    const tree = parse(new SourceFile('t.dot', text));
    expect(format(tree)).toBe(text);
    expect(formatEdits(tree)).toEqual([]);
  }
});

test('files.md 5 fmt: a range formats the statements it touches, whole', () => {
  const text = 'digraph {\n\n\n a;\n // about b\n b [x=1;\ny=2];\n   c;\n}';
  const format = (part: string): string => {
    const start = text.indexOf(part);
    return applyEdits(text, formatEdits(parse(new SourceFile('t.dot', text)), { range: { start, end: start + part.length } }));
  };
  expect(format('y=2')).toBe('digraph {\n\n\n a\n  // about b\n  b [x=1, y=2];\n   c;\n}');
  expect(format('c;\n}')).toBe('digraph {\n\n\n a;\n // about b\n b [x=1;\ny=2]\n  c\n}');
  expect(format('digraph {')).toBe('digraph {\n\n\n a;\n // about b\n b [x=1;\ny=2];\n   c;\n}');
});

test('files.md 5 fmt: edits are as small as they can be', () => {
  const text = 'digraph {\n    a [x=1]\n  b [y=2];\n  c\n}\n';
  expect(formatEdits(parse(new SourceFile('t.dot', text)))).toEqual([
    { range: { start: 12, end: 14 }, text: '' },
    { range: { start: text.indexOf(';'), end: text.indexOf(';') + 1 }, text: '' },
  ]);
});
