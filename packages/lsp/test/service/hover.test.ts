import { hover } from '@attractor/lsp';
import { describe, expect, it } from 'vitest';
import { marked, texts } from '../support/markers.ts';

/** The hover at the cursor, which covers the range in `<< >>`. */
function hoverAt(text: string): string {
  const { snapshot, at, ranges } = marked(text);
  const found = hover(snapshot, at);
  if (found === undefined) return '';
  if (ranges[0] !== undefined) expect(texts(snapshot, [found.range])).toEqual(texts(snapshot, ranges));
  return found.text;
}

describe('attributes', () => {
  it('language.md 2: what the registry says, and the value in effect with where it comes from', () => {
    const text = hoverAt('digraph g {\n  a [<<time<|>out>>=5m]\n}');
    expect(text).toContain('**timeout** (node attribute, duration)');
    expect(text).toContain('A bare integer is seconds');
    expect(text).toContain('In effect for `a`: `5m`, from the node itself, line 2');
  });

  it('language.md 2: an alias shows its attribute, an unknown one that it is kept', () => {
    expect(hoverAt('digraph g { a [max_agent_<|>turns=3] }')).toContain('**max_turns**');
    expect(hoverAt('digraph g { a [fill<|>color=red] }')).toContain('Not an attribute of pipelines');
    expect(hoverAt('digraph g { edge [wei<|>ght=3] }')).toContain('**weight** (edge attribute, float)');
    expect(hoverAt('digraph g { max_<|>steps=3 }')).toContain('50 times the nodes, at least 1000');
  });
});

describe('nodes', () => {
  const graph = (edge: string): string =>
    `digraph g {\n graph [model_stylesheet=".deep { llm_model: big; }", default_max_retries=2]\n node [timeout=10m]\n plan [class=deep, prompt="x"]\n ship [shape=parallelogram, tool_command="ls"]\n ${edge}\n}`;

  it('language.md 5: kind, edges, and each attribute with its source: own, default, stylesheet, graph', () => {
    const text = hoverAt(graph('<<pl<|>an>> -> ship'));
    expect(text).toContain('**plan** (codergen)');
    expect(text).toContain('Declared in line 4');
    expect(text).toContain('To `ship`');
    expect(text).toContain('| llm_model | `big` | the stylesheet, `.deep`, line 2 |');
    expect(text).toContain('| timeout | `10m` | a `node [..]` default, line 3 |');
    expect(text).toContain('| max_retries | `2` | the graph attribute, `default_max_retries`, line 2 |');
    expect(text).toContain('| prompt | `x` | the node itself, line 4 |');
  });

  it('language.md 2: the kind behind a shape', () => {
    expect(hoverAt('digraph g { a [shape=hexa<|>gon] }')).toContain('**wait.human** node');
  });

  it('language.md 7: a node that only an edge names says so', () => {
    expect(hoverAt(graph('plan -> no<|>where'))).toContain('Named by an edge only');
  });
});

describe('inside values', () => {
  it.each([
    ['<<outc<|>ome>> = fail', 'preferred label when it has one, else its status'],
    ['outcome <<!<|>=>> fail', 'Not equal'],
    ['outcome = fail <<&<|>&>> status = success', 'Both'],
    ['<<context.t.ou<|>tput>> contains x', 'stdout of t'],
    ['<<context.whate<|>ver>> = 1', 'empty while nothing has written it'],
    ['<<context.tea<|>m>> = 1', 'Parameter `team` of the graph, default `red`'],
  ])('language.md 3: condition %s', (condition, expected) => {
    const text = `digraph g { params="team=red"\n t [shape=parallelogram, tool_command=ls]\n t -> b [condition="${condition}"] }`;
    expect(hoverAt(text)).toContain(expected);
  });

  it('language.md 4: references in prompts', () => {
    const graph = (prompt: string): string =>
      `digraph g { goal="Ship it"\n t [shape=parallelogram, tool_command=ls]\n a [prompt="${prompt}"]\n t -> a }`;
    expect(hoverAt(graph('for <<$go<|>al>>.'))).toContain('The goal of the graph: `Ship it`');
    expect(hoverAt(graph('see <<$t.outp<|>ut>>.'))).toContain('stdout of t');
    expect(hoverAt(graph('see <<$nob<|>ody>>.'))).toContain('stays as written');
  });

  it('language.md 5: selectors say what they match, properties what they are', () => {
    const graph = (sheet: string): string => `digraph g { model_stylesheet="${sheet}"\n a [class=deep]\n b [class=deep]\n c }`;
    expect(hoverAt(graph('<<.de<|>ep>> { backend: llm; }'))).toContain('Matches `a`, `b`');
    expect(hoverAt(graph('<<#n<|>one>> { backend: llm; }'))).toContain('Matches no node');
    expect(hoverAt(graph('* { <<back<|>end>>: llm; }'))).toContain('What runs a model node');
  });

  it('language.md 1: Markdown in texts is shown as text, positions hold behind astral characters', () => {
    const text = hoverAt('digraph g { /* 𝔊𝔊 */ goal="`a` | **b** 𝔊"\n a [label="𝔊𝔊𝔊", prompt="for <<$go<|>al>>"] }');
    expect(text).toContain('`` `a` | **b** 𝔊 ``');
  });
});
