import { parse, SourceFile } from '@attractor/dot';
import { buildGraph, type Graph, lintRules, runRules, worstCase } from '@attractor/pipeline';
import { describe, expect, test } from 'vitest';

const rules = lintRules.filter((rule) => rule.id.startsWith('TOPO-'));
const ends = 'start [shape=Mdiamond] exit [shape=Msquare]';
const times = (count: number, line: (i: number) => string): string => Array.from({ length: count }, (_, i) => line(i)).join('\n');

/** Graphs of about `count` nodes, each of a form in which something could go wrong with the time. */
const shapes: Readonly<Record<string, (count: number) => string>> = {
  'a chain of model nodes': (count) =>
    `${ends} ${times(count, (i) => `n${i} [prompt=p]`)} start -> ${times(count, (i) => `n${i} ->`)} exit`,
  'a chain of checks, each with its repair': (count) =>
    `${ends} ${times(
      count / 2,
      (i) => `t${i} [shape=parallelogram, tool_command="make t${i}"] r${i} [prompt=p]
      t${i} -> ${i + 1 < count / 2 ? `t${i + 1}` : 'exit'} [condition="outcome=success"]; t${i} -> r${i} [condition="outcome=fail"]; r${i} -> t${i}`,
    )} start -> t0`,
  'one knot of failure edges to the first node, with retry targets': (count) =>
    `${ends} ${times(
      count,
      (i) => `n${i} [prompt=p, retry_target=n0, max_retries=2, max_visits=${(i % 7) + 1}]
      n${i} -> ${i + 1 < count ? `n${i + 1}` : 'exit'}; n${i} -> n${Math.floor(i / 2)} [condition="status=skipped", loop_restart=true]`,
    )} start -> n0`,
  'one knot without bounds, with goal gates and ways around them': (count) =>
    `graph [retry_target=a0] ${ends} ${times(
      count / 2,
      (i) => `a${i} [prompt=p, goal_gate=true] b${i} [shape=diamond]
      b${i} -> a${i}; b${i} -> ${i + 1 < count / 2 ? `b${i + 1}` : 'exit'} [condition="context.skip=true"]
      a${i} -> ${i + 1 < count / 2 ? `b${i + 1}` : 'exit'}; a${i} -> b0 [condition="outcome=fail"]`,
    )} start -> b0`,
  'failures that end as successes, far from the exit': (count) =>
    `${ends} ${times(
      count / 2,
      (i) => `t${i} [shape=parallelogram, tool_command=make] f${i} [shape=diamond]
      t${i} -> ${i + 1 < count / 2 ? `t${i + 1}` : 'exit'}; t${i} -> f${i} [condition="outcome=fail"]
      f${i} -> ${i + 1 < count / 2 ? `f${i + 1}` : 'exit'}`,
    )} start -> t0`,
  'blocks in a row, a gate in each': (count) =>
    `${ends} ${times(
      count / 4,
      (i) => `c${i} [shape=component] a${i} [prompt=p] g${i} [prompt=p, goal_gate=true] f${i} [shape=tripleoctagon]
      c${i} -> a${i} -> f${i}; c${i} -> g${i} -> f${i}; f${i} -> ${i + 1 < count / 4 ? `c${i + 1}` : 'exit'}`,
    )} start -> c0`,
  'one node with many conditions': (count) =>
    `${ends} hub [shape=diamond] start -> hub ${times(count, (i) => `n${i} [prompt=p] hub -> n${i} [condition="context.k=${i} && context.j${i % 9}!=${i}"]; n${i} -> exit`)}`,
};

/** Processor time of the rules and of the worst case, in milliseconds; the graph is built anew, since much is cached with it. */
function measured(shape: (count: number) => string, count: number, repeats: number): number {
  const tree = parse(new SourceFile('x', `digraph g { ${shape(count)} }`));
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < repeats; i++) {
    const { graph } = buildGraph(tree);
    const begin = process.cpuUsage();
    work(graph);
    best = Math.min(best, process.cpuUsage(begin).user / 1000);
  }
  return best;
}

function work(graph: Graph): void {
  const failed = runRules(rules, { graph, workingDirectory: '/', open: new Set() }).filter(({ message }) =>
    message.includes('itself failed'),
  );
  expect(failed).toEqual([]);
  expect(worstCase(graph).visits).toBeGreaterThan(0);
}

describe('language.md 8: lint takes time in proportion to the graph', () => {
  test.each(Object.entries(shapes))(
    'language.md 8: %s: 5,000 nodes take about ten times as long as 500',
    { timeout: 120_000 },
    (_, shape) => {
      measured(shape, 200, 1);
      const few = measured(shape, 500, 3);
      let ratio = Number.POSITIVE_INFINITY;
      for (let attempt = 0; attempt < 2 && ratio >= 30; attempt++) ratio = measured(shape, 5000, 1) / Math.max(few, 5);
      expect(ratio).toBeLessThan(30);
    },
  );

  test('language.md 8: neither depth nor the number of ways matters', () => {
    const nested = (depth: number): string =>
      `${ends} ${times(
        depth,
        (i) => `c${i} [shape=component] x${i} [prompt=p] f${i} [shape=tripleoctagon]
        c${i} -> ${i + 1 < depth ? `c${i + 1}` : 'leaf'}; c${i} -> x${i} -> f${i}; f${i} -> ${i === 0 ? 'exit' : `f${i - 1}`}`,
      )}
        leaf [prompt=p] leaf -> f${depth - 1} start -> c0`;
    expect(measured(nested, 1000, 1)).toBeLessThan(20_000);
    // A ladder has 2^n ways, and every rung lies on as many cycles.
    const ladder = (count: number): string =>
      `${ends} ${times(count, (i) => `a${i} [prompt=p] b${i} [prompt=p] a${i} -> {a${i + 1} b${i + 1}} b${i} -> {a${i + 1} b${i + 1}}`)}
        a${count} [prompt=p] b${count} [prompt=p] start -> a0; a${count} -> exit; b${count} -> a0 [condition="outcome=fail"]; b${count} -> exit`;
    expect(measured(ladder, 2000, 1)).toBeLessThan(20_000);
  }, 120_000);
});
