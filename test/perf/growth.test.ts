import { describe, expect, it } from 'vitest';
import { loop, modelChain, plainChain } from '../../scripts/bench/graphs.mjs';
import { best, type MeasuredRun, runGraph } from '../../scripts/bench/measure.mjs';

/** Ratios only: absolute times mean something on one machine. Processor time, since other processes take none of it. */
function measured(graph: (count: number) => string, count: number): MeasuredRun {
  return best(
    count < 500 ? 2 : 1,
    () => runGraph(graph(count)),
    ({ cpuMs }) => cpuMs,
  );
}

/** What a visit costs between two sizes: start-up drops out. */
function marginal(key: 'cpuMs' | 'bytes', small: MeasuredRun, large: MeasuredRun): number {
  return (large[key] - small[key]) / (large.visits - small.visits);
}

describe('files.md 3: what a node costs does not grow with the run', () => {
  it.each([
    ['a chain of model nodes', modelChain, 2000],
    ['a chain of diamonds', plainChain, 2000],
    ['a loop_restart loop', loop, 1000],
  ] as const)('%s', { timeout: 300_000 }, (_name, graph, most) => {
    // Sizes apart enough that what lies between them outweighs the noise of start-up; a busy moment gets a second chance.
    let [small, middle, large] = [measured(graph, most / 10), measured(graph, most / 2), measured(graph, most)];
    const growth = () => marginal('cpuMs', middle, large) / marginal('cpuMs', small, middle);
    for (let attempt = 0; attempt < 3 && growth() >= 1.5; attempt++) {
      [small, middle, large] = [measured(graph, most / 10), measured(graph, most / 2), measured(graph, most)];
    }
    expect(growth()).toBeLessThan(1.5);
    const bytes = marginal('bytes', middle, large) / marginal('bytes', small, middle);
    expect(bytes).toBeLessThan(1.2);
    expect(bytes).toBeGreaterThan(0.8);
  });
});
