import { applyEdits } from '@attractor/dot';
import { type CompletionItem, completion } from '@attractor/lsp';
import { describe, expect, it } from 'vitest';
import { marked } from '../support/markers.ts';

function items(text: string, files: Readonly<Record<string, string>> = {}): readonly CompletionItem[] {
  const { snapshot, at } = marked(text, files);
  return completion(snapshot, at);
}

function labels(text: string, files: Readonly<Record<string, string>> = {}): string[] {
  return items(text, files).map((item) => item.label);
}

/** The text after the item of that label is accepted. */
function accept(text: string, label: string, files: Readonly<Record<string, string>> = {}): string {
  const { snapshot, at } = marked(text, files);
  const item = completion(snapshot, at).find((candidate) => candidate.label === label);
  if (item === undefined)
    throw new Error(
      `no item ${label} among ${completion(snapshot, at)
        .map((it) => it.label)
        .join(', ')}`,
    );
  return applyEdits(snapshot.text, [{ range: item.range, text: item.text ?? item.label }]);
}

describe('attributes by the kind of the node', () => {
  it('language.md 2: a tool node is offered what tools read first, and nothing it has already', () => {
    const found = labels('digraph g { a [shape=parallelogram, <|>] }');
    expect(found).toContain('tool_command');
    expect(found).not.toContain('shape');
    expect(found.indexOf('tool_command')).toBeLessThan(found.indexOf('max_retries'));
    expect(found.indexOf('max_retries')).toBeLessThan(found.indexOf('join_policy'));
  });

  it('language.md 2: an alias counts as its attribute', () => {
    expect(labels('digraph g { a [llm_prompt="x", <|>] }')).not.toContain('prompt');
  });

  it.each([
    ['digraph g { a [<|>', 'max_retries'],
    ['digraph g { a [label="x", pro<|>\n  b [label="y"]\n  a -> b\n}', 'prompt'],
    ['digraph g { a [label="x"\n <|>\n}', 'prompt'],
    ['digraph g { a -> b [<|>\n c -> d }', 'condition'],
    ['digraph g { a -> { b c } [wei<|>] }', 'weight'],
    ['digraph g { edge [<|>] }', 'loop_restart'],
    ['digraph g { node [<|>] }', 'timeout'],
    ['digraph g { graph [<|>] }', 'goal'],
    ['digraph g { go<|> }', 'goal'],
    ['digraph g { a [label=x] [<|>] }', 'timeout'],
  ])('language.md 1: in %s', (text, label) => {
    expect(labels(text)).toContain(label);
  });

  it('language.md 1: a dotted key gets the quotes Graphviz needs, the typed part is replaced', () => {
    expect(accept('digraph g { a [shape=hexagon, human.def<|>] }', 'human.default_choice')).toBe(
      'digraph g { a [shape=hexagon, "human.default_choice"=] }',
    );
    expect(accept('digraph g { a [ti<|>=5m] }', 'timeout')).toBe('digraph g { a [timeout=5m] }');
  });

  it('language.md 1: in a subgraph only label and class mean something', () => {
    const found = items('digraph g { subgraph s { <|> } }').filter((item) => item.kind === 'attribute');
    expect(found.map((item) => item.label)).toEqual(['label', 'class']);
  });
});

describe('values', () => {
  it.each([
    ['digraph g { a [goal_gate=<|>] }', 'true', 'digraph g { a [goal_gate=true] }'],
    ['digraph g { a [fidelity=<|>] }', 'summary:low', 'digraph g { a [fidelity="summary:low"] }'],
    ['digraph g { a [fidelity="su<|>"] }', 'summary:low', 'digraph g { a [fidelity="summary:low"] }'],
    ['digraph g { a [shape=para<|>] }', 'parallelogram', 'digraph g { a [shape=parallelogram] }'],
    ['digraph g { a [retry_on="fail, ti<|>"] }', 'timeout', 'digraph g { a [retry_on="fail, timeout"] }'],
    ['digraph g { b\n a [retry_target=<|>] }', 'b', 'digraph g { b\n a [retry_target=b] }'],
    ['digraph g { "b-1"\n a [retry_target=<|>] }', 'b-1', 'digraph g { "b-1"\n a [retry_target="b-1"] }'],
    ['digraph g { b c\n a [feedback_from="b,<|>"] }', 'c', 'digraph g { b c\n a [feedback_from="b,c"] }'],
    ['digraph g { a [timeout=<|>] }', '5m', 'digraph g { a [timeout="5m"] }'],
    ['digraph g { fidelity\n default_fidelity=<|> }', 'compact', 'digraph g { fidelity\n default_fidelity=compact }'],
    ['digraph g { a [class="x <|>"]\n b [class=deep] }', 'deep', 'digraph g { a [class="x deep"]\n b [class=deep] }'],
    [
      'digraph g { g1 [shape=hexagon, "human.default_choice"="<|>"]\n g1 -> b [label="[Y] Yes"] }',
      'y',
      'digraph g { g1 [shape=hexagon, "human.default_choice"="y"]\n g1 -> b [label="[Y] Yes"] }',
    ],
  ])('language.md 2: %s takes %s', (text, label, after) => {
    expect(accept(text, label)).toBe(after);
  });

  it('language.md 2: files beside the document for attributes that read one', () => {
    const files = { 'prompts/plan.md': 'x', 'child.dot': 'x', 'notes.txt': 'x', 'out.schema.json': '{}' };
    expect(labels('digraph g { a [prompt="@<|>"] }', files)).toEqual(['child.dot', 'notes.txt', 'out.schema.json', 'prompts/']);
    expect(accept('digraph g { a [prompt="@prompts/pl<|>"] }', 'plan.md', files)).toBe('digraph g { a [prompt="@prompts/plan.md"] }');
    expect(labels('digraph g { a [shape=folder, dot_file="<|>"] }', files)).toEqual(['child.dot', 'prompts/']);
    expect(labels('digraph g { a [response_schema="<|>"] }', files)).toEqual(['out.schema.json', 'prompts/']);
    expect(labels('digraph g { a [dot_file="../<|>"] }', files)).toEqual([]);
  });

  it('language.md 4: context keys that exist at this point, in prompts and commands', () => {
    const graph = (value: string): string =>
      `digraph g { params="team=x"\n start [shape=Mdiamond]\n early [shape=parallelogram, tool_command=ls]\n a [${value}]\n late [shape=parallelogram, tool_command=ls]\n start -> early -> a -> late }`;
    const found = labels(graph('prompt="see $<|>"'));
    expect(found).toEqual(expect.arrayContaining(['$goal', '$team', '$early.output', '$early.last_line']));
    expect(found).not.toContain('$late.output');
    expect(accept(graph('prompt="see $early.o<|> now"'), '$early.output')).toBe(graph('prompt="see $early.output now"'));
    expect(accept(graph('shape=parallelogram, tool_command="cat $ea<|>"'), '$early.output')).toContain('cat $early.output"');
  });
});

describe('conditions', () => {
  const graph = (condition: string): string =>
    `digraph g { t [shape=parallelogram, tool_command=ls]\n t -> u [label="done", condition="${condition}"]\n t -> v }`;

  it('language.md 3: keys at the start and after an operator', () => {
    expect(labels(graph('<|>')).slice(0, 4)).toEqual(['outcome', 'status', 'preferred_label', 'failure_class']);
    expect(labels(graph('outcome=fail && con<|>'))).toContain('context.tool.exit_code');
    expect(accept(graph('outcome=fail && con<|>'), 'context.t.output')).toBe(graph('outcome=fail && context.t.output'));
  });

  it('language.md 3: operators after a key, values after an operator, both after a value', () => {
    expect(labels(graph('outcome <|>'))).toEqual(['=', '!=', '<', '<=', '>', '>=', 'contains', 'matches', '&&', '||']);
    expect(labels(graph('outcome = <|>'))).toEqual(['success', 'partial_success', 'retry', 'fail', 'skipped', 'done']);
    expect(accept(graph('outcome=su<|>'), 'success')).toBe(graph('outcome=success'));
    expect(labels(graph('status = success <|>'))).toEqual(expect.arrayContaining(['&&', '||']));
  });

  it('language.md 1: in a value that is not quoted yet', () => {
    expect(accept('digraph g { a -> b [condition=<|>] }', 'outcome')).toBe('digraph g { a -> b [condition=outcome] }');
  });
});

describe('stylesheets', () => {
  const graph = (sheet: string): string => `digraph g { model_stylesheet="${sheet}"\n a [class=deep]\n b [shape=hexagon] }`;

  it('language.md 5: selectors, properties, values', () => {
    expect(labels(graph('<|>'))).toEqual(expect.arrayContaining(['*', '.deep', '#a', '#b', 'hexagon']));
    expect(accept(graph('.de<|> { }'), '.deep')).toBe(graph('.deep { }'));
    expect(labels(graph('* { llm_model: x; <|> }'))).toContain('reasoning_effort');
    expect(accept(graph('* { reasoning_effort: lo<|> }'), 'low')).toBe(graph('* { reasoning_effort: low }'));
    expect(labels(graph('* { fidelity: <|> }'))).toContain('compact');
  });
});

describe('names', () => {
  it('language.md 1: node ids at the end of an edge, also in a file that does not end', () => {
    expect(labels('digraph g { a [label=x]\n b [label=y]\n a -> <|>')).toEqual(['a', 'b']);
    expect(accept('digraph g { "two words"\n a -> t<|> }', 'two words')).toBe('digraph g { "two words"\n a -> "two words" }');
  });

  it('language.md 1: a statement begins with a node, a keyword or an attribute of the graph', () => {
    expect(labels('digraph g { a [label=x]\n <|>\n }')).toEqual(expect.arrayContaining(['a', 'node', 'subgraph', 'max_steps']));
  });

  it('language.md 1: a string without its end does not hide the nodes behind it', () => {
    expect(labels('digraph g {\n a [retry_target="<|>\n b [label="y"]\n c [label="z"]\n}')).toEqual(expect.arrayContaining(['b', 'c']));
    expect(accept('digraph g {\n a [retry_target="<|>\n b [label="y"]\n}', 'b')).toBe(
      'digraph g {\n a [retry_target="b\n b [label="y"]\n}',
    );
  });

  it('language.md 8: rules in an allow comment; other comments offer nothing', () => {
    expect(labels('digraph g {\n // lint: allow <|>\n a }')).toContain('start_node');
    expect(labels('digraph g {\n // see <|>\n a }')).toEqual([]);
  });

  it('offers a graph where there is none', () => {
    expect(labels('<|>')).toEqual(['digraph']);
    expect(labels('dig<|>')).toEqual(['digraph']);
  });
});
