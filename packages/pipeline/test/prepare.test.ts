import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SourceFile } from '@attractor/dot';
import {
  type Graph,
  memoryFiles,
  nodeFiles,
  nodeValue,
  prepare,
  setGraphAttribute,
  setNodeAttribute,
  type Transform,
} from '@attractor/pipeline';
import { describe, expect, test } from 'vitest';
import { nodeOf, pointedAt, prepareText, rulesOf } from './helpers.ts';

const given = (values: Readonly<Record<string, string>> = {}) => new Map(Object.entries(values));
const wrap = (body: string) => `digraph { ${body}\n start [shape=Mdiamond] exit [shape=Msquare] }`;
const work = (attributes: string, more = '') => wrap(`${more} a [prompt=p, ${attributes}] start -> a -> exit`);
const errors = (text: string, options: Parameters<typeof prepareText>[1] = {}) => rulesOf(prepareText(text, options).diagnostics, 'error');

describe('language.md 6: files', () => {
  test('language.md 2: `@path` reads a prompt beside the graph; its text is not substituted yet', () => {
    const prepared = prepareText(wrap('a [prompt="@prompts/a.md"] start -> a -> exit'), { on: { '/p/prompts/a.md': 'Do $goal' } });
    expect(nodeOf(prepared.graph, 'a').attributes.get('prompt')?.text).toBe('Do $goal');
    expect(prepared.ok).toBe(true);
  });

  test('language.md 6: without a file, paths begin in the working directory', () => {
    const source = new SourceFile('stdin', wrap('a [prompt="@a.md"] start -> a -> exit'));
    const prepared = prepare(source, { files: memoryFiles({ '/w/a.md': 'x' }), workingDirectory: '/w' });
    expect(nodeOf(prepared.graph, 'a').attributes.get('prompt')?.text).toBe('x');
    expect(prepared.ok).toBe(true);
  });

  test('language.md 6: a folder, a pipe and a device are no files: nobody waits for their end', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'attractor-files-'));
    try {
      execFileSync('mkfifo', [path.join(folder, 'pipe')]);
      for (const file of [folder, path.join(folder, 'pipe'), '/dev/zero', '/dev/null']) expect(nodeFiles.readText(file)).toBeUndefined();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('language.md 6: a missing prompt file is an ERROR at the value', () => {
    const prepared = prepareText(wrap('a [prompt="@a.md"] start -> a -> exit'));
    expect(rulesOf(prepared.diagnostics, 'error')).toEqual(['prompt_file']);
    expect(pointedAt(prepared, prepared.diagnostics[0])).toBe('"@a.md"');
    expect(prepared.ok).toBe(false);
  });

  test('language.md 2: `@@` begins a prompt with @; a text of several lines is no path', () => {
    const prepared = prepareText(wrap('a [prompt="@@bob: hello"] b [prompt="@bob\\nhello"] start -> a -> b -> exit'));
    expect(['a', 'b'].map((id) => nodeOf(prepared.graph, id).attributes.get('prompt')?.text)).toEqual(['@bob: hello', '@bob\nhello']);
    expect(prepared.ok).toBe(true);
  });

  test('backends.md 1: the script is read; a missing one is an ERROR', () => {
    const text = wrap('script="s.json" start -> exit');
    expect(prepareText(text, { on: { '/p/s.json': '{}' } }).script).toEqual({ path: '/p/s.json', text: '{}' });
    expect(errors(text)).toEqual(['script_file']);
  });
});

describe('language.md 2: parameters', () => {
  const text = wrap('params="one, two=2, three!" start -> exit');

  test('language.md 2: defaults, given values, required ones', () => {
    expect([...prepareText(text, { parameters: given({ three: 'x' }) }).parameters]).toEqual([
      ['two', '2'],
      ['three', 'x'],
    ]);
    const prepared = prepareText(text, { parameters: given() });
    expect(rulesOf(prepared.diagnostics, 'error')).toEqual(['parameter_missing']);
    expect(
      pointedAt(
        prepared,
        prepared.diagnostics.find((item) => item.severity === 'error'),
      ),
    ).toBe('three!');
  });

  test('language.md 2: where no run is meant, required parameters are not asked for', () => expect(errors(text)).toEqual([]));

  test('language.md 2: an undeclared parameter is accepted, with an INFO when the graph declares some', () => {
    const prepared = prepareText(text, { parameters: given({ three: 'x', other: 'y' }) });
    expect(prepared.parameters.get('other')).toBe('y');
    expect(prepared.diagnostics.map((item) => [item.rule, item.severity])).toEqual([['parameter_undeclared', 'info']]);
    expect(prepareText(wrap('start -> exit'), { parameters: given({ other: 'y' }) }).diagnostics).toEqual([]);
  });

  test.each([
    'context.target_dir',
    'iteration',
    'tool.output',
    'a.exit_code',
    'human.gate.text',
    'PATH',
    'LD_PRELOAD',
    'ATTRACTOR_X',
    'graph.goal',
    'study.note',
  ])('language.md 2: the parameter %s is refused, given or declared', (name) => {
    expect(errors(work('timeout=1'), { parameters: given({ [name]: 'x' }) })).toEqual(['parameter_refused']);
    expect(errors(work('timeout=1', `params="${name}"`), { parameters: given() })).toEqual(['parameter_refused']);
  });

  test('engine.md 1a: a node id is refused only where its node writes that key', () => {
    const schema = 'response_schema="{\\"type\\":\\"object\\"}"';
    expect(errors(work('timeout=1'), { parameters: given({ a: 'x' }) })).toEqual([]);
    expect(errors(work(schema), { parameters: given({ a: 'x' }) })).toEqual(['parameter_refused']);
  });

  test('language.md 2: an entry that cannot be read is an ERROR', () => {
    expect(errors(wrap('params="ok, 1bad, also bad" start -> exit'))).toEqual(['parameter_declaration', 'parameter_declaration']);
  });

  test('files.md 1: secret parameters are named', () => {
    expect([...prepareText(wrap('secret_params="k1, k2" start -> exit')).secretParameters]).toEqual(['k1', 'k2']);
  });
});

describe('language.md 4: what is substituted before the run', () => {
  const goalOf = (graph: Graph) => graph.attributes.get('goal')?.text;

  test('language.md 2: --goal and the parameter goal set the goal as it is; the graph’s own may name parameters', () => {
    const text = wrap('goal="Build $what" start -> exit');
    expect(goalOf(prepareText(text, { parameters: given({ what: '$x' }) }).graph)).toBe('Build $x');
    expect(goalOf(prepareText(text, { parameters: given({ goal: 'G $what', what: 'x' }) }).graph)).toBe('G $what');
    expect(goalOf(prepareText(text, { parameters: given({ goal: 'G' }), goal: 'H' }).graph)).toBe('H');
    expect(prepareText(text, { parameters: given({ goal: 'G' }) }).parameters.has('goal')).toBe(false);
  });

  test('language.md 4: durations and numbers', () => {
    const prepared = prepareText(work('timeout="$t", max_visits="$n"'), { parameters: given({ t: '5m', n: '7' }) });
    expect(nodeValue(nodeOf(prepared.graph, 'a'), 'timeout')).toBe(300_000);
    expect(nodeValue(nodeOf(prepared.graph, 'a'), 'max_visits')).toBe(7);
  });

  test('language.md 4: a duration that names no parameter is an ERROR in a run, open where none is meant', () => {
    const text = work('timeout="$t"', 'params="t"');
    expect(errors(text, { parameters: given() })).toEqual(['attribute_value']);
    expect(errors(text)).toEqual([]);
    expect(errors(work('timeout="$t"'))).toEqual(['attribute_value']);
  });

  test('language.md 4: prompts, commands and labels that are instructions wait for the run', () => {
    const body =
      'a [label="L $x"] h [shape=hexagon, label="H $x"] t [shape=parallelogram, tool_command="echo $x", label="T $x"] b [label="B $x", prompt="P $x"]';
    const { graph } = prepareText(wrap(`label="G $x" ${body} start -> a -> h -> t -> b -> exit`), { parameters: given({ x: '1' }) });
    expect(graph.attributes.get('label')?.text).toBe('G 1');
    expect(['a', 'h', 't', 'b'].map((id) => nodeOf(graph, id).attributes.get('label')?.text)).toEqual(['L $x', 'H $x', 'T 1', 'B 1']);
    expect(nodeOf(graph, 't').attributes.get('tool_command')?.text).toBe('echo $x');
    expect(nodeOf(graph, 'b').attributes.get('prompt')?.text).toBe('P $x');
  });

  test('language.md 4: one pass: an inserted value is not scanned again', () => {
    const { graph } = prepareText(wrap('label="$x" start -> exit'), { parameters: given({ x: '$y', y: 'no' }) });
    expect(graph.attributes.get('label')?.text).toBe('$y');
  });

  test('language.md 4: dot_file, the schema path and the stylesheet', () => {
    const body = 'model_stylesheet="* { model: $m }" a [prompt=p, response_schema="$s.json"] f [shape=folder, dot_file="$c.dot"]';
    const on = { '/p/schema.json': '{"type":"object"}', '/p/child.dot': 'digraph {}' };
    const prepared = prepareText(wrap(`${body} start -> a -> f -> exit`), { on, parameters: given({ m: 'big', s: 'schema', c: 'child' }) });
    expect(rulesOf(prepared.diagnostics)).toEqual([]);
    expect(nodeOf(prepared.graph, 'a').attributes.get('llm_model')?.text).toBe('big');
    expect(nodeValue(nodeOf(prepared.graph, 'a'), 'response_schema')).toEqual({ type: 'object' });
    expect(nodeValue(nodeOf(prepared.graph, 'f'), 'dot_file')).toBe('child.dot');
  });
});

describe('§23: response_schema', () => {
  const schema = (text: string) => work(`response_schema="${text.replaceAll('"', '\\"')}"`);

  test('§23: inline JSON and files', () => {
    expect(errors(schema('{"type":"object","properties":{"d":{"type":"string","format":"date"}}}'))).toEqual([]);
    expect(
      errors(
        schema(
          '{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"array","prefixItems":[{"type":"number"}],"minItems":1,"items":false}',
        ),
      ),
    ).toEqual([]);
    expect(errors(schema('s.json'), { on: { '/p/s.json': '\n{"type":"object"}' } })).toEqual([]);
  });

  test.each(['{"type":"objct"}', '{"type":"object","propertys":{}}', '{not json', 'missing.json', '{"$ref":"#/nowhere"}'])(
    '§23: %s is an ERROR',
    (text) => {
      const prepared = prepareText(schema(text));
      expect(rulesOf(prepared.diagnostics, 'error')).toEqual(['response_schema_valid']);
      expect(prepared.diagnostics.find((item) => item.severity === 'error')).toMatchObject({
        node: 'a',
        page: 'docs/rules/response_schema_valid.md',
      });
    },
  );

  test('§23: a file without a JSON object is an ERROR', () =>
    expect(errors(schema('s.json'), { on: { '/p/s.json': '[1]' } })).toEqual(['response_schema_valid']));
});

describe('language.md 6: custom transforms', () => {
  const add: Transform = {
    name: 'add',
    apply: (graph) => setNodeAttribute(graph, 'a', 'llm_prompt', `${nodeOf(graph, 'a').attributes.get('prompt')?.text}+`),
  };

  test('language.md 6: they run in order, after the built-in ones, and validation sees their graph', () => {
    const breaks: Transform = { name: 'breaks', apply: (graph) => setNodeAttribute(graph, 'a', 'max_retries', 'many') };
    const prepared = prepareText(work('timeout=1'), { transforms: [add, add, breaks] });
    expect(nodeOf(prepared.graph, 'a').attributes.get('prompt')?.text).toBe('p++');
    expect(rulesOf(prepared.diagnostics, 'error')).toEqual(['attribute_value']);
  });

  test('language.md 6: the input of a transform is not modified', () => {
    const prepared = prepareText(work('timeout=1'));
    const before = prepared.graph;
    setGraphAttribute(add.apply(before), 'goal', 'x');
    expect(nodeOf(before, 'a').attributes.get('prompt')?.text).toBe('p');
    expect(before.attributes.has('goal')).toBe(false);
  });

  test('language.md 6: one that throws is an ERROR with its name, and the others run', () => {
    const broken: Transform = {
      name: 'broken',
      apply: () => {
        throw new Error('no');
      },
    };
    const prepared = prepareText(work('timeout=1'), { transforms: [broken, add] });
    expect(prepared.diagnostics.map((item) => item.message)).toEqual(['the transform `broken` failed: no']);
    expect(nodeOf(prepared.graph, 'a').attributes.get('prompt')?.text).toBe('p+');
  });

  test('language.md 6: changing a shape, class or condition keeps the model in step', () => {
    const shape: Transform = {
      name: 'shape',
      apply: (graph) => setNodeAttribute(setNodeAttribute(graph, 'a', 'shape', 'diamond'), 'a', 'class', 'x y'),
    };
    const { graph } = prepareText(wrap('subgraph s { label=S a [class=old] } start -> a -> exit'), { transforms: [shape] });
    expect(nodeOf(graph, 'a')).toMatchObject({ type: 'conditional', classes: ['x', 'y', 's'] });
  });
});

describe('language.md 1: whole files', () => {
  test('language.md 1: syntax errors come first and hide nothing', () => {
    const prepared = prepareText('digraph { a -> -> b\n c [shape=Mdiamond]');
    expect(prepared.ok).toBe(false);
    expect(rulesOf(prepared.diagnostics, 'error')).toContain('terminal_node');
    expect(prepared.diagnostics[0]?.page).toBe('docs/rules/syntax.md');
  });

  test('language.md 1: a file without a graph is judged by the parser alone', () => {
    const prepared = prepareText('hello');
    expect(prepared.ok).toBe(false);
    expect(prepared.diagnostics.every((item) => item.page === 'docs/rules/syntax.md')).toBe(true);
  });
});
