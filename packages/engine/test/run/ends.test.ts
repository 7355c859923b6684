import { fail, partialSuccess, type RunEvent, readEvents, success } from '@attractor/engine';
import { describe, expect, it } from 'vitest';
import { failing, graphOf, scene, start, type Work } from '../support/run-graph.ts';

async function run(text: string, works: Record<string, Work> = {}) {
  const at = scene(works);
  const result = await start(graphOf(`digraph g { ${text} }`), at);
  const end = readEvents(at.directory).at(-1) as Extract<RunEvent, { type: 'pipeline.failed' }>;
  return { ...result, errorType: end.error_type };
}

describe('how a run ends', () => {
  it('engine.md 6: fail when the last node executed failed, even though an edge asked for it', async () => {
    expect(await run('start -> a; a -> exit; a -> exit [condition="outcome=fail"]', { a: failing('red') })).toMatchObject({
      status: 'fail',
      reason: 'a: red',
      errorType: 'last_node_failed',
    });
  });

  it('engine.md 6: fail when a failure left over a plain edge to a runs_on target and has not passed since', async () => {
    for (const value of ['always', 'failure']) {
      const text = `start -> a -> clean -> b -> exit; clean [runs_on=${value}]`;
      expect(await run(text, { a: failing('red') })).toMatchObject({
        status: 'fail',
        reason: 'a: red',
        errorType: 'unhandled_failure',
        nodes: ['start', 'a', 'clean', 'b'],
        handled: [],
      });
    }
    const again = 'start -> a -> clean; clean -> a [condition="k=1"]; clean -> exit; clean [runs_on=always]';
    const works: Record<string, Work> = {
      a: (_, call) => (call === 1 ? fail('deterministic', 'red') : success(true)),
      clean: (_, call) => success(true, { contextUpdates: { k: call } }),
    };
    expect(await run(again, works)).toMatchObject({ status: 'success' });
  });

  it('engine.md 6: fail when a node was skipped for a missing input and has not passed since', async () => {
    expect(await run('start -> w -> a -> b -> exit; a [requires=k]')).toMatchObject({ status: 'fail', reason: 'a: missing input: k' });
    const later = 'start -> a -> b; b -> a [condition="status=success && n=1"]; b -> exit; a [requires=k]';
    expect(await run(later, { b: (_, call) => success(true, { contextUpdates: { k: 'v', n: call } }) })).toMatchObject({
      status: 'success',
    });
  });

  it('engine.md 6: fail with nothing_ran when no work node ran; diamonds and skips are no work', async () => {
    const text = 'start -> d; d [shape=diamond]; d -> exit; d -> a [condition="k=1"]; a -> exit';
    expect(await run(text)).toMatchObject({ status: 'fail', errorType: 'nothing_ran' });
    expect(await run('start -> a -> exit; a [runs_on=failure]')).toMatchObject({ status: 'fail', errorType: 'nothing_ran' });
    expect(await run('start -> d; d [shape=diamond]; d -> exit')).toMatchObject({ status: 'success' });
    const block = 'start -> fan; fan [shape=component]; fan -> a [condition="k=1"]; a -> after; after [runs_on=failure]; after -> exit';
    expect(await run(block)).toMatchObject({ status: 'fail', errorType: 'nothing_ran' });
    const merged =
      'start -> fan; fan [shape=component]; fan -> a -> j; fan -> b -> j; a [runs_on=failure]; b [runs_on=failure]; j [shape=tripleoctagon]; j -> exit';
    expect(await run(merged)).toMatchObject({ status: 'fail', errorType: 'nothing_ran' });
  });

  it('engine.md 6: the reason is that of the first such node', async () => {
    const text = 'start -> a -> x -> b -> y -> exit; x [runs_on=always]; y [runs_on=always]';
    expect(await run(text, { a: failing('first'), b: failing('second') })).toMatchObject({ reason: 'a: first' });
  });

  it('engine.md 6: partial_success when the last node was partial, not when an earlier one was', async () => {
    expect(await run('start -> a -> exit', { a: () => partialSuccess(true, { notes: 'half' }) })).toMatchObject({
      status: 'partial_success',
      reason: 'a: half',
    });
    expect(await run('start -> a -> b -> exit', { a: () => partialSuccess(true) })).toMatchObject({ status: 'success', reason: '' });
  });

  it('engine.md 6: partial_success when a wait_all join had failed branches, in nested blocks too', async () => {
    const inner = 'in [shape=component]; in -> x -> j; in -> y -> j; j [shape=tripleoctagon]; j -> join';
    const text = `start -> fan; fan [shape=component]; fan -> in; ${inner}; fan -> b -> join; join [shape=tripleoctagon]; join -> c -> exit`;
    expect(await run(text, { b: failing('red') })).toMatchObject({ status: 'partial_success', reason: 'fan: some branches failed' });
    expect(await run(text, { y: failing('red') })).toMatchObject({ status: 'partial_success', reason: 'in: some branches failed' });
    expect(await run(text)).toMatchObject({ status: 'success' });
    expect(
      await run(text.replace('shape=component]; fan', 'shape=component, error_policy=ignore]; fan'), { b: failing('red') }),
    ).toMatchObject({
      status: 'success',
    });
  });

  it('engine.md 6: handled failures are listed with what handled them', async () => {
    const text = 'start -> a; a -> b [condition="outcome=fail"]; b -> c; b [retry_target=b]; c [continue_on_fail=true]; c -> exit';
    const result = await run(text, {
      a: failing('one'),
      b: (_, call) => (call === 1 ? fail('deterministic', 'two') : success(true)),
      c: failing('three'),
    });
    expect(result).toMatchObject({
      status: 'success',
      handled: [
        { node: 'a', reason: 'one', by: 'edge' },
        { node: 'b', reason: 'two', by: 'retry_target' },
        { node: 'c', reason: 'three', by: 'continue_on_fail' },
      ],
    });
  });

  it('engine.md 6: a condition asks for a failure by status, by label, or by what the failed node wrote', async () => {
    for (const condition of [
      'outcome=fail',
      'outcome!=success',
      'failure_class=deterministic',
      'preferred_label=redo',
      'outcome=redo',
      'k=1',
    ])
      expect(
        await run(`start -> a; a -> b [condition="${condition}"]; b -> exit`, {
          a: () =>
            fail('deterministic', 'red', {
              contextUpdates: { k: 1 },
              ...(condition === 'outcome=fail' ? {} : { preferredLabel: 'redo' }),
            }),
        }),
      ).toMatchObject({ status: 'success', handled: [{ node: 'a', by: 'edge' }] });
    expect(
      await run('start -> w -> a; a -> b [condition="k=1"]; b -> exit', {
        w: () => success(true, { contextUpdates: { k: 1 } }),
        a: failing('red'),
      }),
    ).toMatchObject({ status: 'fail', reason: 'a: red' });
  });

  it('engine.md 4b, 6: a dead end fails the run, after a success too (§33)', async () => {
    expect(await run('start -> a; a -> exit [condition="outcome=fail"]')).toMatchObject({ status: 'fail', errorType: 'no_matching_edge' });
    expect(await run('start -> a; b -> exit; a -> b [condition="k=1"]', { a: failing('red') })).toMatchObject({
      status: 'fail',
      errorType: 'node_failed',
      reason: "a: red | no matching edge from node 'a' (fail): -> b [k=1]: condition does not hold",
    });
  });
});

describe('limits', () => {
  it('engine.md 3.1: max_steps and max_visits fail with their own reason, naming the cycle', async () => {
    const loop = 'start -> a -> b; b -> a [weight=1]; b -> exit [condition="k=1"]';
    expect(await run(`graph [max_steps=4]; ${loop}`)).toMatchObject({
      status: 'fail',
      errorType: 'max_steps_exceeded',
      reason: "max_steps_exceeded: 4 steps done before 'b' (cycle b -> a -> b)",
      nodes: ['start', 'a', 'b', 'a'],
    });
    expect(await run(`${loop}; a [max_visits=2]`)).toMatchObject({
      status: 'fail',
      errorType: 'max_visits_exceeded',
      reason: "max_visits_exceeded: 'a' has run 2 times (cycle a -> b -> a)",
    });
  });

  it('engine.md 3.1: a used-up budget halts before the next node, after a warning', async () => {
    const usage = { inputTokens: 40, outputTokens: 5, costUsd: 0.9 };
    const at = scene({ a: () => success(true, { usage }), b: () => success(true, { usage }) });
    const graph = graphOf('digraph g { graph [budget_usd=1, budget_tokens=1000]; start -> a -> b -> c -> exit }');
    expect(await start(graph, at)).toMatchObject({
      status: 'halted',
      reason: "budget_exceeded: 1.8 of 1 usd used before 'c'",
      nodes: ['start', 'a', 'b'],
    });
    expect(at.events.filter((event) => event.type.startsWith('budget.'))).toMatchObject([
      { type: 'budget.warning', kind: 'usd', used: 0.9, limit: 1 },
      { type: 'budget.exceeded', kind: 'usd', used: 1.8, limit: 1 },
    ]);
  });
});
