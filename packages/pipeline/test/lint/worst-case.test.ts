import { SourceFile } from '@attractor/dot';
import { memoryFiles, prepare, type WorstCase, worstCase } from '@attractor/pipeline';
import { describe, expect, test } from 'vitest';

function caseOf(body: string, on: Readonly<Record<string, string>> = {}): WorstCase {
  const text = `digraph g { start [shape=Mdiamond] exit [shape=Msquare]\n${body}\n}`;
  const files = memoryFiles(on);
  const { graph } = prepare(new SourceFile('main.dot', text), { file: '/p/main.dot', files, workingDirectory: '/w' });
  return worstCase(graph, { files, workingDirectory: '/w' });
}

const work = 'work [prompt="Do it"] test [shape=parallelogram, tool_command="make test"]';
const loop = `start -> work -> test; test -> exit [condition="outcome=success"]; test -> work [condition="outcome=fail"]`;

describe('language.md 8: the worst case', () => {
  test('language.md 8: without a cycle it is the longest way; attempts are model calls', () => {
    const chain =
      'a [prompt=p, max_retries=2] b [prompt=p] c [prompt=p, response_schema="{}"] start -> a; a -> b; a -> c; b -> exit; c -> exit';
    expect(caseOf(chain)).toMatchObject({ visits: 3, modelCalls: 5, bounded: true, cycles: [], unread: [] });
    expect(caseOf(`graph [default_max_retries=1] ${chain}`)).toMatchObject({ visits: 3, modelCalls: 7 });
  });

  test('language.md 8: max_visits bounds a cycle to exactly what a run can do', () => {
    // start, then (work, test) three times; the fourth visit of work ends the run.
    const bounded = caseOf(`${work.replace('"Do it"', '"Do it", max_visits=3')} ${loop}`);
    expect(bounded).toMatchObject({ visits: 7, modelCalls: 3, bounded: true });
    expect(bounded.cycles).toMatchObject([
      {
        cycle: ['work', 'test'],
        bounded: true,
        proved: true,
        visits: 6,
        modelCalls: 3,
        limits: [{ kind: 'max_visits', node: 'work', count: 3 }],
      },
    ]);
  });

  test('language.md 8: an iteration condition bounds a loop_restart cycle, on its edge, beside it, or elsewhere on the cycle', () => {
    const restart = (edges: string): WorstCase =>
      caseOf(`${work} start -> work -> test; test -> exit [condition="outcome=success"]; ${edges}`);
    // Iterations 0 to 3: four rounds.
    expect(restart('test -> work [condition="outcome=fail && iteration<3", loop_restart=true]')).toMatchObject({
      visits: 9,
      modelCalls: 4,
    });
    const beside = restart(
      'test -> work [condition="outcome=fail", loop_restart=true]; test -> exit [condition="outcome=fail && context.loop_count >= 3", weight=1]',
    );
    expect(beside).toMatchObject({ visits: 9, modelCalls: 4, bounded: true });
    const elsewhere = restart(
      'note [prompt=p] test -> note [condition="outcome=fail && iteration<3"]; test -> exit [condition="outcome=fail && iteration>=3"]; note -> work [loop_restart=true]',
    );
    expect(elsewhere.cycles).toMatchObject([{ bounded: true, proved: true }]);
    expect(elsewhere.visits).toBeGreaterThanOrEqual(12);
    expect(elsewhere.visits).toBeLessThanOrEqual(16);
  });

  test('language.md 8: a cycle without a bound has that of max_steps, and says so', () => {
    const free = caseOf(`graph [max_steps=90] ${work} ${loop}`);
    expect(free).toMatchObject({ visits: 90, modelCalls: 90, maxSteps: 90, bounded: false });
    expect(free.cycles).toMatchObject([{ cycle: ['work', 'test'], bounded: false, proved: false, limits: [] }]);
    const asked = caseOf('work [prompt=p] ask [shape=hexagon] start -> work -> ask; ask -> exit [label=yes]; ask -> work [label=no]');
    expect(asked).toMatchObject({ visits: 1000, bounded: true, cycles: [{ proved: false, limits: [{ kind: 'person', node: 'ask' }] }] });
  });

  test('engine.md 4b, 5: failure jumps and redirects of goal gates are counted', () => {
    const jumps = caseOf('work [prompt=p, retry_target=work] start -> work -> exit');
    expect(jumps).toMatchObject({ visits: 52, modelCalls: 51, bounded: true });
    const gate = caseOf(
      'graph [max_gate_retries=4] work [prompt=p, goal_gate=true, retry_target=work] start -> work; work -> exit; work -> exit [condition="status=fail"]',
    );
    expect(gate).toMatchObject({ visits: 6, modelCalls: 5 });
  });

  test('engine.md 8: branches count together, each with limits of its own', () => {
    const block = caseOf(
      `fork [shape=component] a [prompt=p, max_visits=2] b [prompt=p] c [prompt=p] join [shape=tripleoctagon, prompt="Which?"]
       start -> fork; fork -> a; fork -> b; a -> a [condition="context.again=true"]; a -> join; b -> c -> join; join -> exit`,
    );
    // start, fork, join; a twice, b, c.
    expect(block).toMatchObject({ visits: 7, modelCalls: 5, bounded: true, cycles: [{ cycle: ['a'], within: 'fork', visits: 2 }] });
    const twice = caseOf(
      `fork [shape=component, max_visits=2] a [prompt=p] b [prompt=p] join [shape=tripleoctagon]
       start -> fork; fork -> a -> join; fork -> b -> join; join -> exit [condition="outcome=success"]; join -> fork [condition="outcome=fail"]`,
    );
    expect(twice).toMatchObject({ visits: 9, modelCalls: 4 });
  });

  test('engine.md 11: children are read, cycles of managers multiply', () => {
    const child = 'digraph c { start [shape=Mdiamond] exit [shape=Msquare] x [prompt=p, max_retries=1] start -> x -> exit }';
    expect(caseOf('f [shape=folder, dot_file="c.dot"] start -> f -> exit', { '/p/c.dot': child })).toMatchObject({
      visits: 4,
      modelCalls: 2,
    });
    expect(caseOf('f [shape=folder, dot_file="gone.dot"] start -> f -> exit')).toMatchObject({ visits: 2, modelCalls: 0, unread: ['f'] });
    const manager = 'm [shape=house, prompt="Steer", manager.max_cycles=5, stack.child_dotfile="c.dot"] start -> m -> exit';
    expect(caseOf(manager, { '/p/c.dot': child })).toMatchObject({ visits: 12, modelCalls: 14 });
    const own =
      'm [shape=house, manager.max_cycles=3] a [prompt=p] b [prompt=p] start -> m; m -> a; a -> b; b -> m; m -> exit [condition="outcome=success"]';
    // Each cycle: the start of the child, a and b.
    expect(caseOf(own)).toMatchObject({ visits: 11, modelCalls: 6, bounded: true, cycles: [] });
  });

  test('engine.md 8: components that lie in each other have no number', () => {
    const tangled = caseOf(
      `c [shape=component] d [shape=component] a [prompt=p] b [prompt=p] j [shape=tripleoctagon]
       start -> c; c -> d; c -> a; a -> j; d -> b; d -> c; b -> j; j -> exit`,
    );
    expect(tangled.visits).toBeGreaterThan(3);
  });
});
