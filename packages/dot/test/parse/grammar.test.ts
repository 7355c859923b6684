import { expect, test } from 'vitest';
import { type Attribute, type NodeRef, parse, SourceFile, type Statement, type Subgraph } from '../../src/index.ts';

/** A tree as a short text, so that a test says in one line what a statement means. */
function show(statement: Statement): string {
  if (statement.kind === 'assignment') return pairs([statement.attribute]);
  if (statement.kind === 'defaults') return `${statement.target}[${pairs(statement.attributes)}]`;
  if (statement.kind === 'subgraph') return showEnd(statement);
  const ends = statement.kind === 'node' ? [statement.node] : statement.ends;
  return `${ends.map(showEnd).join('->')}[${pairs(statement.attributes)}]`;
}

function showEnd(end: NodeRef | Subgraph): string {
  return end.kind === 'node-ref' ? end.id.text : `${end.id?.text ?? ''}{${end.body.map(show).join(' ')}}`;
}

function pairs(attributes: readonly Attribute[]): string {
  return attributes.map(({ key, value }) => `${key.text}=${value.text}`).join(',');
}

function read(body: string): { statements: string[]; findings: string[] } {
  const tree = parse(new SourceFile('t.dot', `digraph G {${body}}`));
  return { statements: tree.graph?.body.map(show) ?? [], findings: tree.diagnostics.map(({ code, severity }) => `${severity} ${code}`) };
}

test.each([
  ['graph [a=1] node [b=2]; edge [c=3]', ['graph[a=1]', 'node[b=2]', 'edge[c=3]']],
  ['GRAPH [a=1] Node [b=2] eDGE [c=3] Subgraph x { y }', ['graph[a=1]', 'node[b=2]', 'edge[c=3]', 'x{y[]}']],
  ['key = value; "quoted.key" = "v" goal="x"', ['key=value', 'quoted.key=v', 'goal=x']],
  ['subgraph { a } subgraph x { b } subgraph "y z" { } { c }', ['{a[]}', 'x{b[]}', 'y z{}', '{c[]}']],
  ['a -> b -> c [x=1]', ['a->b->c[x=1]']],
  ['a -> {b c} -> d', ['a->{b[] c[]}->d[]']],
  ['subgraph x {a} -> y', ['x{a[]}->y[]']],
  ['a -> subgraph x {b -> {c}} [x=1]', ['a->x{b->{c[]}[]}[x=1]']],
  ['a [x=1] [y=2] [] [z=3]', ['a[x=1,y=2,z=3]']],
  ['node [x=1][y=2]', ['node[x=1,y=2]']],
  ['a;;;b\nc d', ['a[]', 'b[]', 'c[]', 'd[]']],
  ['a [x=1,y=2;z=3,]', ['a[x=1,y=2,z=3]']],
  ['"node" -> "graph" [x="strict"]', ['node->graph[x=strict]']],
  ['12 -> -1.5 -> .5', ['12->-1.5->.5[]']],
  ['__proto__ -> constructor [__proto__=1, constructor=2, toString=3]', ['__proto__->constructor[__proto__=1,constructor=2,toString=3]']],
  ['a [x="y" + "z"] "b" + "c" -> d', ['a[x=yz]', 'bc->d[]']],
  ['a [\n# one\nx=1, // two\n/* three */ y=2\n  # four\n]', ['a[x=1,y=2]']],
  ['a [x="# // /* -- digraph { ] }"]', ['a[x=# // /* -- digraph { ] }]']],
  ['a [label=<<b>x</b>>]', ['a[label=<b>x</b>]']],
  ['größe [länge=groß]', ['größe[länge=groß]']],
  ['a [x=true, y=FALSE, z=-3, w=0.5]', ['a[x=true,y=FALSE,z=-3,w=0.5]']],
])('language.md 1: %s is read without a finding', (body, statements) => {
  expect(read(body)).toEqual({ statements, findings: [] });
});

test.each([
  ['human.default_choice = x', ['human.default_choice=x'], ['info dotted-key']],
  ['a [human.default_choice=x]', ['a[human.default_choice=x]'], ['info dotted-key']],
  ['a [timeout=900s]', ['a[timeout=900s]'], ['info bare-value']],
  ['a [x=15m, y=250ms, z=2h, w=1d]', ['a[x=15m,y=250ms,z=2h,w=1d]'], Array(4).fill('info bare-value')],
  ['a [model=claude-opus-4.5, p=src/x.md, k=a:b]', ['a[model=claude-opus-4.5,p=src/x.md,k=a:b]'], Array(3).fill('info bare-value')],
  ['a [type=node]', ['a[type=node]'], ['info bare-value']],
  ['a [x=1 y=2\nz=3]', ['a[x=1,y=2,z=3]'], Array(2).fill('info whitespace-separator')],
  ['a:n:sw -> b:"x"', ['a->b[]'], Array(2).fill('info port-ignored')],
])('language.md 1: %s is read with an INFO', (body, statements, findings) => {
  expect(read(body)).toEqual({ statements, findings });
});

test('language.md 1: every INFO has a fix that removes it and leaves the meaning', () => {
  const body = 'human.x = 1 a:n -> b:s [timeout=900s z=1 human.y=node]';
  const text = `digraph G {${body}}`;
  const { diagnostics } = parse(new SourceFile('t.dot', text));
  expect(diagnostics).toHaveLength(8);
  const edits = diagnostics.flatMap(({ fix }) => fix?.edits ?? []).toSorted((a, b) => b.range.start - a.range.start);
  const fixed = edits.reduce((was, { range, text: by }) => was.slice(0, range.start) + by + was.slice(range.end), text);
  expect(fixed).toBe('digraph G {"human.x" = 1 a -> b [timeout="900s", z=1, "human.y"="node"]}');
  expect(read(fixed.slice('digraph G {'.length, -1))).toEqual({ statements: read(body).statements, findings: [] });
});

test.each(['digraph {}', 'digraph g {}', 'DIGRAPH "a b" { }', '\ufeffdigraph 12 {\r\n}\r\n', '# c\n// d\ndigraph\n{\n}\n# e\n'])(
  'language.md 1: %j is a graph',
  (text) => {
    const tree = parse(new SourceFile('t.dot', text));
    expect(tree.graph?.body).toEqual([]);
    expect(tree.diagnostics).toEqual([]);
  },
);

test('language.md 1: every node, edge, key and value has its source range', () => {
  const text = 'digraph G { a:p -> b [key = "v" + "w"] subgraph s { c } }';
  const tree = parse(new SourceFile('t.dot', text));
  const at = (range: { start: number; end: number } | undefined): string => text.slice(range?.start, range?.end);
  const [edge, group] = tree.graph?.body ?? [];
  if (edge?.kind !== 'edge' || group?.kind !== 'subgraph') throw new Error('an edge and a group are expected');
  const [attribute] = edge.attributes;
  const [first] = edge.ends;
  expect(at(tree.graph?.range)).toBe(text);
  expect([at(tree.graph?.id?.range), at(edge.range), at(group.range), at(group.id?.range)]).toEqual([
    'G',
    'a:p -> b [key = "v" + "w"]',
    'subgraph s { c }',
    's',
  ]);
  expect([at(first?.range), first?.kind === 'node-ref' && at(first.id.range), first?.kind === 'node-ref' && at(first.port)]).toEqual([
    'a:p',
    'a',
    ':p',
  ]);
  expect([at(attribute?.range), at(attribute?.key.range), at(attribute?.value.range)]).toEqual(['key = "v" + "w"', 'key', '"v" + "w"']);
});

test('language.md 1: after an error the rest of the file is read', () => {
  expect(read('a [x=1\n b -> c [y=2]\n d [e] f -> ; g').statements).toEqual(['a[x=1]', 'b->c[y=2]', 'd[]', 'f[]', 'g[]']);
  expect(read(' a } b -> c ').statements).toEqual(['a[]', 'b->c[]']);
  expect(read('a [x=\'p q\', y=#fff, z: "w"]').statements).toEqual(["a[x='p q',y=#fff,z=w]"]);
});
