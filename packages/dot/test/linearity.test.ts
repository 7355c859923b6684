import { expect, test } from 'vitest';
import { parse, SourceFile } from '../src/index.ts';

function milliseconds(text: string): number {
  const source = new SourceFile('t.dot', text);
  const begin = process.cpuUsage();
  parse(source);
  const { user, system } = process.cpuUsage(begin); // not the clock: other processes must not count
  return (user + system) / 1000;
}

/**
 * How many times as long ten times the text takes, medians of three; the best of some attempts, since a busy machine spoils
 * single ones. A quadratic reader stays near 100 at every attempt.
 */
function growth(unit: string, size: number, enough: number): number {
  const make = (length: number): string => `digraph {\n${unit.repeat(Math.ceil(length / unit.length))}`;
  const median = (text: string): number => [0, 1, 2].map(() => milliseconds(text)).toSorted((a, b) => a - b)[1] ?? 0;
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 4 && best >= enough; attempt++) {
    const small = Math.max(median(make(size)), 3); // below some milliseconds it is noise
    best = Math.min(best, median(make(size * 10)) / small);
  }
  return best;
}

const STATEMENT = '  node_1 [label="a \\"b\\"", prompt="do it\\nwell", shape=box]\n  node_1 -> node_2 [condition="outcome=success"]\n';

/** Texts that make a parser go back, look ahead or look for a partner, each as the unit that is repeated. */
const UNITS: Readonly<Record<string, string>> = {
  'one line': STATEMENT.replaceAll('\n', ' '),
  quotes: '"',
  'escaped quotes': '"\n\\',
  brackets: '[',
  arrows: '->',
  braces: '{',
  'closing braces': '}',
  'open blocks': 'a[b ',
  'open groups': 'subgraph a->',
  'open HTML': '=<',
  'open comments': '/*',
  'open quotes': '=“ ',
  graphs: 'digraph{',
  hashes: 'a #',
  'open values': 'a=[x={',
  colons: 'a:',
  joins: '"a"+',
  unknown: '&',
  spaces: '\u00a0',
};

// The collector's work on hundreds of thousands of objects grows by leaps: the bounds leave room for it, not for a square.
test('language.md 1: reading is linear: ten times the text takes nowhere near a hundred times as long', () => {
  expect(growth(STATEMENT, 50_000, 30)).toBeLessThan(30);
});

test.each(Object.entries(UNITS))('language.md 1: no text makes recovery quadratic: %s', (_name, unit) => {
  expect(growth(unit, 10_000, 35)).toBeLessThan(35);
});

test('language.md 1: depth and length cost no call stack', () => {
  const count = 200_000;
  const texts = [`${'{'.repeat(count)}${'}'.repeat(count)}`, `${'a -> {'.repeat(count)}${'}'.repeat(count)}`, `${'a -> '.repeat(count)}b`];
  for (const body of texts) {
    const tree = parse(new SourceFile('t.dot', `digraph {${body}}`));
    expect(tree.diagnostics.length).toBe(0);
    expect(tree.graph?.body.length).toBe(1);
  }
  const chain = parse(new SourceFile('t.dot', `digraph {${texts[2]}}`)).graph?.body[0];
  expect(chain?.kind === 'edge' && chain.ends.length).toBe(count + 1);
  expect(parse(new SourceFile('t.dot', `digraph {${'{'.repeat(count)}`)).diagnostics).toHaveLength(1);
});
