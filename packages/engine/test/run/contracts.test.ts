import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, type JsonObject, type RunEvent, readTrace, retry, skipped, success } from '@attractor/engine';
import { describe, expect, it } from 'vitest';
import { failing, graphOf, type Scene, scene, start, type Work } from '../support/run-graph.ts';

const statuses = (at: Scene): string[] => readTrace(at.directory).map((line) => `${line.node_id}:${line.status}`);
const find = <T extends RunEvent['type']>(at: Scene, type: T) =>
  at.events.find((event) => event.type === type) as Extract<RunEvent, { type: T }>;
const writes =
  (contextUpdates: JsonObject): Work =>
  () =>
    success(true, { contextUpdates });

describe('runs_on', () => {
  it('engine.md 3.3: failure runs only after a failure that has not passed since; always and success are never skipped', async () => {
    const text = 'digraph g { start -> a; a -> clean; a -> clean [condition="outcome=fail"]; clean -> b -> exit; clean [runs_on=failure] }';
    const calm = scene();
    expect(await start(graphOf(text), calm)).toMatchObject({ status: 'success' });
    expect(statuses(calm)).toEqual(['start:success', 'a:success', 'clean:skipped', 'b:success']);
    expect(find(calm, 'node.skipped')).toMatchObject({ node: 'clean', reason: 'runs_on=failure and nothing has failed' });
    const broken = scene({ a: failing('x') });
    await start(graphOf(text), broken);
    expect(statuses(broken)).toContain('clean:success');
    const mended = scene({ a: (_, call) => (call === 1 ? fail('deterministic', 'x') : success(true)) });
    await start(graphOf(text.replace('a -> clean [condition="outcome=fail"]', 'a -> a [condition="outcome=fail"]')), mended);
    expect(statuses(mended)).toEqual(['start:success', 'a:fail', 'a:success', 'clean:skipped', 'b:success']);
    for (const value of ['always', 'success']) {
      const at = scene();
      await start(graphOf(text.replace('runs_on=failure', `runs_on=${value}`)), at);
      expect(statuses(at)).toContain('clean:success');
    }
  });

  it('engine.md 3.3: in a branch only the failures of that branch count', async () => {
    const text =
      'digraph g { start -> a; a -> fan [condition="outcome=fail"]; fan [shape=component]; fan -> x -> join; fan -> y; y -> clean [condition="outcome=fail"]; y -> clean; clean -> join; x [runs_on=failure]; clean [runs_on=failure]; join [shape=tripleoctagon]; join -> exit }';
    const at = scene({ a: failing('x'), y: failing('y') });
    await start(graphOf(text), at);
    expect(statuses(at)).toEqual(expect.arrayContaining(['x:skipped', 'clean:success']));
  });
});

describe('requires and outputs', () => {
  it('engine.md 3.4: met by a key with a value or by a non-empty file; else skipped, naming entries and producers', async () => {
    const graph = graphOf('digraph g { start -> p -> a -> exit; p [outputs="plan"]; a [requires="plan, notes.txt"] }');
    const missing = scene();
    const result = await start(graph, missing);
    expect(result.status).toBe('fail');
    expect(result.reason).toBe('a: missing input: plan, notes.txt');
    expect(missing.calls.get('a')).toBeUndefined();
    expect(find(missing, 'node.skipped')).toMatchObject({ node: 'a', missing: ['plan', 'notes.txt'], producers: ['p'] });
    const met = scene({ p: writes({ plan: 'do it' }) });
    writeFileSync(join(met.work, 'notes.txt'), 'x');
    expect(await start(graph, met)).toMatchObject({ status: 'success' });
    for (const [plan, notes] of [
      ['', 'x'],
      ['do it', ''],
    ] as const) {
      const half = scene({ p: writes({ plan }) });
      writeFileSync(join(half.work, 'notes.txt'), notes);
      expect((await start(graph, half)).reason).toBe(`a: missing input: ${plan === '' ? 'plan' : 'notes.txt'}`);
    }
  });

  it('engine.md 3.4: a failed or skipped node marks its outputs, skips propagate, passing removes the marks', async () => {
    const text =
      'digraph g { start -> p; p -> q; p -> q [condition="outcome=fail"]; q -> r -> exit; p [outputs="k"]; q [requires="k", outputs="l"]; r [requires="l"] }';
    const at = scene({ p: () => fail('deterministic', 'half', { contextUpdates: { k: 'old' } }), q: writes({ l: '1' }) });
    expect(await start(graphOf(text), at)).toMatchObject({ status: 'fail', reason: 'q: missing input: k' });
    expect(statuses(at)).toEqual(['start:success', 'p:fail', 'q:skipped', 'r:skipped']);
    const again = scene({
      p: (_, call) =>
        call === 1 ? fail('deterministic', 'half', { contextUpdates: { k: 'old' } }) : success(true, { contextUpdates: { k: 'new' } }),
      q: writes({ l: '1' }),
    });
    const loop = text.replace('p -> q [condition="outcome=fail"]', 'p -> p [condition="outcome=fail"]');
    expect(await start(graphOf(loop), again)).toMatchObject({ status: 'success' });
  });

  it('engine.md 3.4: only requires asks for marks: a reference in a prompt never skips', async () => {
    const at = scene({ p: failing('x') });
    await start(
      graphOf('digraph g { start -> p; p -> a [condition="outcome=fail"]; p [outputs="k"]; a [prompt="use $k"]; a -> exit }'),
      at,
    );
    expect(at.calls.get('a')).toBe(1);
  });

  it('engine.md 3.11: declared outputs that nobody wrote are a contract violation, declared, emitted and missing named', async () => {
    const at = scene({ p: writes({ other: 1, k: 2 }) });
    expect(await start(graphOf('digraph g { start -> p -> exit; p [outputs="k,l"] }'), at)).toMatchObject({ status: 'success' });
    expect(find(at, 'contract.violation')).toMatchObject({ node: 'p', declared: ['k', 'l'], emitted: ['k', 'other'], missing: ['l'] });
    const fine = scene({ p: writes({ l: null, k: 2 }) });
    await start(graphOf('digraph g { start -> p -> exit; p [outputs="k,l"] }'), fine);
    expect(find(fine, 'contract.violation')).toBeUndefined();
  });
});

describe('overrides', () => {
  it('engine.md 3.6: auto_status makes a skipped handler a success that no gate counts; a missing input stays a skip', async () => {
    const at = scene({ a: () => skipped('no status') });
    expect(await start(graphOf('digraph g { start -> a -> exit; a [auto_status=true] }'), at)).toMatchObject({ status: 'success' });
    const gate = scene({ a: () => skipped('no status') });
    expect(await start(graphOf('digraph g { start -> a -> exit; a [auto_status=true, goal_gate=true] }'), gate)).toMatchObject({
      status: 'fail',
    });
    const input = scene();
    await start(graphOf('digraph g { start -> w -> a -> exit; a [auto_status=true, requires=k] }'), input);
    expect(statuses(input)).toContain('a:skipped');
  });

  it('engine.md 3.7: continue_on_fail makes a fail a success, not explicit, listed as handled, its reason in the notes', async () => {
    const graph = graphOf(
      'digraph g { start -> a; a -> b; a -> c [condition="outcome=fail"]; b -> exit; c -> exit; a [continue_on_fail=true] }',
    );
    const at = scene({ a: failing('red') });
    expect(await start(graph, at)).toMatchObject({
      status: 'success',
      nodes: ['start', 'a', 'b'],
      handled: [{ node: 'a', reason: 'red', by: 'continue_on_fail' }],
    });
    expect(readTrace(at.directory)[1]).toMatchObject({ status: 'success', is_explicit: false });
    const worn = scene({ a: () => retry('not yet') });
    expect(await start(graph, worn)).toMatchObject({ status: 'success', handled: [{ reason: 'not yet' }] });
  });

  it('engine.md 3.7: a goal gate stays unsatisfied under continue_on_fail', async () => {
    const at = scene({ a: failing('red') });
    const result = await start(graphOf('digraph g { start -> a -> exit; a [continue_on_fail=true, goal_gate=true] }'), at);
    expect(result.status).toBe('fail');
    expect(result.reason).toContain('goal gate unsatisfied: a');
  });
});

describe('context keys', () => {
  it('engine.md 1a: keys of the engine and of other nodes are refused with an event; a node may write its own', async () => {
    const updates = {
      'graph.goal': 'x',
      'context.target_dir': '/',
      iteration: '9',
      outcome: 'x',
      'tool.output': 'x',
      'b.output': 'x',
      b: 'x',
      'internal.retry_count.a': 9,
      prior_critiques_a: 'x',
      'a.output': 'own',
      a: { own: true },
      free: 'yes',
    };
    const seen: Record<string, unknown> = {};
    const at = scene({
      a: writes(updates),
      b: ({ context }) => {
        for (const key of Object.keys(updates)) seen[key] = context.get(key);
        return success(true);
      },
    });
    await start(graphOf('digraph g { goal="real"; start -> a -> b -> exit }'), at);
    expect(find(at, 'context.rejected')).toMatchObject({
      node: 'a',
      keys: Object.keys(updates).filter((key) => !['a.output', 'a', 'free'].includes(key)),
    });
    expect(seen).toMatchObject({
      'graph.goal': 'real',
      iteration: '0',
      outcome: 'success',
      'a.output': 'own',
      a: { own: true },
      free: 'yes',
    });
    expect([seen['tool.output'], seen['b.output'], seen['b'], seen['internal.retry_count.a']]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('engine.md 1a: after a node outcome, failure_class, failure_reason and label are there; updates of a failed node are applied', async () => {
    const contexts: Record<string, unknown>[] = [];
    const look: Work = ({ context }) => {
      contexts.push(Object.fromEntries([...context.keys()].map((key) => [key, context.get(key)])));
      return success(true);
    };
    const at = scene({
      a: () => fail('deterministic', 'red', { preferredLabel: 'redo', contextUpdates: { kept: 1 } }),
      b: look,
      c: look,
    });
    await start(graphOf('digraph g { goal="G"; start -> a; a -> b [condition="status=fail"]; b -> c -> exit }'), at);
    expect(contexts[0]).toMatchObject({
      outcome: 'fail',
      failure_class: 'deterministic',
      failure_reason: 'red',
      preferred_label: 'redo',
      kept: 1,
    });
    expect(contexts[0]).toMatchObject({
      'graph.goal': 'G',
      'context.target_dir': at.work,
      iteration: '0',
      loop_count: '0',
      current_node: 'b',
    });
    expect(contexts[1]).toMatchObject({
      outcome: 'success',
      failure_class: '',
      failure_reason: '',
      preferred_label: 'redo',
      current_node: 'c',
    });
  });

  it('engine.md 1a: a tool result is readable as tool.* and as <node id>.*; retries are counted', async () => {
    const tool = { output: 'a\nb\n', lastLine: 'b', exitCode: 0, stderrTail: 'e' };
    const seen: unknown[] = [];
    const at = scene({
      a: (_, call) => (call === 1 ? retry('again') : success(true, { tool })),
      b: ({ context }) => {
        seen.push(
          ...['tool.output', 'a.output', 'tool.last_line', 'a.exit_code', 'tool.stderr_tail', 'internal.retry_count.a'].map((key) =>
            context.get(key),
          ),
        );
        return success(true);
      },
    });
    await start(graphOf('digraph g { start -> a -> b -> exit; a [max_retries=1] }'), at);
    expect(seen).toEqual(['a\nb\n', 'a\nb\n', 'b', '0', 'e', 1]);
  });

  it('engine.md 1a: __proto__ and constructor are ordinary keys', async () => {
    const contextUpdates = JSON.parse('{"__proto__":{"polluted":1},"constructor":"c"}') as JsonObject;
    const seen: unknown[] = [];
    const at = scene({
      a: writes(contextUpdates),
      b: ({ context }) => {
        seen.push(context.get('__proto__'), context.get('constructor'), context.get('polluted'));
        return success(true);
      },
    });
    await start(graphOf('digraph g { start -> a -> b -> exit }'), at);
    expect(seen).toEqual([{ polluted: 1 }, 'c', undefined]);
  });

  it('files.md 2: an outcome that is not JSON is an error of the handler, not of the run', async () => {
    const at = scene({ a: () => success(true, { contextUpdates: { bad: Number.NaN } }) });
    const result = await start(graphOf('digraph g { start -> a -> exit }'), at);
    expect(result.reason).toMatch(/^a: the handler returned a value that is not JSON \(context update 'bad'\)/);
  });
});
