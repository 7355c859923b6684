import { expect, test } from 'vitest';
import { parse, SourceFile } from '../src/index.ts';

/**
 * Broken (and doubtful) texts with everything the parser says about them: `line:column severity code: message`.
 * The messages are part of the language: change one here only on purpose.
 */
const BROKEN: readonly (readonly [text: string, ...findings: string[]])[] = [
  ['', '1:1 error missing-digraph: found the end of the file, expected `digraph`'],
  ['// nothing here\n', '1:1 error missing-digraph: found the end of the file, expected `digraph`'],
  ['a -> b', '1:1 error missing-digraph: found `a`, expected `digraph`'],
  [
    'digrph G { a -- b }',
    '1:1 error missing-digraph: found `digrph`, expected `digraph`',
    '1:14 error undirected-edge: found `--`, expected `->`: only directed edges are supported',
  ],
  ['Here is the graph:\ndigraph G { a }', '1:1 error text-before-graph: found `Here`, expected `digraph` as the first word of the file'],
  ['strict digraph G { a }', '1:1 error strict-graph: found `strict`, expected `digraph`: repeated edges are kept, remove `strict`'],
  ['graph G { a }', '1:1 error undirected-graph: found `graph`, expected `digraph`: only directed graphs are pipelines'],
  [
    'strict graph { a -- b }',
    '1:1 error strict-graph: found `strict`, expected `digraph`: repeated edges are kept, remove `strict`',
    '1:8 error undirected-graph: found `graph`, expected `digraph`: only directed graphs are pipelines',
    '1:18 error undirected-edge: found `--`, expected `->`: only directed edges are supported',
  ],
  [
    'strict G { a }',
    '1:1 error strict-graph: found `strict`, expected `digraph`: repeated edges are kept, remove `strict`',
    '1:8 error missing-digraph: found `G`, expected `digraph` after `strict`',
  ],
  [
    'digraph G { a -- b -- c }',
    '1:15 error undirected-edge: found `--`, expected `->`: only directed edges are supported',
    '1:20 error undirected-edge: found `--`, expected `->`: only directed edges are supported',
  ],
  [
    'digraph G { a }\ndigraph H { b -- c }',
    '2:1 error second-graph: found `digraph`, expected the end of the file: one file holds one graph',
    '2:15 error undirected-edge: found `--`, expected `->`: only directed edges are supported',
  ],
  ['digraph G { a }\ngraph H { }', '2:1 error second-graph: found `graph`, expected the end of the file: one file holds one graph'],
  ['digraph G { a } thanks', '1:17 error text-after-graph: found `thanks`, expected the end of the file: the graph is closed in line 1'],
  ['digraph G { a } }', '1:17 error text-after-graph: found `}`, expected the end of the file: the graph is closed in line 1'],
  [
    'digraph G {\n  subgraph x { a } }\n  b -- c\n}',
    '3:3 error text-after-graph: found `b`, expected the end of the file: the graph is closed in line 2',
    '3:5 error undirected-edge: found `--`, expected `->`: only directed edges are supported',
  ],
  ['digraph G a -> b }', '1:11 error missing-open-brace: found `a`, expected `{` after the name of the graph'],
  ['digraph', '1:8 error missing-open-brace: found the end of the file, expected `{` after the name of the graph'],
  ['digraph G', '1:10 error missing-open-brace: found the end of the file, expected `{` after the name of the graph'],
  ['digraph my-flow { a }', '1:9 error unquoted-name: found `my-flow`, expected an identifier or a quoted name: other names need quotes'],
  [
    'digraph G {\n  a -> b\n',
    '2:9 error missing-close-brace: found the end of the file, expected `}`: the block opened in line 1 is not closed',
  ],
  [
    'digraph G {\n  subgraph x {\n    a {\n',
    '3:8 error missing-close-brace: found the end of the file, expected `}`: 3 blocks are not closed, the last opened in line 3',
  ],
  ['digraph G { a digraph H { b } }', '1:15 error second-graph: found `digraph`, expected a statement or `}`: one file holds one graph'],
  ['digraph G { subgraph a -> b }', '1:24 error missing-open-brace: found `->`, expected `{` after the name of the subgraph'],
  [
    'digraph G { subgraph 5$ { a } }',
    '1:22 error unquoted-name: found `5$`, expected an identifier or a quoted name: other names need quotes',
  ],
  [
    'digraph G { a [shape=box\n  b [shape=box]\n}',
    '2:3 error missing-close-bracket: found `b`, expected `]` for the attribute block opened in line 1',
  ],
  [
    'digraph G { a [shape=box\n  b -> c\n}',
    '2:3 error missing-close-bracket: found `b`, expected `]` for the attribute block opened in line 1',
  ],
  ['digraph G { a [shape=box\n}', '2:1 error missing-close-bracket: found `}`, expected `]` for the attribute block opened in line 1'],
  [
    'digraph G { a [shape=box',
    '1:25 error missing-close-bracket: found the end of the file, expected `]` for the attribute block opened in line 1',
    '1:25 error missing-close-brace: found the end of the file, expected `}`: the block opened in line 1 is not closed',
  ],
  [
    'digraph G { a [shape=box\n subgraph x { b } }',
    '2:2 error missing-close-bracket: found `subgraph`, expected `]` for the attribute block opened in line 1',
  ],
  ['digraph G { a ] b }', '1:15 error unexpected-token: found `]`, expected a statement or `}`'],
  [
    'digraph G { a [[shape=box]] }',
    '1:16 error unexpected-token: found `[`, expected an attribute, `,` or `]`',
    '1:27 error unexpected-token: found `]`, expected a statement or `}`',
  ],
  [
    'digraph G { a; [shape=box] }',
    '1:16 error unexpected-token: found `[`, expected a statement or `}`: attributes follow a node, an edge, `graph`, `node` or `edge`',
  ],
  [
    'digraph G { a [label="x] }',
    '1:22 error unterminated-string: found the end of the file, expected `"`: the string that begins here is not closed',
  ],
  [
    'digraph G { a /* b }',
    '1:15 error unterminated-comment: found the end of the file, expected `*/`: the comment that begins here is not closed',
  ],
  [
    'digraph G { a [label=<b<i>x</i>] }',
    '1:22 error unterminated-html: found the end of the file, expected `>`: the HTML value that begins here is not closed',
  ],
  [
    'digraph G {\n  a [label="one, shape=box]\n  b [label="two"]\n}',
    '3:13 error runaway-string: found `two` right behind a string, expected `,` or `]`: is a closing quote missing in line 2?',
    '3:16 error unterminated-string: found the end of the file, expected `"`: the string that begins here is not closed',
  ],
  [
    'digraph G { a [prompt="say "hi" now", shape=box] }',
    '1:29 error runaway-string: found `hi` right behind a string, expected `,` or `]`: a quote inside a string is written `\\"`',
  ],
  ['digraph G { a [foo] }', '1:19 error missing-equals: found `]`, expected `=` and a value for `foo`'],
  ['digraph G { a [foo, bar=1] }', '1:19 error missing-equals: found `,`, expected `=` and a value for `foo`'],
  ['digraph G { a [label "x"] }', '1:22 error missing-equals: found the string "x", expected `=` and a value for `label`'],
  ['digraph G { a [label: "x", b=1] }', '1:21 error missing-equals: found `:`, expected `=` and a value for `label`'],
  ['digraph G { a [label=] }', '1:22 error missing-value: found `]`, expected a value for `label` after `=`'],
  ['digraph G { a [label=, b=1] }', '1:22 error missing-value: found `,`, expected a value for `label` after `=`'],
  ['digraph G { goal = }', '1:20 error missing-value: found `}`, expected a value for `goal` after `=`'],
  ['digraph G { goal = ; a }', '1:20 error missing-value: found `;`, expected a value for `goal` after `=`'],
  ['digraph G { a [label=="x"] }', '1:22 error unexpected-token: found `=`, expected a value for `label` after `=`'],
  ['digraph G { a [label="x" + y] }', '1:28 error missing-string: found `y`, expected a quoted string after `+`'],
  ['digraph G { a [label="x" + ] }', '1:28 error missing-string: found `]`, expected a quoted string after `+`'],
  ['digraph G { a [schema={"x": 1}, b=2] }', '1:23 error missing-value: found `{`, expected a value for `schema` after `=`'],
  ['digraph G { a [b=1,,c=2] }', '1:20 error unexpected-token: found `,`, expected an attribute or `]`'],
  ['digraph G { a [,b=1] }', '1:16 error unexpected-token: found `,`, expected an attribute or `]`'],
  [
    'digraph G { a [color=#ff0000] }',
    '1:22 error unquoted-text: found `#ff0000`, expected a quoted string or a bare word: text needs double quotes',
  ],
  [
    "digraph G { a [label='two words'] }",
    "1:22 error unquoted-text: found `'two words'`, expected a quoted string or a bare word: strings are written with double quotes (\")",
  ],
  [
    'digraph G { a [label=“two words”] }',
    '1:22 error unquoted-text: found `“two words”`, expected a quoted string or a bare word: strings are written with double quotes (")',
  ],
  ['digraph G { a [max=5%] }', '1:20 error unquoted-text: found `5%`, expected a quoted string or a bare word: text needs double quotes'],
  [
    'digraph G { a [cmd=$HOME/bin] }',
    '1:20 error unquoted-text: found `$HOME/bin`, expected a quoted string or a bare word: text needs double quotes',
  ],
  ['digraph G { a [@x=1] }', '1:16 error unquoted-name: found `@x`, expected an identifier or a quoted name: other names need quotes'],
  ['digraph G { a [(b)=1] }', '1:16 error unquoted-name: found `(b)`, expected an identifier or a quoted name: other names need quotes'],
  [
    'digraph G { a [my-key=1] }',
    '1:16 error unquoted-name: found `my-key`, expected an identifier or a quoted name: other names need quotes',
  ],
  ['digraph G { a [prompt=<b>] }', '1:23 error html-not-allowed: found an HTML value, expected a quoted string: `prompt` takes plain text'],
  [
    'digraph G { a -> b [condition=<b>] }',
    '1:31 error html-not-allowed: found an HTML value, expected a quoted string: `condition` takes plain text',
  ],
  [
    'digraph G { a [tool_command=<ls>] }',
    '1:29 error html-not-allowed: found an HTML value, expected a quoted string: `tool_command` takes plain text',
  ],
  ['digraph G { a -> }', '1:15 error dangling-arrow: found `}` after `->`, expected a node, `subgraph` or `{`'],
  ['digraph G { a -> ; b }', '1:15 error dangling-arrow: found `;` after `->`, expected a node, `subgraph` or `{`'],
  ['digraph G { a -> -> b }', '1:15 error dangling-arrow: found `->` after `->`, expected a node, `subgraph` or `{`'],
  ['digraph G { a -> [label="x"] }', '1:15 error dangling-arrow: found `[` after `->`, expected a node, `subgraph` or `{`'],
  ['digraph G { -> a }', '1:13 error dangling-arrow: found `->`, expected a statement or `}`: no node stands before the arrow'],
  [
    'digraph G { a [x=1] -> b }',
    '1:21 error dangling-arrow: found `->`, expected a statement or `}`: an edge chain has its attributes at its end',
  ],
  ['digraph G {\n  a ->\n  node [shape=box]\n}', '2:5 error dangling-arrow: found `node` after `->`, expected a node, `subgraph` or `{`'],
  ['digraph G { a -> {b -> } }', '1:21 error dangling-arrow: found `}` after `->`, expected a node, `subgraph` or `{`'],
  ['digraph G { a, b -> c }', '1:14 error unexpected-token: found `,`, expected `;` or a statement'],
  ['digraph G { node }', '1:18 error missing-attributes: found `}`, expected `[` after `node`'],
  ['digraph G { node a }', '1:18 error missing-attributes: found `a`, expected `[` after `node`'],
  ['digraph G { Start -> Node }', '1:22 error keyword-as-id: found the keyword `Node`, expected a name: a keyword as a name needs quotes'],
  ['digraph G { edge -> b }', '1:13 error keyword-as-id: found the keyword `edge`, expected a name: a keyword as a name needs quotes'],
  ['digraph G { node = 1 }', '1:13 error keyword-as-id: found the keyword `node`, expected a name: a keyword as a name needs quotes'],
  ['digraph G { strict }', '1:13 error keyword-as-id: found the keyword `strict`, expected a name: a keyword as a name needs quotes'],
  [
    'digraph G { my-node -> b }',
    '1:13 error unquoted-name: found `my-node`, expected an identifier or a quoted name: other names need quotes',
  ],
  [
    'digraph G { src/main }',
    '1:13 error unquoted-name: found `src/main`, expected an identifier or a quoted name: other names need quotes',
  ],
  ['digraph G { $x -> b }', '1:13 error unquoted-name: found `$x`, expected an identifier or a quoted name: other names need quotes'],
  ['digraph G { a: -> b }', '1:16 error unexpected-token: found `->`, expected the name of a port'],
  ['digraph G { a & b }', '1:15 error unexpected-character: found `&`, expected a statement or `}`'],
  [
    'digraph G { a # note\n}',
    '1:15 error unexpected-character: found `#` behind other text, expected `//`: a `#` comment stands on a line of its own, `//` may follow other text',
  ],
  ['digraph G { a -> b }', '1:14 error unexpected-character: found U+00A0, expected a plain space: it only looks like white space'],
  ['digraph G { = x }', '1:13 error unexpected-token: found `=`, expected a statement or `}`'],
  ['digraph G { a -> b = 1 }', '1:20 error unexpected-token: found `=`, expected a statement or `}`'],
  [
    'digraph G { subgraph x { a } [color=red] }',
    '1:30 error attributes-after-subgraph: found `[`, expected a statement: attributes of a subgraph stand in its braces',
  ],
  [
    'digraph G { a - b; a <- b }',
    '1:15 error unexpected-character: found `-`, expected a statement or `}`',
    '1:22 error unexpected-character: found `<`, expected a statement or `}`',
  ],
  ['{ "nodes": [] }', '1:1 error missing-digraph: found `{`, expected `digraph`'],
  ['digraph { a [b=1 }', '1:18 error missing-close-bracket: found `}`, expected `]` for the attribute block opened in line 1'],
  [
    'digraph { a -- ; b [c] d [e=] }',
    '1:13 error undirected-edge: found `--`, expected `->`: only directed edges are supported',
    '1:13 error dangling-arrow: found `;` after `--`, expected a node, `subgraph` or `{`',
    '1:22 error missing-equals: found `]`, expected `=` and a value for `c`',
    '1:29 error missing-value: found `]`, expected a value for `e` after `=`',
  ],
  ['digraph { graph { a } }', '1:11 error second-graph: found `graph`, expected a statement or `}`: one file holds one graph'],
  ['digraph { a [b=1; c -> d }', '1:19 error missing-close-bracket: found `c`, expected `]` for the attribute block opened in line 1'],
  ['digraph G {\r\n  a -- b\r\n}', '2:5 error undirected-edge: found `--`, expected `->`: only directed edges are supported'],
  ['digraph G {\r  a -- b\r}', '2:5 error undirected-edge: found `--`, expected `->`: only directed edges are supported'],
  ['digraph G { "😀" -- b }', '1:17 error undirected-edge: found `--`, expected `->`: only directed edges are supported'],
  [
    'digraph G { a [x=1 # why\n  y=2] }',
    '1:20 error unexpected-character: found `#` behind other text, expected `//`: a `#` comment stands on a line of its own, `//` may follow other text',
  ],
  [
    'digraph G {\n  a [x=1]\n  b -> [y=2] c\n  d [e]\n  f -- g\n  h [i=]\n',
    '3:5 error dangling-arrow: found `[` after `->`, expected a node, `subgraph` or `{`',
    '4:7 error missing-equals: found `]`, expected `=` and a value for `e`',
    '5:5 error undirected-edge: found `--`, expected `->`: only directed edges are supported',
    '6:8 error missing-value: found `]`, expected a value for `i` after `=`',
    '6:9 error missing-close-brace: found the end of the file, expected `}`: the block opened in line 1 is not closed',
  ],
  ['digraph G { human.choice = 1 }', '1:13 info dotted-key: the dotted key `human.choice` has no quotes: Graphviz refuses it'],
  ['digraph G { a.b -> c }', '1:13 error unquoted-name: found `a.b`, expected an identifier or a quoted name: other names need quotes'],
  [
    'digraph G { a [x=a.b y=1] }',
    '1:18 info bare-value: the value `a.b` has no quotes: Graphviz refuses it',
    '1:21 info whitespace-separator: only white space separates two attributes: write a comma',
  ],
  [
    'digraph G { a:n -> b:s:w }',
    '1:14 info port-ignored: the port `:n` is ignored: edges join nodes',
    '1:21 info port-ignored: the port `:s:w` is ignored: edges join nodes',
  ],
  [
    'digraph G { a [url=https://example.org/x] }',
    '1:20 info bare-value: the value `https://example.org/x` has no quotes: Graphviz refuses it',
  ],
  [
    'digraph G { a [label=‘x’] }',
    '1:22 error unquoted-text: found `‘x’`, expected a quoted string or a bare word: strings are written with double quotes (")',
  ],
  ['digraph G { a [x=@] }', '1:18 error unquoted-text: found `@`, expected a quoted string or a bare word: text needs double quotes'],
  [
    'digraph "G" { a ] ] = } }',
    '1:17 error unexpected-token: found `]`, expected a statement or `}`',
    '1:25 error text-after-graph: found `}`, expected the end of the file: the graph is closed in line 1',
  ],
];

test.each(BROKEN)('language.md 1: %j is reported exactly', (text, ...findings) => {
  const source = new SourceFile('broken.dot', text);
  const said = parse(source).diagnostics.map(({ severity, code, message, range }) => {
    const { line, column } = source.positionAt(range.start);
    return `${line}:${column} ${severity} ${code}: ${message}`;
  });
  expect(said).toEqual(findings);
});
