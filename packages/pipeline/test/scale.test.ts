import { parse, SourceFile } from '@attractor/dot';
import { blockOf, buildGraph, type Graph, joinOf, stronglyConnected, validate } from '@attractor/pipeline';
import { describe, expect, test } from 'vitest';

const chain = (count: number) =>
  `digraph { model_stylesheet="* { llm_model: x }" node [timeout=5m] start [shape=Mdiamond] exit [shape=Msquare]\n${Array.from({ length: count }, (_, i) => `n${i} [prompt="p"]`).join('\n')}\nstart -> ${Array.from({ length: count }, (_, i) => `n${i}`).join(' -> ')} -> exit }`;

const blocks = (count: number) => {
  const lines = ['start [shape=Mdiamond] exit [shape=Msquare]'];
  for (let i = 0; i < count; i++) {
    const next = i + 1 < count ? `c${i + 1}` : 'exit';
    lines.push(`c${i} [shape=component] a${i} [prompt=p] b${i} [prompt=p] f${i} [shape=tripleoctagon]`);
    lines.push(`c${i} -> a${i} -> f${i} -> ${next}\nc${i} -> b${i} -> f${i}`);
  }
  return `digraph { ${lines.join('\n')}\nstart -> c0 }`;
};

/** Components inside components, `depth` levels. */
const nested = (depth: number) => {
  const lines = ['start [shape=Mdiamond] exit [shape=Msquare]'];
  for (let i = 0; i < depth; i++) {
    lines.push(`c${i} [shape=component] f${i} [shape=tripleoctagon] x${i} [prompt=p]`);
    lines.push(`c${i} -> ${i + 1 < depth ? `c${i + 1}` : 'leaf'}\nc${i} -> x${i} -> f${i}\nf${i} -> ${i === 0 ? 'exit' : `f${i - 1}`}`);
  }
  return `digraph { ${lines.join('\n')}\nleaf [prompt=p] leaf -> f${depth - 1} start -> c0 }`;
};

/** Processor time in milliseconds, the best of some runs: other work on the machine does not count. */
function milliseconds(work: () => unknown, times = 2): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < times; i++) {
    const start = process.cpuUsage();
    work();
    best = Math.min(best, process.cpuUsage(start).user / 1000);
  }
  return best;
}

const build = (text: string): Graph => buildGraph(parse(new SourceFile('x', text))).graph;

describe('language.md 1: work grows with the size of the file', () => {
  test('language.md 1: building and validating 50,000 nodes takes about ten times as long as 5,000', () => {
    const [small, large] = [chain(5000), chain(50_000)].map((text) => parse(new SourceFile('x', text)));
    if (small === undefined || large === undefined) throw new Error('no trees');
    const check = (tree: typeof small) => validate(buildGraph(tree).graph, { workingDirectory: '/' });
    const few = milliseconds(() => check(small));
    const before = process.memoryUsage().heapUsed;
    const many = milliseconds(() => expect(check(large)).toEqual([]), 1);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(1_000_000_000);
    expect(many / Math.max(few, 5)).toBeLessThan(30);
  }, 120_000);

  test('engine.md 8: joins of 3,000 blocks in a row take about ten times as long as those of 300', () => {
    const time = (count: number) => {
      const text = blocks(count);
      return milliseconds(() => {
        const graph = build(text);
        const right = (i: number) => joinOf(graph, `c${i}`) === `f${i}` && blockOf(graph, `c${i}`).size === 2;
        expect([...Array(count).keys()].every(right)).toBe(true);
      });
    };
    const small = time(300);
    expect(time(3000) / Math.max(small, 5)).toBeLessThan(30);
  }, 120_000);

  test('engine.md 8: depth of nesting costs no call stack', () => {
    const graph = build(nested(2000));
    expect(joinOf(graph, 'c0')).toBe('f0');
    expect(joinOf(graph, 'c1999')).toBe('f1999');
    expect(stronglyConnected(graph).length).toBe(graph.nodes.size);
  });
});
