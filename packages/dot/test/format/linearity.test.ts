import { expect, test } from 'vitest';
import { format, formatEdits, parse, SourceFile, type SyntaxTree } from '../../src/index.ts';

function milliseconds(work: () => unknown): number {
  const begin = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begin); // not the clock: other processes must not count
  return (user + system) / 1000;
}

function median(tree: SyntaxTree): number {
  const times = [0, 1, 2].map(() => milliseconds(() => [format(tree), formatEdits(tree)]));
  return times.toSorted((a, b) => a - b)[1] ?? 0;
}

function treeOf(unit: (index: number, count: number) => string, count: number): SyntaxTree {
  const lines = Array.from({ length: count }, (_, index) => unit(index, count));
  const tree = parse(new SourceFile('t.dot', `digraph {\n${lines.join('')}}`));
  expect(tree.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return tree;
}

const UNITS: Readonly<Record<string, (index: number, count: number) => string>> = {
  statements: (index) =>
    `  n${index} [label="a \\"b\\"", prompt="do\nit", shape=box]; // c\n  n${index} -> n${index + 1} [condition="x"];\n`,
  'one chain': (index) => `${index === 0 ? '' : '->'}n${index}`,
  'one block': (index, count) => `${index === 0 ? 'a [' : ','} k${index}=v /* c */ ${index === count - 1 ? ']' : ''}`,
  comments: () => '/* c */ // d\n',
  separators: () => 'a;\n;;',
};

test.each(Object.entries(UNITS))('files.md 5 fmt: formatting is linear: %s', (_name, unit) => {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 4 && best >= 35; attempt++)
    best = Math.min(best, median(treeOf(unit, 5000)) / Math.max(median(treeOf(unit, 500)), 3));
  expect(best).toBeLessThan(35); // a quadratic one comes near 100, the collector's leaps do not
});

test('files.md 5 fmt: a file of 2,000 nodes is formatted in well under 50 ms', () => {
  const tree = treeOf(
    (index) => `n${index} [shape=box, label="Node ${index}", prompt="Do the work"];\nn${index} -> n${index + 1};\n`,
    2000,
  );
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 20 && best >= 50; attempt++)
    best = Math.min(
      best,
      milliseconds(() => format(tree)),
    );
  expect(best).toBeLessThan(50);
});

test('files.md 5 fmt: depth costs no call stack, and indentation ends at forty levels', () => {
  const depth = 12_000;
  for (const open of ['{', 'a -> {']) {
    const tree = parse(new SourceFile('t.dot', `digraph {${open.repeat(depth)}${'}'.repeat(depth)}}`));
    const formatted = format(tree);
    expect(formatted.length).toBeLessThan(depth * 200);
    expect(format(parse(new SourceFile('t.dot', formatted)))).toBe(formatted);
  }
});
