import { expect } from 'vitest';
import type { Attribute, NodeRef, Range, SourceFile, Statement, Subgraph, SyntaxTree } from '../src/index.ts';

/** What holds for the tree of any text at all: tokens give the text back, ranges lie in it, nest and come in order. */
export function checkTree(source: SourceFile, tree: SyntaxTree): void {
  const { text } = source;
  let at = 0;
  for (const token of tree.tokens) {
    if (token.start !== at || token.end < token.start) expect.fail(`token ${token.kind} at ${token.start} does not follow ${at}`);
    at = token.end;
  }
  expect(at).toBe(text.length);
  expect(tree.tokens.at(-1)?.kind).toBe('end');
  let last = 0;
  for (const { range, message, fix } of tree.diagnostics) {
    within(range, { start: last, end: text.length }, 'diagnostic');
    last = range.start;
    expect(message).not.toMatch(/\p{Cc}/u);
    for (const edit of fix?.edits ?? []) within(edit.range, { start: 0, end: text.length }, 'fix');
  }
  if (tree.graph === undefined) expect(tree.diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
  else checkStatements(tree.graph.body, text.length);
}

function checkStatements(body: readonly Statement[], length: number): void {
  const open = [{ body, inside: { start: 0, end: length } }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    let { start } = next.inside;
    for (const statement of next.body) {
      within(statement.range, { start, end: next.inside.end }, statement.kind);
      start = statement.range.end;
      const groups = endsOf(statement).filter((end) => end.kind === 'subgraph');
      for (const group of groups) open.push({ body: group.body, inside: group.range });
      for (const end of endsOf(statement)) within(end.range, statement.range, end.kind);
      for (const attribute of attributesOf(statement)) checkAttribute(attribute, statement.range);
    }
  }
}

function endsOf(statement: Statement): readonly (NodeRef | Subgraph)[] {
  if (statement.kind === 'edge') return statement.ends;
  if (statement.kind === 'node') return [statement.node];
  return statement.kind === 'subgraph' ? [statement] : [];
}

function attributesOf(statement: Statement): readonly Attribute[] {
  if (statement.kind === 'assignment') return [statement.attribute];
  return statement.kind === 'subgraph' ? [] : statement.attributes;
}

function checkAttribute({ key, value, range }: Attribute, inside: Range): void {
  within(range, inside, 'attribute');
  within(key.range, range, 'key');
  within(value.range, { start: key.range.end, end: range.end }, 'value');
  let last = value.range.start;
  for (const index of [0, value.text.length >> 1, value.text.length]) {
    const offset = value.offsetAt(index);
    within({ start: offset, end: offset }, { start: last, end: value.range.end }, 'value offset');
    last = offset;
  }
}

function within(range: Range, outer: Range, what: string): void {
  if (range.start < outer.start || range.end > outer.end || range.start > range.end) {
    expect.fail(`${what} ${range.start}..${range.end} is not inside ${outer.start}..${outer.end}`);
  }
}
