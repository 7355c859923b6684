import { fail, partialSuccess, readDecisions, readTrace, success } from '@attractor/engine';
import { describe, expect, it } from 'vitest';
import { doing, failing, graphOf, resume, type Scene, scene, sequence, start, type Work } from '../support/run-graph.ts';

const red = fail('deterministic', 'red', { isExplicit: true });
const passable = (id: string): string => `${id} -> exit; ${id} -> exit [condition="outcome=fail"]`;

describe('goal gates', () => {
  it('engine.md 5: success and partial_success pass, but only when asserted (§4, §25)', async () => {
    const graph = graphOf(`digraph g { start -> a; ${passable('a')}; a [goal_gate=true] }`);
    const table = [
      [success(true), 'success'],
      [partialSuccess(true), 'partial_success'],
      [success(false), 'fail'],
      [partialSuccess(false), 'fail'],
      [red, 'fail'],
    ] as const;
    for (const [outcome, status] of table) expect(await start(graph, scene({ a: () => outcome }))).toMatchObject({ status });
  });

  it('engine.md 5: node target, node fallback, graph target, graph fallback: the first that exists', async () => {
    const targets = ['retry_target=t1', 'fallback_retry_target=t2', 'retry_target=t3', 'fallback_retry_target=t4'];
    for (const [first] of targets.entries()) {
      const names = targets.map((target, index) => (index < first ? target.replace(/t\d/, 'ghost') : target));
      const text = `digraph g { graph [${names[2]}, ${names[3]}]; start -> t1 -> t2 -> t3 -> t4 -> a; ${passable('a')}; a [goal_gate=true, ${names[0]}, ${names[1]}] }`;
      const at = scene({ a: sequence(success(false), success(true)) });
      await start(graphOf(text), at);
      expect(readDecisions(at.directory).find((record) => record.kind === 'gate_redirect')).toMatchObject({
        node: 'exit',
        rule: 'goal_gate',
        target: `t${first + 1}`,
        reason: expect.stringContaining('goal gate unsatisfied: a'),
      });
    }
  });

  it('engine.md 5: without a target the run fails, naming all gates in declaration order', async () => {
    const text = `digraph g { z [goal_gate=true]; b [goal_gate=true]; ok [goal_gate=true]; start -> ok -> b; b -> z; b -> z [condition="outcome=fail"]; ${passable('z')} }`;
    const at = scene({ b: failing('red'), z: () => success(false) });
    const result = await start(graphOf(text), at);
    expect(result).toMatchObject({
      status: 'fail',
      reason: 'goal gate unsatisfied: z (success, but nobody asserted it); b (red) (no retry target)',
    });
    expect(at.events.filter((event) => event.type === 'goal_gate.checked')).toMatchObject([
      { satisfied: false, unsatisfied: ['z', 'b'], redirect: '' },
    ]);
  });

  it('engine.md 5: redirects are bounded by max_gate_retries, 50 by default, and by 0', async () => {
    const text = (attributes: string): string =>
      `digraph g { ${attributes} start -> a; ${passable('a')}; a [goal_gate=true, retry_target=a] }`;
    for (const [attributes, calls] of [
      ['', 51],
      ['graph [max_gate_retries=2]', 3],
      ['graph [max_gate_retries=0]', 1],
    ] as const) {
      const at = scene({ a: () => success(false) });
      const result = await start(graphOf(text(attributes)), at);
      expect([at.calls.get('a'), result.status]).toEqual([calls, 'fail']);
      expect(result.reason).toContain(`(max_gate_retries=${calls - 1} used up)`);
    }
  });

  it('engine.md 5: a redirect keeps the context and counts as a visit of its target', async () => {
    const graph = graphOf(`digraph g { start -> w -> a; ${passable('a')}; w [max_visits=1]; a [goal_gate=true, retry_target=w] }`);
    const at = scene({ w: () => success(true, { contextUpdates: { kept: 1 } }), a: () => success(false) });
    expect((await start(graph, at)).reason).toMatch(/^max_visits_exceeded: 'w' has run 1 times/);
  });

  it('engine.md 5: the last outcome of each gate counts; nothing but the gate run again satisfies it', async () => {
    const text = `digraph g { graph [max_gate_retries=1]; start -> a; a -> b; a -> b [condition="outcome=fail"]; ${passable('b')}; a [goal_gate=true, retry_target=b] }`;
    const skipped = scene({ a: failing('red') });
    expect(await start(graphOf(text), skipped)).toMatchObject({ status: 'fail', nodes: ['start', 'a', 'b', 'b'] });
    const worse = scene({ a: sequence(success(true), red), b: (_, call) => (call === 1 ? fail('deterministic', 'x') : success(true)) });
    const loop = `digraph g { start -> a; a -> b; a -> b [condition="outcome=fail"]; b -> a [condition="outcome=fail"]; b -> exit; a [goal_gate=true] }`;
    expect((await start(graphOf(loop), worse)).reason).toContain('goal gate unsatisfied: a (red)');
  });

  it('engine.md 5: no loop_restart forgets a gate', async () => {
    const text = `digraph g { start -> a; a -> b; a -> b [condition="outcome=fail"]; b -> c [loop_restart=true]; c -> exit; a [goal_gate=true] }`;
    const result = await start(graphOf(text), scene({ a: failing('red') }));
    expect(result).toMatchObject({ status: 'fail' });
    expect(result.reason).toContain('goal gate unsatisfied: a');
  });

  it('engine.md 5: require_gates=all makes an unvisited gate unsatisfied; visited does not', async () => {
    const text = (graph: string): string =>
      `digraph g { ${graph} start -> a; a -> exit; a -> b [condition="outcome=fail"]; b -> exit; b [goal_gate=true] }`;
    expect(await start(graphOf(text('')), scene())).toMatchObject({ status: 'success' });
    expect(await start(graphOf(text('graph [require_gates=all]')), scene())).toMatchObject({
      status: 'fail',
      reason: 'goal gate unsatisfied: b (never ran) (no retry target)',
    });
  });

  const block = (gate: string, extra = ''): string =>
    `digraph g { ${extra} start -> w -> fan; fan [shape=component]; fan -> a -> join; fan -> b -> join; a [goal_gate=true${gate}]; join [shape=tripleoctagon]; join -> exit }`;

  it('engine.md 5: a gate in a branch counts; the redirect goes to the component, or to a target outside the block', async () => {
    const inside = scene({ a: sequence(success(false), success(true)) });
    expect(await start(graphOf(block(', retry_target=b')), inside)).toMatchObject({ status: 'success' });
    expect(readTrace(inside.directory).map((line) => line.node_id)).toEqual([
      'start',
      'w',
      'a',
      'b',
      'fan',
      'join',
      'a',
      'b',
      'fan',
      'join',
    ]);
    const outside = scene({ a: sequence(success(false), success(true)) });
    expect(await start(graphOf(block(', retry_target=w')), outside)).toMatchObject({ status: 'success' });
    expect(outside.calls.get('w')).toBe(2);
    const none = await start(graphOf(block('')), scene({ a: () => success(false) }));
    expect(none.reason).toContain('goal gate unsatisfied: a (success, but nobody asserted it) (no retry target)');
  });

  it('engine.md 5, 8: a gate that its cancelled branch was in the middle of has no verdict: it never ran, or keeps the one before', async () => {
    const block = (more: string): string => `digraph g { graph [${more}]; start -> fan
      fan [shape=component, join_policy=first_success]; fan -> slow -> join; fan -> quick -> join
      slow [goal_gate=true]; join [shape=tripleoctagon]; join -> again
      again -> fan [condition="outcome=more"]; again -> exit [condition="outcome=success"] }`;
    const untilAborted: Work = ({ signal }) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(fail('cancelled', 'stopped')), { once: true }));
    const cancelled = { slow: untilAborted, quick: () => success(true), join: () => success(true), again: () => success(true) };
    const at = scene(cancelled);
    expect(await start(graphOf(block('')), at)).toMatchObject({ status: 'success' });
    expect(at.calls.get('slow')).toBe(1);
    expect(readTrace(at.directory).map((line) => line.node_id)).not.toContain('slow');
    expect(await start(graphOf(block('require_gates=all')), scene(cancelled))).toMatchObject({
      status: 'fail',
      reason: expect.stringContaining('goal gate unsatisfied: slow') as string,
    });
    // The first pass ends with a red gate and a green sibling; in the second, the gate is cancelled: red stands.
    let green = (): void => {};
    const first = new Promise<void>((resolve) => {
      green = resolve;
    });
    const twice = scene({
      ...cancelled,
      slow: (invocation, call) => (call === 1 ? doing(green, red) : untilAborted(invocation, call)),
      quick: () => first.then(() => new Promise((resolve) => setImmediate(() => resolve(success(true))))),
      again: sequence(success(true, { preferredLabel: 'more' }), success(true)),
    });
    expect(await start(graphOf(block('')), twice)).toMatchObject({
      status: 'fail',
      reason: expect.stringContaining('goal gate unsatisfied: slow (red)') as string,
    });
  });

  it('engine.md 5: a gate in a block that never ran is redirected to its component, never into the block', async () => {
    const text = `digraph g { graph [require_gates=all, max_gate_retries=1]; start -> fan; fan [shape=component]; fan -> a -> join [condition="k=1"]; fan -> b -> join; fan -> a [condition="k=1"]; a [goal_gate=true, retry_target=a]; join [shape=tripleoctagon]; join -> exit }`;
    const graph = graphOf(text.replace('fan -> a -> join [condition="k=1"]; ', 'a -> join; '));
    const at = scene();
    expect(await start(graph, at)).toMatchObject({ status: 'fail', nodes: ['start', 'b', 'fan', 'join', 'b', 'fan', 'join'] });
  });

  it('engine.md 14: an unsatisfied gate resumes at the first such gate', async () => {
    const text = `digraph g { start -> a -> b -> c -> exit; a [goal_gate=true]; b [goal_gate=true] }`;
    const at = scene({ a: () => success(false), b: () => success(false) });
    await start(graphOf(text), at);
    const again: Scene = { ...scene(), directory: at.directory };
    expect(await resume(graphOf(text), again)).toMatchObject({ status: 'success', nodes: ['start', 'a', 'b', 'c', 'a', 'b', 'c'] });
  });
});
