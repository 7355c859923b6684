import { applyEdits } from '@attractor/dot';
import { definition, nodeReferences, prepareRename, rename } from '@attractor/lsp';
import { describe, expect, it } from 'vitest';
import { marked, texts } from '../support/markers.ts';

function renamed(text: string, name: string): string {
  const { snapshot, at } = marked(text);
  const result = rename(snapshot, at, name);
  return result.ok ? applyEdits(snapshot.text, result.edits) : `refused: ${result.problem}`;
}

const everywhere = `digraph g {
  graph [retry_target=<<build>>, model_stylesheet="#<<build>> { backend: llm; } #other, #<<build>> { timeout: 5m; }"]
  start [shape=Mdiamond]
  <<build>> [shape=parallelogram, tool_command="make"]
  check [feedback_from="x, <<build>> ,other", retry_target="<<build>>", prompt="read $<<build>>.output and \${<<build>>.last_line}; rebuild it: builder"]
  other [shape=parallelogram, tool_command="echo $<<build>>.output; build=1; echo $build"]
  gate [shape=hexagon, "human.default_choice"=<<build>>]
  x
  start -> <<build>> -> check
  check -> "<<build>>" [condition="context.<<build>>.exit_code != 0 && <<build>>.output contains build"]
  gate -> <<build>>
  gate -> other
  check -> { <<build>>:port other }
}`;

describe('references', () => {
  it('language.md 1 to 5: every place that names a node: statements, edges, targets, feedback, conditions, stylesheet, references', () => {
    const { snapshot, ranges } = marked(everywhere);
    for (const { start } of ranges) {
      const found = nodeReferences(snapshot, start + 1, true);
      expect(found.map(({ range }) => range)).toEqual(ranges);
    }
    expect(texts(snapshot, ranges)).toEqual(ranges.map(() => 'build'));
  });

  it('leaves out the declaration when it is not asked for', () => {
    const { snapshot, ranges } = marked(everywhere);
    expect(nodeReferences(snapshot, ranges[0]?.start ?? 0, false)).toHaveLength(ranges.length - 1);
  });

  it('language.md 1: nothing at a place that names no node', () => {
    const { snapshot, cursors } = marked('digraph g { a [label="<|>a", prompt="a<|> $a"]<|> }');
    for (const at of cursors.slice(0, 1)) expect(nodeReferences(snapshot, at, true)).toEqual([]);
  });

  it('engine.md 1a: keys of the engine are no nodes, whatever nodes are called', () => {
    const { snapshot, ranges } = marked(
      'digraph g { <<tool>> [shape=parallelogram, tool_command="ls"]\n <<tool>> -> b [condition="context.tool.output = x && outcome = fail"]\n outcome }',
    );
    expect(nodeReferences(snapshot, (ranges[0]?.start ?? 0) + 1, true).map(({ range }) => range)).toEqual(ranges);
  });
});

describe('go to definition', () => {
  it.each([
    ['digraph g { a -> b\n <<b>> [label="x"]\n c -> <|>b }'],
    ['digraph g { <<a>> -> b\n c -> <|>a }'],
    ['digraph g { params="x, <<team=red>>"\n a [prompt="for $te<|>am"] }'],
    ['digraph g { goal=<<"Ship">>\n a [prompt="for $go<|>al"] }'],
    ['digraph g { <<a>> [label=y]\n b [retry_target="a<|>"] }'],
  ])('language.md 1: %s', (text) => {
    const { snapshot, at, ranges } = marked(text);
    const target = definition(snapshot, at);
    expect(target?.kind === 'place' ? target.range : target).toEqual(ranges[0]);
  });

  it('language.md 2: to the file that a prompt names', () => {
    const { snapshot, at } = marked('digraph g { a [prompt="@p/<|>x.md"] }', { 'p/x.md': 'hello' });
    expect(definition(snapshot, at)).toEqual({ kind: 'file', file: '/project/p/x.md' });
  });
});

describe('rename', () => {
  it('language.md 1 to 5: all places change, and nothing else', () => {
    const { snapshot, ranges } = marked(everywhere);
    const result = rename(snapshot, ranges[1]?.start ?? 0, 'make_it');
    expect(result.ok && applyEdits(snapshot.text, result.edits)).toBe(
      everywhere.replace('"<<build>>" [', 'make_it [').replaceAll('<<build>>', 'make_it'),
    );
  });

  it.each([
    ['digraph g { <|>a -> b\n c [retry_target=a] }', 'new-a', 'digraph g { "new-a" -> b\n c [retry_target="new-a"] }'],
    ['digraph g { <|>a -> b\n c [feedback_from="a,b"] }', '7', 'digraph g { 7 -> b\n c [feedback_from="7,b"] }'],
    ['digraph g { <|>a -> b\n c [prompt="${a.output}"] }', 'a-1', 'digraph g { "a-1" -> b\n c [prompt="${a-1.output}"] }'],
    ['digraph g { "<|>a 1" -> b }', 'a1', 'digraph g { a1 -> b }'],
    ['digraph g { <|>a -> b }', 'node', 'digraph g { "node" -> b }'],
    ['digraph g { <|>a -> b }', '"c"', 'digraph g { c -> b }'],
    [
      '\ufeffdigraph g {\r\n  /* 𝔊 */ <|>a -> b\r\n  c [label="𝔊", retry_target=a]\r\n}',
      'z',
      '\ufeffdigraph g {\r\n  /* 𝔊 */ z -> b\r\n  c [label="𝔊", retry_target=z]\r\n}',
    ],
    ['digraph g { <|>a -> b [', 'z', 'digraph g { z -> b ['],
  ])('language.md 1: %s to %s', (text, name, after) => {
    expect(renamed(text, name)).toBe(after);
  });

  it.each([
    ['digraph g { <|>a -> b }', 'b', 'there is a node `b` already'],
    ['digraph g { <|>a -> b }', 'x y', 'letters, digits and `_ . -`'],
    ['digraph g { <|>a -> b }', '', 'letters, digits'],
    ['digraph g { <|>a -> b }', '..', 'letters, digits'],
    ['digraph g { <|>a -> b\n b -> a [condition="a.output=x"] }', '.a', 'in a condition'],
    ['digraph g { <|>a -> b\n b [shape=parallelogram, tool_command="echo $a.output"] }', 'a-b', 'in a command'],
    ['digraph g { <|>a -> b\n b [prompt="see $a.output"] }', '1a', 'in a `$` reference'],
    ['digraph g { <|>start -> b -> end }', 'begin', '`start` is the start node by its id: give it a shape first'],
    ['digraph g { start -> b -> <|>c }', 'end', 'is the codergen node by its id'],
    ['digraph g { a [prompt="<|>x"] }', 'b', 'no node is named here'],
  ])('language.md 1: %s to %s is refused', (text, name, problem) => {
    expect(renamed(text, name)).toContain(`refused: `);
    expect(renamed(text, name)).toContain(problem);
  });

  it('shows what is renamed', () => {
    const { snapshot, at, ranges } = marked('digraph g { a -> "<<two <|>words>>" }');
    expect(prepareRename(snapshot, at)).toEqual({ range: ranges[0], id: 'two words' });
  });
});
