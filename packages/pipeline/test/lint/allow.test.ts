import { SourceFile } from '@attractor/dot';
import { lint, lintSource, memoryFiles } from '@attractor/pipeline';
import { describe, expect, test } from 'vitest';

/** `severity rule line` of what is found in the graph, apart from advice on its shape. */
function found(body: string, before = ''): string[] {
  const source = new SourceFile('main.dot', `${before}digraph g {\n  start [shape=Mdiamond]\n  exit [shape=Msquare]\n${body}\n}`);
  const { diagnostics } = lintSource(source, { file: '/p/main.dot', files: memoryFiles({}), workingDirectory: '/w' });
  return diagnostics
    .filter(({ rule }) => !rule.startsWith('TOPO'))
    .map(({ rule, severity, range }) => `${severity} ${rule} ${range === undefined ? '-' : source.positionAt(range.start).line}`);
}

const cd = 'tool_command="cd /opt/app && make"';
const route = 'start -> a -> exit';

describe('language.md 8: `lint: allow` comments', () => {
  test('without one the rule fires', () => {
    expect(found(`a [shape=parallelogram, ${cd}]\n${route}`)).toEqual(['warning CMD-004 4']);
  });

  test.each([
    ['a line comment', '// lint: allow CMD-004 the image has it there'],
    ['a hash comment', '# lint: allow CMD-004 the image has it there'],
    ['a block comment', '/* lint: allow CMD-004 the image has it there */'],
    ['a block comment of many lines', '/*\n * lint: allow CMD-004 the image has it there\n */'],
    ['the name of the rule', '// lint: allow absolute_cd: the image has it there'],
    ['any case, no space', '// lint:allow cmd-004 - the image has it there'],
    ['lines between it and the statement', '// lint: allow CMD-004 the image has it there\n\n// builds'],
  ])('%s silences the statement below', (_, comment) => {
    expect(found(`${comment}\na [shape=parallelogram, ${cd}]\n${route}`)).toEqual([]);
  });

  test('within the attributes of a statement it silences that statement', () => {
    expect(found(`a [shape=parallelogram,\n  // lint: allow CMD-004 the image has it there\n  ${cd}]\n${route}`)).toEqual([]);
  });

  test('several rules, one comment; several comments, one statement', () => {
    const both = 'a [shape=parallelogram, tool_substitution="raw", tool_command="cd /opt; cat $goal"]';
    expect(found(`${both}\n${route}`)).toEqual(['warning CMD-003 4', 'warning CMD-004 4']);
    expect(found(`// lint: allow CMD-003, CMD-004 both are meant\n${both}\n${route}`)).toEqual([]);
    expect(found(`// lint: allow CMD-003 CMD-004 both are meant\n${both}\n${route}`)).toEqual([]);
    expect(found(`// lint: allow CMD-003 this is meant\n// lint: allow CMD-004 and this\n${both}\n${route}`)).toEqual([]);
  });

  test('it reaches the statement below and no other', () => {
    const text = `// lint: allow CMD-004 the image has it there\na [shape=parallelogram, ${cd}]\nb [shape=parallelogram, ${cd}]\nstart -> a -> b -> exit`;
    expect(found(text)).toEqual(['warning CMD-004 6']);
  });

  test('above a subgraph it silences all in it, above the graph the whole file', () => {
    const group = `subgraph one {\n a [shape=parallelogram, ${cd}]\n subgraph two { b [shape=parallelogram, ${cd}] }\n}`;
    const rest = `c [shape=parallelogram, ${cd}]\nstart -> a -> b -> c -> exit`;
    expect(found(`// lint: allow CMD-004 there\n${group}\n${rest}`)).toEqual(['warning CMD-004 9']);
    expect(found(`${group}\n${rest}`, '// lint: allow CMD-004 there\n')).toEqual([]);
  });

  test('without a reason it is a WARNING itself, and silences all the same', () => {
    expect(found(`// lint: allow CMD-004\na [shape=parallelogram, ${cd}]\n${route}`)).toEqual(['warning lint_allow 4']);
    expect(found(`// lint: allow\na [prompt=x]\n${route}`)).toEqual(['warning lint_allow 4']);
  });

  test('what it silences nothing of is an INFO', () => {
    expect(found(`// lint: allow CMD-003 why not\na [prompt=x]\n${route}`)).toEqual(['info lint_allow 4']);
    expect(found(`// lint: allow CMD-999 why not\na [prompt=x]\n${route}`)).toEqual(['info lint_allow 4']);
    expect(found(`a [prompt=x]\n${route}\n// lint: allow CMD-003 nothing follows`)).toEqual(['info lint_allow 6']);
  });

  test('a WARNING of validation can be silenced, an ERROR cannot', () => {
    expect(found(`// lint: allow prompt_on_llm_nodes it is a note\na [label=""]\n${route}`)).toEqual([]);
    const error = `// lint: allow tool_command_required it comes later\na [shape=parallelogram]\n${route}`;
    expect(found(error)).toEqual(['error tool_command_required 5', 'info lint_allow 4']);
  });

  test('an ERROR of lint can be silenced', () => {
    const dead =
      'd [shape=diamond]\nstart -> d -> exit\n// lint: allow TOPO-001 kept for the day it becomes a check\nd -> exit [condition="outcome=fail"]';
    const source = new SourceFile('main.dot', `digraph g {\n start [shape=Mdiamond]\n exit [shape=Msquare]\n${dead}\n}`);
    const prepared = lintSource(source, { files: memoryFiles({}), workingDirectory: '/w' });
    expect(prepared.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(prepared.ok).toBe(true);
    expect(lint(prepared.graph, { workingDirectory: '/w' }).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('inside a string there are no comments', () => {
    expect(found(`a [prompt="// lint: allow CMD-004"]\n${route}`)).toEqual([]);
  });
});
