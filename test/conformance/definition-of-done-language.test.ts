import { SourceFile } from '@attractor/dot';
import {
  edgeValue,
  type Graph,
  graphValue,
  memoryFiles,
  nodeValue,
  type Prepared,
  prepare,
  type Transform,
  ValidationError,
  validateOrThrow,
} from '@attractor/pipeline';
import { afterAll, describe, expect, test } from 'vitest';
import { removePlaces, row, runWhole, tool } from '../support/engine.ts';

// Canonical's definition of done, 11.1, 11.2, 11.9, 11.10 and 11.11: the parts about text and graphs.

afterAll(removePlaces);

function read(text: string, transforms: readonly Transform[] = []): Prepared {
  return prepare(new SourceFile('test.dot', text), { files: memoryFiles({}), workingDirectory: '/', transforms });
}

function within(body: string): Prepared {
  return read(`digraph g { start [shape=Mdiamond] exit [shape=Msquare] ${body} }`);
}

function node(graph: Graph, id: string) {
  const found = graph.nodes.get(id);
  if (found === undefined) throw new Error(`no node '${id}'`);
  return found;
}

const edges = (graph: Graph): readonly string[] => graph.edges.map((edge) => `${edge.from}->${edge.to}`);
const rules = (prepared: Prepared, severity: 'error' | 'warning'): readonly string[] =>
  prepared.diagnostics.filter((item) => item.severity === severity).map((item) => item.rule);

describe('canonical 11.1: DOT parsing', () => {
  test('canonical 11.1: a digraph with graph, node and edge attribute blocks', () => {
    const { graph, ok } = read(
      'digraph pipeline { graph [goal="Ship"] node [shape=box, timeout=5s] edge [weight=2] start [shape=Mdiamond] exit [shape=Msquare] a [prompt="x"] start -> a -> exit }',
    );
    expect({ ok, name: graph.name, nodes: [...graph.nodes.keys()] }).toEqual({ ok: true, name: 'pipeline', nodes: ['start', 'exit', 'a'] });
  });

  test('canonical 11.1: graph attributes goal, label and model_stylesheet', () => {
    const { graph } = within('goal="Ship it" label="Release" model_stylesheet="* { llm_model: m }" start -> exit');
    expect([graphValue(graph, 'goal'), graphValue(graph, 'label'), graphValue(graph, 'model_stylesheet')]).toEqual([
      'Ship it',
      'Release',
      '* { llm_model: m }',
    ]);
  });

  test('canonical 11.1: node attributes over several lines', () => {
    const { graph } = within('a [\n  label="A",\n  prompt="one\ntwo",\n  max_retries=3\n]\nstart -> a -> exit');
    const a = node(graph, 'a');
    expect([nodeValue(a, 'label'), nodeValue(a, 'prompt'), nodeValue(a, 'max_retries')]).toEqual(['A', 'one\ntwo', 3]);
  });

  test('canonical 11.1: edge attributes label, condition and weight', () => {
    const { graph } = within('a [prompt=x] start -> a a -> exit [label="Yes", condition="outcome=success", weight=7]');
    const edge = graph.edges[1];
    expect(edge && [edgeValue(edge, 'label'), edge.condition?.kind, edgeValue(edge, 'weight')]).toEqual(['Yes', 'comparison', 7]);
  });

  test('canonical 11.1: a chain gives an edge for each pair', () => {
    expect(edges(within('start -> a -> b -> exit').graph)).toEqual(['start->a', 'a->b', 'b->exit']);
  });

  test('canonical 11.1: default blocks apply to what follows them', () => {
    const { graph } = within('before [prompt=x] node [timeout=9s] after [prompt=y] edge [weight=4] start -> before -> after -> exit');
    expect([nodeValue(node(graph, 'before'), 'timeout'), nodeValue(node(graph, 'after'), 'timeout')]).toEqual([undefined, 9000]);
    expect(graph.edges.map((edge) => edgeValue(edge, 'weight'))).toEqual([4, 4, 4]);
  });

  test('canonical 11.1: subgraphs are flattened, contents kept', () => {
    const { graph } = within(
      'subgraph cluster_loop { label="Loop A" node [timeout=900s] a [prompt=x] b [prompt=y] } start -> a -> b -> exit',
    );
    expect([...graph.nodes.keys()]).toEqual(['start', 'exit', 'a', 'b']);
    expect([node(graph, 'a').classes, nodeValue(node(graph, 'b'), 'timeout')]).toEqual([['loop-a'], 900_000]);
  });

  test('canonical 11.1: a class takes the attributes of its stylesheet rule', () => {
    const { graph } = within('model_stylesheet=".fast { llm_model: small }" a [class=fast, prompt=x] start -> a -> exit');
    expect(nodeValue(node(graph, 'a'), 'llm_model')).toBe('small');
  });

  test('canonical 11.1: values with and without quotes are the same', () => {
    const { graph } = within(
      'a [max_retries=2, goal_gate=true, prompt=x] b [max_retries="2", goal_gate="true", prompt="x"] start -> a -> b -> exit',
    );
    const values = (id: string) => [nodeValue(node(graph, id), 'max_retries'), nodeValue(node(graph, id), 'goal_gate')];
    expect([values('a'), values('b')]).toEqual([
      [2, true],
      [2, true],
    ]);
  });

  test('canonical 11.1: comments count for nothing, also between attributes, and not inside strings', () => {
    const { graph, ok } = within('/* one */ a [ // two\n prompt="a // b /* c */" ] start -> a -> exit\n# three\n// four\n');
    expect({ ok, prompt: nodeValue(node(graph, 'a'), 'prompt') }).toEqual({ ok: true, prompt: 'a // b /* c */' });
  });
});

describe('canonical 11.2: validation', () => {
  test('canonical 11.2, 11.12: a missing start node is an ERROR, and so are two', () => {
    expect(rules(read('digraph g { exit [shape=Msquare] a [prompt=x] a -> exit }'), 'error')).toContain('start_node');
    expect(rules(within('other [shape=Mdiamond] start -> exit other -> exit'), 'error')).toContain('start_node');
  });

  test('canonical 11.2: start and exit are known by their ids too', () => {
    expect(rules(read('digraph g { Start -> a -> end a [prompt=x] }'), 'error')).toEqual([]);
  });

  test('canonical 11.2, 11.12: a missing exit node is an ERROR, and so are two', () => {
    expect(rules(read('digraph g { start [shape=Mdiamond] a [prompt=x] start -> a }'), 'error')).toContain('terminal_node');
    expect(rules(within('other [shape=Msquare] start -> exit start -> other'), 'error')).toContain('terminal_node');
  });

  test('canonical 11.2: no edge leads into the start, none out of the exit', () => {
    expect(rules(within('a [prompt=x] start -> a -> exit a -> start'), 'error')).toEqual(['start_no_incoming']);
    expect(rules(within('a [prompt=x] start -> a -> exit exit -> a'), 'error')).toEqual(['exit_no_outgoing']);
  });

  test('canonical 11.2, 11.12: an orphan is found, as an ERROR (D-19)', () => {
    const found = within('start -> exit lonely [prompt=x]').diagnostics.find((item) => item.rule === 'reachability');
    expect({ severity: found?.severity, node: found?.node }).toEqual({ severity: 'error', node: 'lonely' });
  });

  test('canonical 11.2: an edge to a node without a statement makes that node, and says so with the id that was meant', () => {
    const found = within('review [prompt=x] start -> reveiw -> exit review -> exit').diagnostics.find(
      (item) => item.rule === 'implicit_node',
    );
    expect({ severity: found?.severity, node: found?.node, names: found?.message.includes('review') }).toEqual({
      severity: 'warning',
      node: 'reveiw',
      names: true,
    });
  });

  test('canonical 11.2: a model node without a prompt is a WARNING', () => {
    expect(rules(within('a [shape=box] start -> a -> exit'), 'warning')).toContain('prompt_on_llm_nodes');
  });

  test('canonical 11.2: a condition that cannot be read is an ERROR', () => {
    expect(rules(within('a [prompt=x] start -> a a -> exit [condition="outcome ="]'), 'error')).toContain('condition_syntax');
  });

  test('canonical 11.2: validateOrThrow throws on an ERROR and not on a WARNING', () => {
    expect(() => validateOrThrow(within('start -> exit lonely [prompt=x]').graph)).toThrow(ValidationError);
    expect(validateOrThrow(within('a [shape=box] start -> a -> exit').graph).map((item) => item.severity)).toEqual(['warning']);
  });

  test('canonical 11.2: a finding has rule, severity, node or edge, and message', () => {
    const { diagnostics } = within('a [prompt=x] start -> a a -> exit [condition="outcome ="] lonely [prompt=x]');
    expect(diagnostics.map((item) => [item.rule, item.severity, item.node, item.edge, item.message.length > 10])).toEqual([
      ['reachability', 'error', 'lonely', undefined, true],
      ['condition_syntax', 'error', undefined, { from: 'a', to: 'exit' }, true],
    ]);
  });
});

describe('canonical 11.9: conditions', () => {
  /** Where a run goes behind a tool that passed with the given label and context. */
  async function taken(condition: string, label = ''): Promise<'yes' | 'no'> {
    const { result } = await runWhole(
      `digraph g { start [shape=Mdiamond] exit [shape=Msquare] a [prompt=x]
        yes [shape=parallelogram, tool_command=true] no [shape=parallelogram, tool_command=true]
        start -> a a -> yes [condition=${JSON.stringify(condition)}] a -> no yes -> exit no -> exit }`,
      { script: { a: [{ outcome: { status: 'success', preferred_label: label, context_updates: { color: 'red' } } }] }, mode: 'dry-run' },
    );
    return result.nodes.at(-1) === 'yes' ? 'yes' : 'no';
  }

  test.each([
    ['context.color=red', 'yes'],
    ['context.color=blue', 'no'],
    ['context.color!=blue', 'yes'],
    ['context.color!=red', 'no'],
    ['outcome=success && context.color=red && context.color!=blue', 'yes'],
    ['outcome=success && context.color=blue', 'no'],
    ['outcome=success', 'yes'],
    ['outcome=fail', 'no'],
    ['context.missing=x', 'no'],
    ['context.missing!=x', 'yes'],
    ['context.missing=""', 'yes'],
  ] as const)('canonical 11.9: %s leads to %s', async (condition, expected) => {
    expect(await taken(condition)).toBe(expected);
  });

  test('canonical 11.9: preferred_label is the label of the outcome', async () => {
    expect([await taken('preferred_label=Ship', 'Ship'), await taken('preferred_label=Ship', 'Wait')]).toEqual(['yes', 'no']);
  });

  test('canonical 11.9: an empty condition is an unconditional edge', () => {
    const { graph, ok } = within('a [prompt=x] start -> a a -> exit [condition=""]');
    expect({ ok, condition: graph.edges[1]?.condition }).toEqual({ ok: true, condition: undefined });
  });
});

describe('canonical 11.10: model stylesheet', () => {
  const sheet = `model_stylesheet="
    * { llm_model: universal; llm_provider: p; reasoning_effort: low }
    box { llm_model: shape; reasoning_effort: medium }
    .fast { llm_model: class }
    #review { reasoning_effort: high }"`;
  const { graph, ok } = within(`${sheet}
    plain [prompt=x] quick [class=fast, prompt=x] review [class=fast, prompt=x] own [class=fast, llm_model=mine, prompt=x]
    choose [shape=diamond]
    start -> plain -> quick -> review -> own -> choose -> exit`);
  const values = (id: string) => [nodeValue(node(graph, id), 'llm_model'), nodeValue(node(graph, id), 'reasoning_effort')];

  test('canonical 11.10: it is read from the graph attribute', () => expect(ok).toBe(true));
  test('canonical 11.10, 11.12: by shape', () => expect(values('plain')).toEqual(['shape', 'medium']));
  test('canonical 11.10: by class', () => expect(values('quick')).toEqual(['class', 'medium']));
  test('canonical 11.10: by id, property by property: universal, shape, class, id', () => {
    expect(values('review')).toEqual(['class', 'high']);
    expect(values('choose')).toEqual(['universal', 'low']);
    expect(nodeValue(node(graph, 'review'), 'llm_provider')).toBe('p');
  });
  test('canonical 11.10: an attribute of the node wins', () => expect(values('own')).toEqual(['mine', 'medium']));
});

describe('canonical 11.11: transforms', () => {
  const label = (name: string, add: string): Transform => ({
    name,
    apply: (graph) => ({
      ...graph,
      nodes: new Map([...graph.nodes].map(([id, each]) => [id, { ...each, classes: [...each.classes, `${add}${each.classes.length}`] }])),
    }),
  });

  test('canonical 11.11: custom ones take a graph and give one, in order, between parsing and validation', () => {
    const orphan: Transform = {
      name: 'orphan',
      apply: (graph) => ({ ...graph, edges: graph.edges.filter((edge) => edge.from !== 'start') }),
    };
    const text = 'digraph g { start [shape=Mdiamond] exit [shape=Msquare] a [prompt=x] start -> a -> exit }';
    expect(node(read(text, [label('one', 'x'), label('two', 'y')]).graph, 'a').classes).toEqual(['x0', 'y1']);
    expect(rules(read(text, [orphan]), 'error')).toContain('reachability');
  });

  test('canonical 11.11, 11.12: $goal in a prompt is the goal', async () => {
    const { file } = await runWhole(row({ a: { prompt: 'Do: $goal', fidelity: 'truncate' }, b: tool('true') }, { goal: 'win' }));
    expect(file('a/prompt.md')).toMatch(/Do: win$/);
  });
});
