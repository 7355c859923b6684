import { expect } from 'vitest';
import { format, formatEdits, parse, SourceFile, type SyntaxTree, type TextEdit } from '../../src/index.ts';
import { commentsOf, meaningOf, writtenStrings } from './meaning.ts';

/** What holds for the layout of any text without errors; answers it. */
export function checkFormat(text: string): string {
  const tree = parse(new SourceFile('t.dot', text));
  expect(tree.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const formatted = format(tree);
  const again = parse(new SourceFile('t.dot', formatted));
  expect(meaningOf(again)).toEqual(meaningOf(tree));
  expect(writtenStrings(again)).toEqual(writtenStrings(tree));
  checkComments(tree, again);
  expect(format(again), 'formatting twice').toBe(formatted);
  expect(formatEdits(again)).toEqual([]);
  expect(applyEdits(text, formatEdits(tree)), 'edits').toBe(formatted);
  checkGraphviz(tree);
  return formatted;
}

/** Comments stay in order, between the same words, and keep their line ends; only one inside a line may get a line of its own. */
export function checkComments(before: SyntaxTree, after: SyntaxTree): void {
  const old = commentsOf(before);
  const now = commentsOf(after);
  expect(now.map(({ text, behind }) => [text, behind])).toEqual(old.map(({ text, behind }) => [text, behind]));
  old.forEach(({ text, place, loose }, index) => {
    if (loose || place === 'inside') return;
    expect(now[index]?.place === 'line start', text).toBe(place === 'line start');
    if (place === 'line end') expect(now[index]?.ends, text).toBe(true);
  });
}

function checkGraphviz(tree: SyntaxTree): void {
  const formatted = format(tree, { dialect: 'graphviz' });
  const again = parse(new SourceFile('t.dot', formatted));
  expect(meaningOf(again)).toEqual(meaningOf(tree));
  checkComments(tree, again);
  expect(again.diagnostics.filter(({ code }) => code !== 'port-ignored')).toEqual([]);
  expect(format(again, { dialect: 'graphviz' }), 'formatting for Graphviz twice').toBe(formatted);
  expect(format(again), 'the layout of what Graphviz reads').toBe(formatted);
}

/** Checks that edits are in order and apart, and applies them. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { range, text: by } of edits) {
    if (range.start < at || range.end < range.start) expect.fail(`edit ${range.start}..${range.end} follows ${at}`);
    if (text.slice(range.start, range.end) === by) expect.fail(`edit ${range.start}..${range.end} changes nothing`);
    parts.push(text.slice(at, range.start), by);
    at = range.end;
  }
  return parts.join('') + text.slice(at);
}
