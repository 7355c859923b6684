import { applyEdits } from '@attractor/dot';
import { type DocumentSymbol, documentSymbols, fileLinks, foldingRanges, formatting, lenses, semanticTokens } from '@attractor/lsp';
import { describe, expect, it } from 'vitest';
import { marked, snapshotOf } from '../support/markers.ts';

const lines = (symbols: readonly DocumentSymbol[], indent = ''): string[] =>
  symbols.flatMap(({ name, detail, kind, children }) => [`${indent}${kind} ${name} (${detail})`, ...lines(children, `${indent}  `)]);

describe('symbols', () => {
  it('language.md 1: the graph, groups as they nest, nodes where their statements stand', () => {
    const snapshot = snapshotOf(`digraph flow { goal="Ship"
  a [label="First"]
  subgraph cluster_x { label="Build"; b [shape=parallelogram]; subgraph { c } }
  a -> { d [label=d]; e } -> b
}`);
    expect(lines(documentSymbols(snapshot))).toEqual([
      'graph flow (Ship)',
      '  node a (codergen: First)',
      '  group cluster_x (Build)',
      '    node b (tool)',
      '    group group ()',
      '      node c (codergen)',
      '  group group ()',
      '    node d (codergen)',
      '    node e (codergen)',
    ]);
  });

  it('nests no deeper than editors read', () => {
    const depth = 5000;
    let symbols = documentSymbols(snapshotOf(`digraph g { ${'{'.repeat(depth)} a ${'}'.repeat(depth)} }`));
    let levels = 0;
    for (; symbols.length > 0; levels++) symbols = symbols.flatMap(({ children }) => children);
    expect(levels).toBeLessThan(60);
    expect(levels).toBeGreaterThan(10);
  });

  it('a half-typed file still has its outline', () => {
    expect(lines(documentSymbols(snapshotOf('digraph g { a [label="x"\n b [sha\n c -> ')))).toContain('  node a (codergen: x)');
  });
});

describe('folding', () => {
  it('blocks, attribute lists, strings and comments of several lines', () => {
    const text = `digraph g {
  // one
  // two
  a [
    label="x",
    prompt="first
second
third"
  ]
  b [label=y]
}`;
    expect(foldingRanges(snapshotOf(text))).toEqual([
      { startLine: 0, endLine: 9, kind: 'region' },
      { startLine: 1, endLine: 2, kind: 'comment' },
      { startLine: 3, endLine: 7, kind: 'region' },
      { startLine: 5, endLine: 7, kind: 'region' },
    ]);
  });

  it('nothing of an open block', () => {
    expect(foldingRanges(snapshotOf('digraph g {\n a [\n'))).toEqual([]);
  });
});

describe('formatting', () => {
  it('language.md 1: the layout of the formatter, whole and in part; a text with errors stays', () => {
    const { snapshot, ranges } = marked('digraph g {\na   ->   b\n<<b->c>>\n}\n');
    const all = applyEdits(snapshot.text, formatting(snapshot));
    expect(all).toContain('a -> b');
    expect(all).toContain('b -> c');
    const part = applyEdits(snapshot.text, formatting(snapshot, ranges[0]));
    expect(part).toContain('a   ->   b');
    expect(part).toContain('b -> c');
    expect(formatting(snapshotOf('digraph g { a -> }'))).toEqual([]);
  });
});

/** Tokens as `text:type`. */
function tokens(text: string): string[] {
  const snapshot = snapshotOf(text);
  return semanticTokens(snapshot).map(({ start, end, type }) => `${snapshot.text.slice(start, end)}:${type}`);
}

describe('semantic tokens', () => {
  it('language.md 1: keywords, names, keys, values', () => {
    expect(tokens('digraph g { node [shape=box] a [timeout=5m] a -> b // x\n}')).toEqual([
      ...['digraph:keyword', 'g:namespace', 'node:keyword', 'shape:property', '=:operator', 'box:enumMember'],
      ...['a:class', 'timeout:property', '=:operator', '5m:number', 'a:class', '->:operator', 'b:class', '// x:comment'],
    ]);
  });

  it('language.md 3: conditions', () => {
    expect(tokens('digraph { a -> b [condition="outcome=fail && !(x > 3)"] }').slice(6)).toEqual([
      ...['":string', 'outcome:variable', '=:operator', 'fail:enumMember', ' :string', '&&:operator', ' :string', '!(:operator'],
      ...['x:variable', ' :string', '>:operator', ' :string', '3:number', '):operator', '":string'],
    ]);
  });

  it('language.md 4: commands by the shell parser, with variables and dotted references', () => {
    const found = tokens('digraph { a [tool_command="set -o pipefail; if test -n \\"$goal\\"; then cat $t.output | tail -1; fi"] }');
    expect(found).toEqual(
      expect.arrayContaining([
        'set:function',
        '-o:parameter',
        ';:operator',
        'if:keyword',
        '$goal:variable',
        'then:keyword',
        'cat:function',
      ]),
    );
    expect(found).toEqual(expect.arrayContaining(['$t.output:variable', '|:operator', 'tail:function', 'fi:keyword']));
  });

  it('language.md 4, 5: references in prompts, selectors and properties in stylesheets', () => {
    expect(tokens('digraph { a [prompt="for $goal, ${x.y}"] }').slice(4)).toEqual([
      '"for :string',
      '$goal:variable',
      ', :string',
      '${x.y}:variable',
      '":string',
    ]);
    expect(tokens('digraph { model_stylesheet=".deep, box { backend: llm; } /* x */" }')).toEqual(
      expect.arrayContaining(['.deep:property', 'box:type', 'backend:parameter', 'llm:enumMember', '/* x */:comment']),
    );
  });

  it('language.md 1: in order, without overlaps, never over a line end; escapes and joined strings keep their places', () => {
    const snapshot = snapshotOf(
      '\ufeffdigraph {\r\n a [prompt="𝔊 one\\n$goal\r\ntwo $x \\"$y\\"" + " $z", tool_command="a\r\n| b"]\r\n/* c\r\nd */ }',
    );
    const spans = semanticTokens(snapshot);
    for (const [i, span] of spans.entries()) {
      expect(snapshot.text.slice(span.start, span.end)).not.toMatch(/[\r\n]/);
      expect(span.start).toBeLessThan(span.end);
      if (i > 0) expect(span.start).toBeGreaterThanOrEqual(spans[i - 1]?.end ?? 0);
    }
    const variables = spans.filter(({ type }) => type === 'variable').map(({ start, end }) => snapshot.text.slice(start, end));
    expect(variables).toEqual(['$goal', '$x', '$y', '$z']);
  });

  it('a part of a document', () => {
    const { snapshot, ranges } = marked('digraph { a [timeout=5m]\n<<b [timeout=1m]>>\nc [timeout=2m] }');
    const found = semanticTokens(snapshot, ranges[0]).map(({ start, end }) => snapshot.text.slice(start, end));
    expect(found).toContain('b');
    expect(found).not.toContain('2m');
  });
});

describe('document links', () => {
  it('language.md 2: prompt files, child graphs, schemas, scripts, where they exist below the folder', () => {
    const files = { 'p.md': 'x', 'child.dot': 'digraph{}', 's.json': '{}', 'script.json': '{}', 'prompts/a b.md': 'x' };
    const { snapshot, ranges } = marked(
      `digraph g { script="<<script.json>>"
  a [prompt="@<<p.md>>", response_schema="<<s.json>>"]
  b [prompt="@@p.md"]
  c [shape=folder, dot_file="<<child.dot>>"]
  d [prompt=" @ <<prompts/a b.md>> ", dot_file="gone.dot"]
  e [prompt="@../outside.md", response_schema="{}", dot_file="$x.dot", must_write="p.md"]
}`,
      files,
    );
    const found = fileLinks(snapshot);
    expect(found.map(({ range }) => range)).toEqual(ranges);
    expect(found.map(({ file }) => file)).toEqual(
      ['script.json', 'p.md', 's.json', 'child.dot', 'prompts/a b.md'].map((name) => `/project/${name}`),
    );
  });
});

describe('code lenses', () => {
  it('language.md 8: run, and the worst case of the graph and of each cycle', () => {
    const text = `digraph g {
  start [shape=Mdiamond]
  done [shape=Msquare]
  work [prompt="x", max_visits=3]
  check [shape=parallelogram, tool_command="test -f x"]
  start -> work -> check
  check -> done [condition="outcome=success"]
  check -> work [condition="outcome=fail"]
}`;
    const found = lenses(snapshotOf(text));
    expect(found[0]).toMatchObject({ title: 'Run', command: 'attractor.run' });
    expect(found[1]?.title).toMatch(/^At most \d+ visits, 3 model calls$/);
    expect(found[2]?.title).toMatch(/^Cycle work → check → work: at most \d+ visits, 3 model calls$/);
    expect(text.slice(found[2]?.range.start)).toMatch(/^work \[prompt/);
  });

  it('no bound, no number', () => {
    const text =
      'digraph g { start [shape=Mdiamond]; a [prompt=x]; done [shape=Msquare]; start -> a -> done; a -> a [condition="outcome=fail"] }';
    expect(
      lenses(snapshotOf(text))
        .map(({ title }) => title)
        .join('\n'),
    ).toMatch(/no bound of its own/);
    expect(lenses(snapshotOf('nothing'))).toEqual([]);
  });
});
