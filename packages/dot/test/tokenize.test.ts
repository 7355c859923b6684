import { expect, test } from 'vitest';
import { SourceFile, tokenize } from '../src/index.ts';

function kinds(text: string): string[] {
  return tokenize(new SourceFile('t.dot', text))
    .filter(({ kind }) => kind !== 'whitespace' && kind !== 'end')
    .map(({ kind, start, end }) => (kind === text.slice(start, end) ? kind : `${kind} ${text.slice(start, end)}`));
}

test('language.md 1: comments are `//`, `/* */` and lines whose first non-blank is `#`', () => {
  expect(kinds('a // b\n /* c\n d */ e\n  # f\n#g')).toEqual([
    'word a',
    'comment // b',
    'comment /* c\n d */',
    'word e',
    'comment # f',
    'comment #g',
  ]);
  expect(kinds('a # b')).toEqual(['word a', 'unknown #', 'word b']);
  expect(kinds('/* x */ # y')).toEqual(['comment /* x */', 'unknown #', 'word y']);
  expect(kinds('[\r # x\r\n]')).toEqual(['[', 'comment # x', ']']);
});

test('language.md 1: nothing inside a string starts a comment, and no escape ends it early', () => {
  expect(kinds('"a // b /* c */ \n# d -- digraph"')).toHaveLength(1);
  expect(kinds('"a\\\\" b')).toEqual(['string "a\\\\"', 'word b']);
  expect(kinds('"a\\" b"')).toEqual(['string "a\\" b"']);
});

test('language.md 1: bare values hold letters, digits and `_ . : / -`', () => {
  expect(kinds('=-1.5 =900s =a.b:c/d-e =https://x.org/y')).toEqual([
    '=',
    'word -1.5',
    '=',
    'word 900s',
    '=',
    'word a.b:c/d-e',
    '=',
    'word https://x.org/y',
  ]);
  expect(kinds('=a//c')).toEqual(['=', 'word a', 'comment //c']);
  expect(kinds('=a/*c*/b')).toEqual(['=', 'word a', 'comment /*c*/', 'word b']);
  expect(kinds('=--x=a->b')).toEqual(['=', 'word --x', '=', 'word a', 'arrow ->', 'word b']);
});

test('language.md 1: outside values a colon is a port and `--` an undirected edge', () => {
  expect(kinds('a:n->b--c')).toEqual(['word a', ':', 'word n', 'arrow ->', 'word b', 'undirected --', 'word c']);
  expect(kinds('my-node')).toEqual(['word my-node']);
});

test('language.md 1: HTML runs to the balancing `>`; comments in it do not count', () => {
  expect(kinds('=<a <b>x</b> <!-- > --> >c')).toEqual(['=', 'html <a <b>x</b> <!-- > --> >', 'word c']);
  expect(kinds('a < b')).toEqual(['word a', 'unknown <', 'word b']);
});

test('language.md 1: a BOM is a token of its own at the start only, and a `#` may follow it', () => {
  expect(kinds('\ufeff# x\na')).toEqual(['bom \ufeff', 'comment # x', 'word a']);
});
