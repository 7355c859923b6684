import { appendFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  decodeState,
  encodeState,
  fail,
  type Input,
  initialState,
  type JsonObject,
  type Parked,
  type RunEvent,
  RunRefused,
  readCheckpoint,
  readEvents,
  readJournal,
  readManifest,
  readTrace,
  StoreError,
  step,
  success,
} from '@attractor/engine';
import { resolvedGraph } from '@attractor/pipeline';
import { simulatedClock } from '@attractor/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { players } from '../oracle/play.ts';
import { plans, textOf } from '../support/random-plan.ts';
import { doing, graphOf, resume, type Scene, scene, start, type Work } from '../support/run-graph.ts';

const terminal = /^pipeline\.(completed|failed|halted|parked|cancelled)$/;
const simple = graphOf('digraph g { start -> a -> b -> exit }');
const from = (at: Scene, works: Record<string, Work> = {}, overrides: Parameters<typeof scene>[1] = {}): Scene => ({
  ...scene(works, overrides),
  directory: at.directory,
});
const untilAborted: Work = ({ signal }) =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(fail('cancelled', 'stopped')), { once: true }));
const ends = (events: readonly RunEvent[]): string[] => events.filter((event) => terminal.test(event.type)).map((event) => event.type);

describe('cancel', () => {
  it('engine.md 13: the running node is stopped, the run ends cancelled with its reason, and can be resumed', async () => {
    const controller = new AbortController();
    const at = scene({
      a: (invocation, call) => doing(() => setImmediate(() => controller.abort('SIGINT')), untilAborted(invocation, call)),
    });
    expect(await start(simple, at, { signal: controller.signal })).toMatchObject({
      status: 'cancelled',
      reason: 'SIGINT',
      nodes: ['start'],
    });
    expect(ends(readEvents(at.directory))).toEqual(['pipeline.cancelled']);
    expect(readManifest(at.directory)['status']).toBe('cancelled');
    const again = from(at, { a: ({ resumed, attempt }) => success(true, { notes: `${resumed} ${attempt}` }) });
    expect(await resume(simple, again)).toMatchObject({ status: 'success', nodes: ['start', 'a', 'b'] });
    expect(readTrace(at.directory)[1]).toMatchObject({ attempt: 2, visit: 1 });
  });

  it('engine.md 13: a node that passed although it was told to stop is not run again; a block stops whole', async () => {
    const controller = new AbortController();
    const graph = graphOf(
      'digraph g { start -> fan; fan [shape=component]; fan -> a -> join; fan -> b -> join; join [shape=tripleoctagon]; join -> exit }',
    );
    const works: Record<string, Work> = {
      a: async ({ signal }) => {
        setImmediate(() => controller.abort('stop'));
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        return success(true);
      },
      b: untilAborted,
    };
    const at = scene(works, { clock: simulatedClock() });
    expect(await start(graph, at, { signal: controller.signal })).toMatchObject({ status: 'cancelled', nodes: ['start', 'a'] });
    const again = from(at);
    expect(await resume(graph, again)).toMatchObject({ status: 'success', nodes: ['start', 'a', 'b', 'fan', 'join'] });
    expect([again.calls.get('a'), again.calls.get('b')]).toEqual([undefined, 1]);
  });

  it('engine.md 13: a signal that is aborted already stops before the first node; a wait between attempts ends at once', async () => {
    const at = scene();
    expect(await start(simple, at, { signal: AbortSignal.abort('no') })).toMatchObject({ status: 'cancelled' });
    const controller = new AbortController();
    const clock = simulatedClock();
    const waiting = scene({ a: () => doing(() => setImmediate(() => controller.abort('no')), fail('deterministic', 'red')) }, { clock });
    const graph = graphOf('digraph g { start -> a -> exit; a [max_retries=1, retry_on="fail"] }');
    expect(await start(graph, waiting, { signal: controller.signal })).toMatchObject({ status: 'cancelled', nodes: ['start'] });
    expect(await resume(graph, from(waiting))).toMatchObject({ status: 'success' });
    expect(readTrace(waiting.directory)[1]).toMatchObject({ attempt: 2 });
  });
});

describe('the way out', () => {
  it('engine.md 2: finalizers run in order on every way out, before the one terminal event, and never change the result', async () => {
    const ways: [string, Record<string, Work>, string][] = [
      ['success', {}, 'pipeline.completed'],
      ['fail', { a: () => fail('deterministic', 'red') }, 'pipeline.failed'],
      ['halted', { a: () => fail('budget', 'quota') }, 'pipeline.halted'],
      ['parked', { a: (): Parked => ({ parked: true, questions: [question] }) }, 'pipeline.parked'],
    ];
    for (const [status, works, event] of ways) {
      const order: string[] = [];
      const at = scene(works, {
        sinks: [({ type }) => void (terminal.test(type) && order.push(type))],
        finalizers: [
          { name: 'first', run: () => doing(() => order.push('first'), Promise.reject<void>(new Error('its own fault'))) },
          { name: 'second', run: () => doing(() => order.push('second'), Promise.resolve()) },
        ],
        clock: simulatedClock(),
      });
      expect(await start(simple, at)).toMatchObject({ status });
      expect([status, order]).toEqual([status, ['first', 'second', event]]);
      expect(ends(readEvents(at.directory))).toEqual([event]);
    }
  });

  it('engine.md 2: a finalizer has 5 s', async () => {
    const clock = simulatedClock();
    let signalled = false;
    const hanging = {
      name: 'hangs',
      run: (signal: AbortSignal) => {
        signal.addEventListener('abort', () => {
          signalled = true;
        });
        return new Promise<void>(() => {});
      },
    };
    const done = start(simple, scene({}, { clock, finalizers: [hanging] }));
    for (let i = 0; i < 50; i++) await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(4999);
    expect(signalled).toBe(false);
    await clock.advance(1);
    expect(await done).toMatchObject({ status: 'success' });
    expect(signalled).toBe(true);
  });

  it('files.md 3: a StoreError under a handler stops the run after the others have stopped; finalizers and the terminal event come still', async () => {
    const order: string[] = [];
    const graph = graphOf(
      'digraph g { start -> fan; fan [shape=component]; fan -> a -> join; fan -> b -> join; join [shape=tripleoctagon]; join -> exit }',
    );
    const at = scene(
      {
        a: async () => {
          await new Promise((resolve) => setImmediate(resolve));
          throw new StoreError('disk_full', 'no space left', '/x');
        },
        b: async (invocation, call) => {
          const outcome = await untilAborted(invocation, call);
          order.push('b stopped');
          return outcome;
        },
      },
      {
        clock: simulatedClock(),
        finalizers: [{ name: 'f', run: () => doing(() => order.push('finalizer'), Promise.resolve()) }],
        sinks: [(event) => void (event.type === 'pipeline.failed' && order.push(`${event.type} ${event.error_type}`))],
      },
    );
    await expect(start(graph, at)).rejects.toThrow('no space left');
    expect(order).toEqual(['b stopped', 'finalizer', 'pipeline.failed disk_full']);
    expect(ends(readEvents(at.directory))).toEqual(['pipeline.failed']);
    expect(await resume(graph, from(at))).toMatchObject({ status: 'success' });
    expect(readEvents(at.directory).every((event, index) => event.seq === index)).toBe(true);
  });

  it('files.md 4: an observer that throws changes nothing', async () => {
    const at = scene(
      {},
      {
        sinks: [
          () => {
            throw new Error('its own');
          },
        ],
      },
    );
    expect(await start(simple, at)).toMatchObject({ status: 'success' });
  });

  it('engine.md 15: an error in the engine itself still rejects and leaves one terminal event', async () => {
    const at = scene(
      {},
      {
        random: () => {
          throw new TypeError('no luck');
        },
      },
    );
    await expect(start(simple, at)).rejects.toThrow('no luck');
  });
});

const question = { id: 'q1', text: 'Go?', type: 'choice', options: [], stage: 'a', metadata: {} } as const;

describe('resume', () => {
  it('engine.md 14: a finished run is answered at once, and nothing runs', async () => {
    const at = scene();
    await start(simple, at);
    const before = readFileSync(join(at.directory, 'journal.jsonl'), 'utf8');
    const again = from(at);
    expect(await resume(simple, again)).toMatchObject({ status: 'success', nodes: ['start', 'a', 'b'] });
    expect([again.calls.size, readFileSync(join(at.directory, 'journal.jsonl'), 'utf8')]).toEqual([0, before]);
  });

  it('engine.md 14: a failed node is run again, also at its max_visits; an unhandled failure resumes at that node', async () => {
    const graph = graphOf('digraph g { start -> a -> b -> exit; b [max_visits=1] }');
    const at = scene({ b: () => fail('deterministic', 'red') });
    await start(graph, at);
    expect(await resume(graph, from(at))).toMatchObject({ status: 'success', nodes: ['start', 'a', 'b', 'b'] });
    const loose = graphOf('digraph g { start -> a -> clean -> exit; clean [runs_on=always] }');
    const late = scene({ a: () => fail('deterministic', 'red') });
    await start(loose, late);
    expect(await resume(loose, from(late))).toMatchObject({ status: 'success', nodes: ['start', 'a', 'clean', 'a', 'clean'] });
  });

  it('engine.md 14: a limit resumes at the node it would have entered, at once with the same reason unless it was raised', async () => {
    const graph = graphOf('digraph g { graph [budget_tokens=10]; start -> a -> b -> exit }');
    const at = scene({ a: () => success(true, { usage: { inputTokens: 9, outputTokens: 9 } }) });
    const halted = await start(graph, at);
    expect(halted).toMatchObject({ status: 'halted', reason: "budget_exceeded: 18 of 10 tokens used before 'b'" });
    expect(await resume(graph, from(at))).toMatchObject({ status: 'halted', reason: halted.reason });
    expect(await resume(graph, from(at), { limits: { budgetTokens: 100 } })).toMatchObject({
      status: 'success',
      nodes: ['start', 'a', 'b'],
    });
    const visits = graphOf('digraph g { start -> a; a -> a [condition="outcome=success"]; a -> exit [condition="k=1"]; a [max_visits=2] }');
    const looping = scene();
    const first = await start(visits, looping);
    const again = from(looping);
    expect(await resume(visits, again)).toMatchObject({ status: 'fail', reason: first.reason });
    expect(again.calls.size).toBe(0);
  });

  it('engine.md 3.1, 14: max_pipeline_duration stops before a step and inside one; parked and stopped time does not count', async () => {
    const graph = graphOf('digraph g { graph [max_pipeline_duration=5000]; start -> a -> b -> exit }');
    const between = scene({ a: ({ services }) => services.clock.sleep(5000).then(() => success(true)) });
    expect(await start(graph, between)).toMatchObject({
      status: 'fail',
      reason: "max_pipeline_duration_exceeded: 5000 ms of execution are over while 'start' ran",
    });
    const clock = simulatedClock();
    const inside = scene({ a: untilAborted }, { clock });
    const done = start(graph, inside);
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(5000);
    expect(await done).toMatchObject({
      status: 'fail',
      reason: "max_pipeline_duration_exceeded: 5000 ms of execution are over while 'a' ran",
      durationMs: 5000,
      nodes: ['start', 'a'],
    });
    expect(readTrace(inside.directory).at(-1)).toMatchObject({
      node_id: 'a',
      status: 'fail',
      is_explicit: false,
      duration_ms: 5000,
      edge: '',
      reason: 'interrupted: the execution time of the run is over',
    });
    const ends = readEvents(inside.directory).filter((event) => event.type === 'node.completed' && event.node === 'a');
    expect(ends).toMatchObject([{ status: 'fail' }]);
    const again = from(inside, {}, { clock: simulatedClock({ start: Date.UTC(2027, 0, 1) }) });
    expect(await resume(graph, again)).toMatchObject({
      status: 'fail',
      reason: expect.stringContaining('max_pipeline_duration_exceeded') as string,
    });
    expect(again.calls.size).toBe(0);
    // The visit stayed open: with more time it goes on, and its own line says how it ended.
    const more = from(inside, {}, { clock: simulatedClock() });
    expect(await resume(graphOf('digraph g { start -> a -> b -> exit }'), more, { onChangedGraph: 'accept' })).toMatchObject({
      status: 'success',
      nodes: ['start', 'a', 'a', 'b'],
    });
    expect(readTrace(inside.directory)[2]).toMatchObject({ node_id: 'a', status: 'success', visit: 1, attempt: 2 });
  });

  it('engine.md 9, 14: a parked node is asked again; in a block the others go on first', async () => {
    const graph = graphOf(
      'digraph g { start -> fan; fan [shape=component, max_parallel=1]; fan -> a -> join; fan -> b -> join; join [shape=tripleoctagon]; join -> exit }',
    );
    const at = scene({ a: () => ({ parked: true, questions: [question] }) });
    expect(await start(graph, at)).toMatchObject({ status: 'parked', questions: ['q1'], nodes: ['start', 'b'] });
    const again = from(at);
    expect(await resume(graph, again)).toMatchObject({ status: 'success', nodes: ['start', 'b', 'a', 'fan', 'join'] });
    expect(again.calls.get('b')).toBeUndefined();
  });

  it('engine.md 8, 14: a branch that parks although it is being cancelled is cancelled', async () => {
    const graph = graphOf(
      'digraph g { start -> fan; fan [shape=component, join_policy=first_success]; fan -> a -> join; fan -> b -> join; join [shape=tripleoctagon]; join -> exit }',
    );
    const at = scene({
      b: ({ signal }) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve({ parked: true, questions: [question] }), { once: true })),
    });
    expect(await start(graph, at)).toMatchObject({ status: 'success' });
  });

  it('engine.md 14: graph_changed before anything runs; comments do not count; --stored-graph and --accept-graph go on', async () => {
    const at = scene({ b: () => fail('deterministic', 'red') });
    await start(simple, at);
    const changed = graphOf('digraph g { start -> a -> b -> c -> exit }');
    const refused = from(at);
    await expect(resume(changed, refused)).rejects.toThrow(RunRefused);
    await expect(resume(changed, refused)).rejects.toThrow(/graph_changed/);
    expect(refused.calls.size).toBe(0);
    await expect(resume(graphOf('digraph g { start -> a -> exit }'), refused, { onChangedGraph: 'accept' })).rejects.toThrow(
      /lacks nodes of this run: b/,
    );
    expect(
      await resume(graphOf('digraph g { /* same */ start -> a -> b -> exit }'), from(at, { b: () => fail('deterministic', 'red') })),
    ).toMatchObject({
      status: 'fail',
    });
    const stored = from(at, { b: () => fail('deterministic', 'red') });
    expect((await resume(changed, stored, { onChangedGraph: 'stored' })).nodes).not.toContain('c');
    const accepted = from(at, { c: () => fail('deterministic', 'red') });
    expect((await resume(changed, accepted, { onChangedGraph: 'accept' })).nodes.at(-1)).toBe('c');
    expect(readManifest(at.directory)['accepted_digests']).toHaveLength(1);
    expect(await resume(changed, from(at))).toMatchObject({ status: 'success' });
  });

  it('engine.md 14, files.md 3: parameters are only added; a second owner is refused', async () => {
    const at = scene({ a: () => fail('deterministic', 'red') });
    await start(simple, at, { parameters: new Map([['x', '1']]) });
    await expect(resume(simple, from(at), { parameters: new Map([['x', '2']]) })).rejects.toThrow(/already has 'x'/);
    let seen: unknown;
    const again = from(at, {
      a: async ({ context }) => {
        seen = context.get('y');
        await expect(resume(simple, from(at))).rejects.toMatchObject({ code: 'run_locked' });
        return success(true);
      },
    });
    expect(await resume(simple, again, { parameters: new Map([['y', '2']]) })).toMatchObject({ status: 'success' });
    expect(seen).toBe('2');
  });

  it('files.md 3: a damaged journal names file and line; --from-checkpoint goes on, and its journal is whole again', async () => {
    const graph = graphOf('digraph g { start -> a -> b -> c -> exit }');
    const at = scene({ b: () => fail('deterministic', 'red') });
    await start(graph, at);
    const path = join(at.directory, 'journal.jsonl');
    writeFileSync(path, readFileSync(path, 'utf8').replace(/\n.*\n/, '\nrubbish\n'));
    await expect(resume(graph, from(at))).rejects.toThrow(/journal\.jsonl:2/);
    const again = from(at, { c: () => fail('deterministic', 'red') });
    expect(await resume(graph, again, { fromCheckpoint: true })).toMatchObject({ status: 'fail', nodes: ['start', 'a', 'b', 'b', 'c'] });
    expect(again.calls.get('a')).toBeUndefined();
    expect(await resume(graph, from(at))).toMatchObject({ status: 'success', nodes: ['start', 'a', 'b', 'b', 'c', 'c'] });
    expect(readdirSync(at.directory)).toContain('journal.damaged-1.jsonl');
  });

  it('files.md 3: a journal that lost, repeats or renumbers a record is damaged, and so is one of another run', async () => {
    const damages: readonly [(lines: string[]) => string[], RegExp][] = [
      [(lines) => lines.toSpliced(3, 1), /:4: it holds record 4 where record 3 belongs/],
      [(lines) => lines.toSpliced(3, 0, lines[3] ?? ''), /:5: it holds record 3 where record 4 belongs/],
      [(lines) => [...lines, '{"n":99,"t":"cancel","reason":"x","ts":0,"el":0,"sq":0}'], /it holds record 99/],
      [(lines) => lines.slice(1), /:1: it does not begin with its header/],
      [(lines) => lines.map((line) => line.replace(/"run":"[^"]*"/, '"run":"other"')), /:1: it is the journal of run 'other'/],
    ];
    for (const [damage, message] of damages) {
      const at = scene({ b: () => fail('deterministic', 'red') });
      await start(simple, at);
      const path = join(at.directory, 'journal.jsonl');
      writeFileSync(path, `${damage(readFileSync(path, 'utf8').trimEnd().split('\n')).join('\n')}\n`);
      const again = from(at);
      await expect(resume(simple, again)).rejects.toMatchObject({ code: 'damaged_journal', message: expect.stringMatching(message) });
      expect(again.calls.size).toBe(0);
      expect(await resume(simple, again, { fromCheckpoint: true })).toMatchObject({ status: 'success' });
      expect([...again.calls.keys()]).toEqual(['b']);
    }
  });

  it('files.md 3: a run whose journal is gone or empty does not begin again', async () => {
    for (const empty of [(path: string) => rmSync(path), (path: string) => writeFileSync(path, '')]) {
      const at = scene({ b: () => fail('deterministic', 'red') });
      await start(simple, at);
      empty(join(at.directory, 'journal.jsonl'));
      const again = from(at);
      await expect(resume(simple, again)).rejects.toMatchObject({ code: 'damaged_journal' });
      expect(again.calls.size).toBe(0);
      expect(await resume(simple, again, { fromCheckpoint: true })).toMatchObject({ status: 'success' });
    }
  });

  it('files.md 1: what a resume needs and cannot read is named', async () => {
    const at = scene({ b: () => fail('deterministic', 'red') });
    await start(simple, at);
    const stored = join(at.directory, 'graph.resolved.json');
    const manifest = join(at.directory, 'manifest.json');
    const whole = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, '{}');
    await expect(resume(simple, from(at))).rejects.toMatchObject({ code: 'unreadable', path: manifest });
    expect(readFileSync(manifest, 'utf8')).toBe('{}');
    writeFileSync(manifest, whole.replace('"mode": "off"', '"mode": "wet"'));
    await expect(resume(simple, from(at))).rejects.toMatchObject({ code: 'unreadable', path: manifest });
    writeFileSync(manifest, whole);
    const checkpoint = join(at.directory, 'checkpoint.json');
    const view = JSON.parse(readFileSync(checkpoint, 'utf8')) as { state: object };
    for (const state of [undefined, null, 7, [], {}, { ...view.state, frames: 7 }, { ...view.state, result: { status: 'success' } }]) {
      writeFileSync(checkpoint, JSON.stringify({ ...view, state }));
      await expect(resume(simple, from(at), { fromCheckpoint: true })).rejects.toMatchObject({ code: 'damaged_checkpoint' });
    }
    const graph = readFileSync(stored, 'utf8');
    const other = resolvedGraph(graphOf('digraph g { start -> a -> b -> exit; b [max_retries=3] }'));
    writeFileSync(stored, JSON.stringify(other));
    await expect(resume(simple, from(at), { onChangedGraph: 'stored' })).rejects.toMatchObject({ code: 'damaged_journal' });
    writeFileSync(stored, graph);
    rmSync(stored);
    await expect(resume(simple, from(at))).rejects.toMatchObject({ code: 'unreadable', path: stored });
  });

  it('files.md 3: a torn last line is dropped', async () => {
    const at = scene({ b: () => fail('deterministic', 'red') });
    await start(simple, at);
    appendFileSync(join(at.directory, 'journal.jsonl'), '{"n":99,"t":"fin');
    expect(await resume(simple, from(at))).toMatchObject({ status: 'success' });
  });

  it('engine.md 14: a run that was killed while a limit in one branch stopped the others does not hang', async () => {
    const graph = graphOf(
      'digraph g { start -> fan; fan [shape=component]; fan -> a; a -> a [condition="outcome=success"]; a -> join; fan -> b -> join; a [max_visits=1]; join [shape=tripleoctagon]; join -> exit }',
    );
    const at = scene({ b: untilAborted });
    const first = await start(graph, at);
    expect(first.reason).toMatch(/^max_visits_exceeded/);
    const path = join(at.directory, 'journal.jsonl');
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    writeFileSync(path, `${lines.slice(0, -1).join('\n')}\n`);
    const again = from(at, { b: untilAborted });
    expect(await resume(graph, again)).toMatchObject({ status: 'fail', reason: first.reason });
  });
});

describe('records', () => {
  it('files.md 1: trace keys stand in order; start and skipped nodes have lines, the exit has none', async () => {
    const at = scene();
    await start(graphOf('digraph g { start -> a -> s -> exit; s [runs_on=failure] }'), at);
    const lines = readFileSync(join(at.directory, 'trace.jsonl'), 'utf8').trimEnd().split('\n');
    for (const line of lines) {
      expect(Object.keys(JSON.parse(line) as object)).toEqual(
        'iteration node_id status preferred_label is_explicit duration_ms ts attempt visit branch edge reason'.split(' '),
      );
    }
    expect(readTrace(at.directory).map((line) => `${line.node_id}:${line.status}:${line.attempt}`)).toEqual([
      'start:success:1',
      'a:success:1',
      's:skipped:1',
    ]);
    expect(JSON.parse(readFileSync(join(at.directory, 's', 'status.json'), 'utf8'))).toMatchObject({
      outcome: 'skipped',
      attempt_count: null,
    });
  });

  it('files.md 1: the checkpoint has the canonical keys, and names the exit at the end', async () => {
    const at = scene();
    await start(simple, at);
    const checkpoint = readCheckpoint(at.directory);
    for (const key of ['timestamp', 'current_node', 'completed_nodes', 'node_retries', 'context', 'logs', 'schema_version', 'digest'])
      expect(checkpoint).toHaveProperty(key);
    expect(checkpoint).toMatchObject({ current_node: 'exit', completed_nodes: ['start', 'a', 'b'] });
    expect(readManifest(at.directory)).toMatchObject({ status: 'success', graph_name: 'g', node_count: 4, edge_count: 3 });
  });

  it('files.md 4: events are numbered without a gap, in phases, with one terminal event last', async () => {
    const at = scene({
      a: ({ emit, node }) => doing(() => emit({ type: 'agent.model_call', node: node.id, data: { n: 1 } }), success(true)),
    });
    await start(simple, at);
    const events = readEvents(at.directory);
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index));
    expect(events.filter((event) => event.type === 'phase.entered').map((event) => event.phase)).toEqual([
      'PARSE',
      'TRANSFORM',
      'VALIDATE',
      'INITIALIZE',
      'EXECUTE',
      'FINALIZE',
    ]);
    expect(events.at(-1)?.type).toBe('pipeline.completed');
    expect(at.events).toEqual(events);
  });

  it('files.md 1: secrets are written nowhere, and must be given again to resume', async () => {
    const secret = 'correct-horse-battery';
    const key = 'sk-environment-value';
    const graph = graphOf('digraph g { params="pass"; secret_params="pass"; start -> a -> b -> exit }');
    let seen: unknown;
    const at = scene(
      {
        a: ({ context, emit, node }) => {
          seen = context.get('pass');
          emit({ type: 'agent.note', node: node.id, data: { text: `x ${secret} ${key}` } });
          return success(true, {
            notes: `${secret}`,
            contextUpdates: { leak: `${key} ${secret}` },
            tool: { output: key, lastLine: key, exitCode: 0, stderrTail: '' },
          });
        },
        b: () => fail('deterministic', `it said ${secret} and ${key}`),
      },
      { environment: { MY_API_KEY: key } },
    );
    await start(graph, at, { parameters: new Map([['pass', secret]]) });
    expect(seen).toBe(secret);
    for (const name of readdirSync(at.directory, { recursive: true, encoding: 'utf8' })) {
      const path = join(at.directory, name);
      if (!statSync(path).isFile()) continue;
      const content = readFileSync(path, 'utf8');
      expect([name, content.includes(secret), content.includes(key)]).toEqual([name, false, false]);
    }
    await expect(resume(graph, from(at))).rejects.toMatchObject({ code: 'secret_missing' });
    expect(await resume(graph, from(at), { parameters: new Map([['pass', secret]]) })).toMatchObject({ status: 'success' });
  });

  it('files.md 3: the state of every moment of a run survives its way through checkpoint.json', async () => {
    await fc.assert(
      fc.asyncProperty(plans({ parallel: true, maxSteps: 8, artefacts: false }), async (plan) => {
        const graph = graphOf(textOf(plan));
        const at = scene(players(plan));
        await start(graph, at);
        let state = initialState;
        for (const { value } of readJournal(at.directory).lines.slice(0, 150)) {
          if (value['t'] === 'header') continue;
          state = step({ graph, runId: 'r' }, state, value as unknown as Input).state;
          const json = JSON.parse(JSON.stringify(encodeState(state))) as JsonObject;
          expect(encodeState(decodeState(json))).toEqual(encodeState(state));
          expect(
            decodeState(json).frames.equals(state.frames) ||
              JSON.stringify(encodeState(decodeState(json))) === JSON.stringify(encodeState(state)),
          ).toBe(true);
        }
      }),
      { numRuns: 10, endOnFailure: true },
    );
  }, 60_000);
});
