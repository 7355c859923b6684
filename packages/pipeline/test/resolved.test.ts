import {
  canonicalJson,
  childDigests,
  effectiveAttributes,
  graphDigest,
  graphFromResolved,
  type Json,
  type JsonObject,
  memoryFiles,
  resolvedGraph,
} from '@attractor/pipeline';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodeOf, prepareText } from './helpers.ts';

const graphIn = (text: string) => prepareText(text).graph;
const digest = (text: string) => graphDigest(graphIn(text));
const base = 'digraph g { goal="x" start -> a -> exit [condition="outcome=success"] a [prompt=p, __proto__=q] subgraph s { label=S a } }';

describe('engine.md 14: the resolved form', () => {
  test('engine.md 14: a graph survives it', () => {
    const graph = graphIn(base);
    const json = JSON.parse(JSON.stringify(resolvedGraph(graph))) as JsonObject;
    const back = graphFromResolved(json);
    expect(resolvedGraph(back)).toEqual(resolvedGraph(graph));
    expect(graphDigest(back)).toBe(graphDigest(graph));
    expect(back.edges[0]?.condition).toEqual(graph.edges[0]?.condition);
    expect([...back.nodes.values()].map((node) => node.type)).toEqual(['start', 'codergen', 'exit']);
    expect(back.file).toBe('/p/main.dot');
    expect(nodeOf(back, 'a')).toMatchObject({ classes: ['s'], groups: ['s'] });
  });

  test('engine.md 14: any JSON object reads as a graph', () => {
    const json = fc.dictionary(fc.constantFrom('name', 'nodes', 'edges', 'groups', 'attributes', 'file'), fc.jsonValue({ maxDepth: 3 }));
    fc.assert(
      fc.property(json, (value) => void resolvedGraph(graphFromResolved(value as JsonObject))),
      { numRuns: 200 },
    );
  });
});

describe('engine.md 14: the digest', () => {
  test('engine.md 14: comments, layout, drawing attributes and the order of nodes do not count', () => {
    const other =
      'digraph g {\n // note\n rankdir=LR; subgraph s { label=S; style=dashed; a [color=red,\n prompt="p", __proto__=q] }\n start -> a -> exit [ condition="outcome=success" , penwidth=3 ]; goal=x }';
    expect(digest(other)).toBe(digest(base));
  });

  test.each([
    ['a prompt', base.replace('prompt=p', 'prompt=r')],
    ['a goal', base.replace('goal="x"', 'goal="y"')],
    ['an unknown attribute', base.replace('__proto__=q', 'mine=q')],
    ['a condition', base.replace('=success', '=fail')],
    ['a class', base.replace('label=S', 'label=T')],
    ['an edge', base.replace('start -> a', 'start -> a start -> a')],
  ])('engine.md 14: %s counts', (_, text) => expect(digest(text)).not.toBe(digest(base)));

  test('engine.md 14: the order of edges counts', () => {
    expect(digest('digraph g { a -> b a -> c }')).not.toBe(digest('digraph g { a -> c a -> b }'));
  });

  test('engine.md 14: prompt files, schemas and the stylesheet count', () => {
    const text = 'digraph { start -> a -> exit a [prompt="@p.md", response_schema="s.json"] }';
    const of = (p: string, s: string) => graphDigest(prepareText(text, { on: { '/p/p.md': p, '/p/s.json': s } }).graph);
    expect(new Set([of('1', '{}'), of('2', '{}'), of('1', '{"type":"object"}'), of('1', '{}')]).size).toBe(3);
  });

  test('engine.md 14: child graphs count, comments in them do not, cycles end', () => {
    const text = 'digraph { start -> f -> exit f [shape=folder, dot_file="c.dot"] }';
    const of = (child: string, grandchild: string) => {
      const files = memoryFiles({ '/p/c.dot': child, '/p/d.dot': grandchild });
      const { graph } = prepareText(text, { files });
      const digest = graphDigest(graph);
      expect(digest).toBe(graphDigest(graph, childDigests(graph, { files, workingDirectory: '/w' })));
      expect(graphDigest(graphFromResolved(resolvedGraph(graph)))).toBe(digest);
      return digest;
    };
    const child = 'digraph { start -> d -> exit d [shape=folder, dot_file="d.dot"] }';
    const leaf = 'digraph { start -> x -> exit x [prompt=p] }';
    expect(of(`// note\n${child}`, leaf)).toBe(of(child, leaf));
    expect(of(child, leaf.replace('prompt=p', 'prompt=q'))).not.toBe(of(child, leaf));
    expect(of(child, child.replace('d.dot', 'c.dot'))).toMatch(/^[0-9a-f]{64}$/);
  });

  test('engine.md 14: canonical JSON sorts keys at every depth', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe('{"a":true,"b":[1,{"c":"x","d":null}]}');
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value as Json))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

test('files.md 5: effective attributes say where each value comes from', () => {
  const text = `digraph { graph [default_fidelity=full, model_stylesheet=".c { model: big }", default_max_retries=3]
    node [timeout=5m] start -> a -> exit a [prompt=p, class=c, "context.k"=v, mine=1] }`;
  const prepared = prepareText(text, { inheritedStylesheet: '* { provider: openai }' });
  const all = new Map(effectiveAttributes(prepared.graph, nodeOf(prepared.graph, 'a')).map((item) => [item.name, item]));
  const short = (name: string) => [all.get(name)?.value, all.get(name)?.origin, all.get(name)?.from];
  expect(short('prompt')).toEqual(['p', 'own', undefined]);
  expect(short('timeout')).toEqual(['5m', 'default', undefined]);
  expect(short('llm_model')).toEqual(['big', 'stylesheet', '.c']);
  expect(short('llm_provider')).toEqual(['openai', 'stylesheet', 'the stylesheet of a parent']);
  expect(short('fidelity')).toEqual(['full', 'graph', 'default_fidelity']);
  expect(short('max_retries')).toEqual(['3', 'graph', 'default_max_retries']);
  expect(short('retry_on')).toEqual(['retry,exception,must_write', 'system', undefined]);
  expect(short('type')).toEqual(['codergen', 'system', 'the shape or id']);
  expect(short('max_visits')).toEqual([undefined, 'unset', undefined]);
  expect(short('mine')).toEqual(['1', 'own', undefined]);
  expect(all.get('context.k')?.doc).toContain('child');
  expect(all.has('tool_command')).toBe(false);
});
