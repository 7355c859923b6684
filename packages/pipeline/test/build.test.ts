import { parse, SourceFile } from '@attractor/dot';
import { buildGraph } from '@attractor/pipeline';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { builtOf, graphOf, nodeOf } from './helpers.ts';

const textOf = (body: string, id: string, name: string) => nodeOf(graphOf(body), id).attributes.get(name)?.text;
const typeOf = (body: string, id: string) => nodeOf(graphOf(body), id).type;
const pairs = (body: string) => graphOf(body).edges.map((edge) => `${edge.from}>${edge.to}`);

describe('language.md 1: defaults', () => {
  test('language.md 1: those at the own statement hold, else those at the first mention', () => {
    const body = 'a -> b\nnode [timeout=1]\na []\na [prompt=x]\nnode [timeout=2]\nb -> c';
    expect(textOf(body, 'a', 'timeout')).toBe('1');
    expect(textOf(body, 'b', 'timeout')).toBeUndefined();
    expect(textOf(body, 'c', 'timeout')).toBe('2');
  });

  test('language.md 1: a bare statement gives way to one with attributes', () => {
    expect(textOf('{ rank=same; a }\nnode [timeout=1]\na [prompt=x]', 'a', 'timeout')).toBe('1');
  });

  test('language.md 1: a subgraph inherits its parent and leaks neither node nor edge defaults', () => {
    const body = 'node [timeout=1] edge [weight=1]\nsubgraph s { node [class=x] edge [weight=2] a -> b }\nc -> d';
    expect(textOf(body, 'a', 'timeout')).toBe('1');
    expect(textOf(body, 'a', 'class')).toBe('x');
    expect(textOf(body, 'c', 'class')).toBeUndefined();
    expect(graphOf(body).edges.map((edge) => edge.attributes.get('weight')?.text)).toEqual(['2', '1']);
  });

  test('language.md 1: own attributes beat defaults, whatever their order', () => {
    const node = nodeOf(graphOf('node [timeout=1, max_agent_turns=3]\na [timeout=5, max_turns=7]'), 'a');
    expect(node.attributes.get('timeout')).toMatchObject({ text: '5', origin: 'own' });
    expect(node.attributes.get('max_turns')).toMatchObject({ text: '7', origin: 'own' });
    expect(node.attributes.has('max_agent_turns')).toBe(false);
  });

  test('language.md 1: nodes without attributes of their own share one map', () => {
    const graph = graphOf('node [timeout=1]\na\nb');
    expect(nodeOf(graph, 'a').attributes).toBe(nodeOf(graph, 'b').attributes);
  });
});

describe('language.md 1: repeated keys', () => {
  test('language.md 1: the last value wins, over statements too, with a WARNING when they differ', () => {
    const { graph, diagnostics } = builtOf('a [prompt=x]\na [prompt=y, timeout=1, timeout=1]');
    expect(nodeOf(graph, 'a').attributes.get('prompt')?.text).toBe('y');
    expect(diagnostics.map((item) => [item.rule, item.severity])).toEqual([['attribute_repeated', 'warning']]);
    expect(graph.source.text.slice(diagnostics[0]?.range?.start, diagnostics[0]?.range?.end)).toBe('prompt=y');
  });

  test('language.md 1: an alias is the same key', () => {
    const { graph, diagnostics } = builtOf('graph [default_max_retry=1]\ndefault_max_retries=2');
    expect(graph.attributes.get('default_max_retries')).toMatchObject({ text: '2', written: 'default_max_retries' });
    expect(diagnostics[0]?.message).toContain('are one attribute');
  });

  test('language.md 1: `node [..]` may change a default without a warning', () => {
    expect(builtOf('node [shape=box]\na\nnode [shape=diamond]\nb').diagnostics).toEqual([]);
  });

  test('language.md 1: repeated edges are kept, in file order', () => {
    expect(pairs('a -> b [label=1]\nc -> a\na -> b [label=2]')).toEqual(['a>b', 'c>a', 'a>b']);
  });

  test('language.md 1: `__proto__` and `constructor` are ordinary names', () => {
    const graph = graphOf('__proto__ [__proto__=x, constructor=y]\nconstructor -> __proto__');
    expect([...graph.nodes.keys()]).toEqual(['__proto__', 'constructor']);
    expect(nodeOf(graph, '__proto__').attributes.get('__proto__')?.text).toBe('x');
  });
});

describe('language.md 1: groups', () => {
  test('language.md 1: a label gives a derived class and is not the graph label', () => {
    const graph = graphOf('label="The graph"\nsubgraph cluster_a { a [class="own, two"] label="Loop A (1)!" subgraph { b; label=In } }\nc');
    expect(nodeOf(graph, 'a').classes).toEqual(['own', 'two', 'loop-a-1']);
    expect(nodeOf(graph, 'b')).toMatchObject({ classes: ['loop-a-1', 'in'], groups: ['cluster_a', 'group_1'] });
    expect(nodeOf(graph, 'c').classes).toEqual([]);
    expect(graph.attributes.get('label')?.text).toBe('The graph');
    expect(graph.groups).toMatchObject([
      { id: 'cluster_a', label: 'Loop A (1)!', className: 'loop-a-1', nodes: ['a'] },
      { id: 'group_1', parent: 'cluster_a', nodes: ['b'] },
    ]);
  });

  test('language.md 1: a `class` of a group beats its label', () => {
    expect(nodeOf(graphOf('subgraph s { label="Loop A"; class="fast"; a }'), 'a').classes).toEqual(['fast']);
  });

  test('language.md 1: a node belongs to the groups of its statements, without any to those that mention it', () => {
    const graph = graphOf('x [prompt=p]\nsubgraph s { label=S a [prompt=p] a -> x }\nsubgraph t { label=T a -> y }');
    expect(nodeOf(graph, 'a').groups).toEqual(['s']);
    expect(nodeOf(graph, 'x').groups).toEqual(['s']);
    expect(nodeOf(graph, 'y').groups).toEqual(['t']);
  });

  test('language.md 1: edges to and from groups', () => {
    expect(pairs('a -> { b c } -> d')).toEqual(['a>b', 'a>c', 'b>d', 'c>d']);
    expect(pairs('{ a b } -> subgraph s { c -> d }')).toEqual(['c>d', 'a>c', 'a>d', 'b>c', 'b>d']);
    expect(pairs('a -> { b -> { c } }')).toEqual(['b>c', 'a>b', 'a>c']);
  });

  test('language.md 1: groups cannot multiply edges without bound', () => {
    const names = (prefix: string) => Array.from({ length: 1500 }, (_, i) => `${prefix}${i}`).join(' ');
    const { graph, diagnostics } = builtOf(`{ ${names('a')} } -> { ${names('b')} }`);
    expect(diagnostics.map((item) => item.rule)).toEqual(['edge_count']);
    expect(graph.edges).toEqual([]);
  });

  test('language.md 1: deep nesting costs no call stack and is refused at 256 levels', () => {
    const { graph, diagnostics } = builtOf(`${'{'.repeat(20_000)} a ${'}'.repeat(20_000)}`);
    expect(diagnostics.map((item) => item.rule)).toEqual(['group_depth']);
    expect(nodeOf(graph, 'a').groups.length).toBe(256);
  });

  test('language.md 1: graph attributes inside a group are lost, so a WARNING says it', () => {
    expect(builtOf('subgraph s { goal="x"; graph [label=L]; style=dashed; a }').diagnostics.map((item) => item.rule)).toEqual([
      'group_attribute',
    ]);
  });
});

describe('language.md 2: types', () => {
  test.each([
    ['a [shape=Mdiamond]', 'start'],
    ['a [shape=Msquare]', 'exit'],
    ['a', 'codergen'],
    ['a [shape=hexagon]', 'wait.human'],
    ['a [shape=diamond]', 'conditional'],
    ['a [shape=component]', 'parallel'],
    ['a [shape=tripleoctagon]', 'parallel.fan_in'],
    ['a [shape=parallelogram]', 'tool'],
    ['a [shape=house]', 'stack.manager_loop'],
    ['a [shape=folder]', 'pipeline'],
    ['a [shape=box, type=tool]', 'tool'],
    ['a [node_type=human]', 'wait.human'],
    ['a [type=fan_in, shape=ellipse]', 'parallel.fan_in'],
    ['a [type="my.own"]', 'my.own'],
    ['a [type="wait.humn", shape=hexagon]', 'wait.human'],
    ['a [shape=ellipse]', 'codergen'],
  ])('language.md 2: %s is %s', (body, type) => expect(typeOf(body, 'a')).toBe(type));

  test('language.md 2: ids mean start and exit only where nothing else does, on nodes that say nothing', () => {
    expect(typeOf('START -> a', 'START')).toBe('start');
    expect(typeOf('End [label=Done]', 'End')).toBe('exit');
    expect(typeOf('node [shape=box]\nstart -> a', 'start')).toBe('start');
    expect(typeOf('s [shape=Mdiamond]\nstart', 'start')).toBe('codergen');
    expect(typeOf('End [prompt="wrap up"]', 'End')).toBe('codergen');
    expect(typeOf('exit [tool_command=ls]', 'exit')).toBe('codergen');
    expect(typeOf('exit [shape=box]', 'exit')).toBe('codergen');
    expect(typeOf('begin', 'begin')).toBe('codergen');
  });
});

describe('language.md 1: edges and ranges', () => {
  test('canonical 2.9: a chain gives its attributes to all its edges; each has its own range', () => {
    const graph = graphOf('a -> b -> c [condition="outcome=success"]');
    expect(graph.edges.map((edge) => graph.source.text.slice(edge.range.start, edge.range.end))).toEqual(['a -> b', 'b -> c']);
    expect(graph.edges[0]?.condition).toBe(graph.edges[1]?.condition);
    expect(graph.edges[0]?.condition).toMatchObject({ kind: 'comparison', key: 'outcome' });
  });

  test('language.md 3: an empty or broken condition parses to none', () => {
    expect(graphOf('a -> b [condition=""]\na -> c [condition="&& ("]').edges.map((edge) => edge.condition)).toEqual([undefined, undefined]);
  });

  test('language.md 7: a node known from edges only is implicit', () => {
    const graph = graphOf('a -> b\na [prompt=x]');
    expect([nodeOf(graph, 'a').implicit, nodeOf(graph, 'b').implicit]).toEqual([false, true]);
  });

  test('language.md 1: a file without a graph gives an empty one', () => {
    expect(buildGraph(parse(new SourceFile('x', 'nothing'))).graph).toMatchObject({ name: '', edges: [] });
  });
});

test('language.md 1: any text builds without a throw', () => {
  const piece = fc.constantFrom(
    'a',
    'b',
    'start',
    '->',
    '{',
    '}',
    '[',
    ']',
    'node',
    'edge',
    'graph',
    'subgraph',
    '=',
    '"x"',
    ';',
    ',',
    'shape',
    'Mdiamond',
    'class',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const { graph } = builtOf(pieces.join(' '));
      for (const edge of graph.edges) expect(graph.nodes.has(edge.from) && graph.nodes.has(edge.to)).toBe(true);
      for (const group of graph.groups) for (const id of group.nodes) expect(nodeOf(graph, id).groups).toContain(group.id);
    }),
    { numRuns: Number(process.env['ATTRACTOR_FUZZ_RUNS'] ?? 300) },
  );
});
