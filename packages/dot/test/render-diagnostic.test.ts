import { expect, test } from 'vitest';
import { parse, renderDiagnostic, SourceFile, type SyntaxDiagnostic } from '../src/index.ts';

function finding(start: number, end: number): SyntaxDiagnostic {
  return { code: 'some-code', severity: 'error', message: 'found x', range: { start, end } };
}

function lines(text: string, start: number, end: number, width?: number): string[] {
  return renderDiagnostic(new SourceFile('a.dot', text), finding(start, end), width === undefined ? {} : { width }).split('\n');
}

test('language.md 1: a finding shows file, line, column, message, code, the line and a caret under the range', () => {
  const source = new SourceFile('flow.dot', 'digraph {\n  a -- b\n}');
  const rendered = parse(source).diagnostics.map((diagnostic) => renderDiagnostic(source, diagnostic));
  expect(rendered).toEqual([
    'flow.dot:2:5: error: found `--`, expected `->`: only directed edges are supported [undirected-edge]\n  a -- b\n    ^~',
  ]);
});

test('language.md 1: tabs, wide and combining characters keep the caret under its text', () => {
  expect(lines('\ta\tbc', 3, 5).slice(1)).toEqual(['    a   bc', '        ^~']);
  expect(lines('漢字 x', 3, 4).slice(1)).toEqual(['漢字 x', '     ^']);
  expect(lines('e\u0301e\u0301 x', 5, 6).slice(1)).toEqual(['e\u0301e\u0301 x', '   ^']);
  expect(lines('👩‍👩‍👧 x', 9, 10).slice(1)).toEqual(['👩‍👩‍👧 x', '   ^']);
  expect(lines('漢字', 0, 2).slice(1)).toEqual(['漢字', '^~~~']);
});

test('language.md 1: control characters are visible, never raw, wherever they stand', () => {
  const source = new SourceFile('\u001b[2J.dot', 'a\u001b[31m\u202eb');
  const rendered = renderDiagnostic(source, { ...finding(7, 8), message: 'found \u0007' });
  expect(rendered).toBe('␛[2J.dot:1:8: error: found ␇ [some-code]\na␛[31m<U+202E>b\n              ^');
});

test('language.md 1: long lines are cut around the finding', () => {
  const text = `${'a'.repeat(500)}XY${'b'.repeat(500)}`;
  const [, shown = '', caret = ''] = lines(text, 500, 502, 40);
  expect(shown).toMatch(/^…a+XYb+…$/);
  expect(shown).toHaveLength(40);
  expect(shown.indexOf('X')).toBe(caret.indexOf('^'));
  expect(caret.trim()).toBe('^~');
  const [, start = '', startCaret = ''] = lines(text, 3, 4, 40);
  expect([start.slice(0, 5), start.length, startCaret]).toEqual(['aaaaa', 39, '   ^']);
  const [, end = '', endCaret = ''] = lines(text, text.length, text.length, 40);
  expect([end.slice(-3), endCaret.length]).toEqual(['bbb', end.length + 1]);
  const [, whole = '', wholeCaret = ''] = lines(text, 500, 1002, 40);
  expect(wholeCaret.length).toBeLessThanOrEqual(whole.length);
});

test('language.md 1: an empty range and a range over lines get a caret in the first line', () => {
  expect(lines('abc\ndef', 3, 3).slice(1)).toEqual(['abc', '   ^']);
  expect(lines('abc\ndef', 1, 6).slice(1)).toEqual(['abc', ' ^~']);
  expect(lines('', 0, 0).slice(1)).toEqual(['', '^']);
});

test('language.md 1: a caller may style the parts', () => {
  const rendered = renderDiagnostic(new SourceFile('a.dot', 'xy'), finding(1, 2), { style: (part, text) => `<${part} ${text}>` });
  expect(rendered).toBe('<location a.dot:1:2:> <error error:> <message found x> <code [some-code]>\n<source xy>\n <caret ^>');
});
