import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Interviewer,
  type RunEvent,
  type RunResult,
  readManifest,
  resumeRun,
  type SimulationMode,
  startRun,
  success,
} from '@attractor/engine';
import type { Graph } from '@attractor/pipeline';
import { fakeInterviewer, fixedInterviewer, simulatedClock, testServices } from '@attractor/testing';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  autoApproveInterviewer,
  createBuiltinRegistry,
  parkInterviewer,
  queueInterviewer,
  readQuestions,
  recordAnswer,
  refuseInterviewer,
  usedQueueAnswers,
} from '../../src/index.ts';
import { graphOf } from '../support/graph.ts';

interface Scene {
  readonly graph: Graph;
  readonly directory: string;
  readonly work: string;
  readonly events: RunEvent[];
  readonly prompts: Map<string, string[]>;
}

function scene(dot: string): Scene {
  const root = mkdtempSync(join(tmpdir(), 'gates-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const work = join(root, 'work');
  mkdirSync(work);
  return { graph: graphOf(dot), directory: join(root, 'run'), work, events: [], prompts: new Map() };
}

function services(at: Scene, interviewer: Interviewer) {
  const made = testServices({
    handlers: createBuiltinRegistry(),
    interviewer,
    clock: simulatedClock({ auto: true }),
    backend: { default: 'echo' },
    sinks: [(event) => void at.events.push(event)],
  });
  made.backends.register('echo', {
    name: 'echo',
    needsProvider: false,
    run({ node, prompt }) {
      at.prompts.set(node.id, [...(at.prompts.get(node.id) ?? []), prompt]);
      return Promise.resolve(success(true, { notes: `did ${node.id}` }));
    },
  });
  return made;
}

function start(
  at: Scene,
  interviewer: Interviewer,
  more: { readonly mode?: SimulationMode; readonly signal?: AbortSignal } = {},
): Promise<RunResult> {
  return startRun({
    graph: at.graph,
    directory: at.directory,
    services: services(at, interviewer),
    workingDirectory: at.work,
    parameters: new Map(),
    ...more,
  });
}

function resume(at: Scene, interviewer: Interviewer): Promise<RunResult> {
  return resumeRun({ graph: at.graph, directory: at.directory, services: services(at, interviewer) });
}

function answer(at: Scene, id: string, value: string, text?: string) {
  const recorded = recordAnswer(at.directory, id, { value, ...(text === undefined ? {} : { text }) }, { channel: 'test', from: at.work });
  if (!recorded.ok) throw new Error(recorded.message);
}

const context = (at: Scene): Record<string, unknown> =>
  (JSON.parse(readFileSync(join(at.directory, 'checkpoint.json'), 'utf8')) as { context: Record<string, unknown> }).context;

const frame = (body: string, attributes = '') =>
  `digraph g { ${attributes} start [shape=Mdiamond]; exit [shape=Msquare]; node [shape=box]; ${body} }`;

const review = frame(`
  gate [shape=hexagon, label="Ship?"]; ship; fix
  start -> gate; gate -> ship [label="[A] Approve"]; gate -> fix [label="[R] Reject"]; gate -> exit [condition="outcome=fail"]
  ship -> exit; fix -> gate`);

describe('engine.md 9: gates in a run', () => {
  test('engine.md 4b step 0: the chosen edge wins over weight and label', async () => {
    const at = scene(
      frame(
        `gate [shape=hexagon]; heavy; light; start -> gate; gate -> heavy [label="Go", weight=9]; gate -> light [label="[L] Go"]; heavy -> exit; light -> exit`,
      ),
    );
    expect(await start(at, fixedInterviewer('l'))).toMatchObject({ status: 'success', nodes: ['start', 'gate', 'light'] });
    expect(context(at)).toMatchObject({ 'human.gate.selected': 'L', 'human.gate.label': 'Go', preferred_label: 'Go' });
  });

  test('engine.md 4b step 0: a chosen edge whose condition does not hold fails the run naming it', async () => {
    const at = scene(
      frame(
        `gate [shape=hexagon]; a; b; start -> gate; gate -> a [label="One", condition="context.ready=yes"]; gate -> b [label="Two"]; a -> exit; b -> exit`,
      ),
    );
    expect(await start(at, fixedInterviewer('one'))).toMatchObject({
      status: 'fail',
      reason: expect.stringContaining('-> a [context.ready=yes]'),
    });
  });

  test('engine.md 9: freeform is routed by weight, and conditions on the text go first', async () => {
    const dot = frame(`gate [shape=hexagon, mode=freeform]; a; b; c; start -> gate
      gate -> a [label="[A] first"]; gate -> b [weight=2]; gate -> c [condition="human.gate.text contains stop"]; a -> exit; b -> exit; c -> exit`);
    const plain = scene(dot);
    expect((await start(plain, fixedInterviewer('a'))).nodes).toEqual(['start', 'gate', 'b']);
    const stop = scene(dot);
    expect((await start(stop, fixedInterviewer('please stop'))).nodes).toEqual(['start', 'gate', 'c']);
  });

  test('engine.md 9: yes and no', async () => {
    const dot = frame(
      `gate [shape=hexagon, mode=confirm]; a; b; start -> gate; gate -> b [label="[N] No"]; gate -> a [label="[Y] Yes"]; a -> exit; b -> exit`,
    );
    for (const [said, node] of [
      ['YES', 'a'],
      ['n', 'b'],
    ] as const)
      expect((await start(scene(dot), fixedInterviewer(said))).nodes).toEqual(['start', 'gate', node]);
  });

  test('engine.md 9: a skipped gate fails explicitly and takes its failure route', async () => {
    const at = scene(review);
    expect(await start(at, queueInterviewer([]))).toMatchObject({ nodes: ['start', 'gate'], handled: [{ node: 'gate' }] });
    expect(JSON.parse(readFileSync(join(at.directory, 'gate/status.json'), 'utf8'))).toMatchObject({ outcome: 'fail', is_explicit: true });
  });

  test('engine.md 9: --on-human-gate fail ends the run with a reason that names the flag', async () => {
    const at = scene(frame('gate [shape=hexagon]; start -> gate -> exit'));
    expect(await start(at, refuseInterviewer())).toMatchObject({
      status: 'fail',
      reason: expect.stringMatching(/--on-human-gate.*queue:FILE/),
    });
  });

  test('engine.md 9: a timeout without a default is retried, bounded by max_retries', async () => {
    const at = scene(frame('gate [shape=hexagon, timeout="1m", max_retries=2]; start -> gate -> exit'));
    const silent = fakeInterviewer(() => new Promise(() => {}));
    expect(await start(at, silent)).toMatchObject({ status: 'fail', reason: expect.stringContaining('after 3 attempts') });
    expect(silent.questions).toHaveLength(3);
    expect(readQuestions(at.directory).map((item) => (item.state === 'closed' ? item.answer.kind : item.state))).toEqual([
      'timeout',
      'timeout',
      'timeout',
    ]);
    expect(at.events.filter((event) => event.type === 'interview.timeout')).toHaveLength(3);
  });

  test('engine.md 9: auto-approve leaves a loop, and fails where every way leads back', async () => {
    expect((await start(scene(review), autoApproveInterviewer())).nodes).toEqual(['start', 'gate', 'ship']);
    const circle = scene(
      frame(
        `gate [shape=hexagon]; a; b; start -> gate; gate -> a [label="A"]; gate -> b [label="B"]; a -> gate; b -> gate; b -> exit [condition="context.never=1"]`,
      ),
    );
    const result = await start(circle, autoApproveInterviewer());
    expect(result).toMatchObject({
      status: 'fail',
      nodes: ['start', 'gate', 'a', 'gate', 'b', 'gate'],
      reason: expect.stringContaining('auto-approve'),
    });
  });

  test('engine.md 9: cancel reaches the wait; the resumed run asks the same question and goes on', async () => {
    const at = scene(review);
    const controller = new AbortController();
    const asked = fakeInterviewer(() => {
      queueMicrotask(() => controller.abort('stop'));
      return new Promise(() => {});
    });
    expect(await start(at, asked, { signal: controller.signal })).toMatchObject({ status: 'cancelled' });
    const second = fixedInterviewer('a');
    expect(await resume(at, second)).toMatchObject({ status: 'success', nodes: ['start', 'gate', 'ship'] });
    expect(second.questions.map((question) => question.id)).toEqual(['gate']);
  });

  test('backends.md 1: a resumed run goes on in the queue where it was', async () => {
    const at = scene(
      frame(
        `one [shape=hexagon]; two [shape=hexagon]; a; b; start -> one; one -> two [label="x"]; two -> a [label="a"]; two -> b [label="b"]; a -> exit; b -> exit`,
      ),
    );
    const answers = ['x', 'a'];
    expect(
      await start(at, {
        ...queueInterviewer(answers),
        ask: (question, signal) =>
          question.stage === 'two' ? Promise.reject(new Error('gone')) : queueInterviewer(answers).ask(question, signal),
      }),
    ).toMatchObject({ status: 'fail' });
    const used = usedQueueAnswers(at.directory);
    expect(used).toEqual([0]);
    expect(await resume(at, queueInterviewer(answers, { used }))).toMatchObject({ status: 'success' });
    expect(context(at)).toMatchObject({ 'human.gate.label': 'a' });
  });
});

describe('backends.md 3: a person’s text reaches the next model node, once and in full', () => {
  const text = `Keep it short.\n${'long '.repeat(3000)}end`;
  const told = (at: Scene, node: string): number => (at.prompts.get(node) ?? []).filter((prompt) => prompt.includes(text)).length;

  test('over tools and further gates, not a second time, also beside a choice', async () => {
    const at = scene(
      frame(`one [shape=hexagon, mode=freeform]; two [shape=hexagon]; tool [shape=parallelogram, tool_command="true"]; a; b; three [shape=hexagon]; c
        start -> one -> tool; tool -> two; two -> a [label="go"]; a -> b -> three; three -> c [label="go"]; c -> exit`),
    );
    const said = fakeInterviewer(({ stage }) =>
      stage === 'one'
        ? { kind: 'answer', value: text }
        : stage === 'three'
          ? { kind: 'answer', value: 'go', text: 'second text' }
          : { kind: 'answer', value: 'go' },
    );
    expect(await start(at, said)).toMatchObject({ status: 'success' });
    expect([told(at, 'a'), told(at, 'b'), told(at, 'c')]).toEqual([1, 0, 0]);
    expect(at.prompts.get('c')?.[0]).toContain('second text');
    expect(context(at)['human.gate.text']).toBe('second text');
  });

  test('the texts of two gates in a row both reach it', async () => {
    const at = scene(
      frame(`one [shape=hexagon, mode=freeform]; two [shape=hexagon, mode=freeform]; a; b; start -> one -> two -> a -> b -> exit`),
    );
    await start(
      at,
      fakeInterviewer(({ stage }) => ({ kind: 'answer', value: `text of ${stage}` })),
    );
    expect(at.prompts.get('a')?.[0]).toMatch(/text of one[\s\S]*text of two/);
    expect(at.prompts.get('b')?.[0]).not.toContain('text of one');
  });

  test('in a parallel block the first model node of each branch is told, the nodes after the join are not', async () => {
    const at = scene(
      frame(`gate [shape=hexagon, mode=freeform]; fan [shape=component]; a; a2; b; join [shape=tripleoctagon]; after
        start -> gate -> fan; fan -> a -> a2 -> join; fan -> b -> join; join -> after -> exit`),
    );
    expect(await start(at, fixedInterviewer(text))).toMatchObject({ status: 'success' });
    expect(['a', 'a2', 'b', 'after'].map((node) => told(at, node))).toEqual([1, 0, 1, 0]);
  });
});

const parallel = frame(`
  fan [shape=component]; join [shape=tripleoctagon]; after
  ga [shape=hexagon]; gb [shape=hexagon]; gc [shape=hexagon, mode=freeform]; wa; wb; wc
  start -> fan; fan -> ga; fan -> gb; fan -> gc
  ga -> wa [label="[A] Approve"]; gb -> wb [label="[A] Approve"]; gc -> wc
  wa -> join; wb -> join; wc -> join; join -> after -> exit`);

const gates = ['fan.0.ga', 'fan.1.gb', 'fan.2.gc'] as const;
const orders = gates.flatMap((a) => gates.filter((b) => b !== a).map((b) => [a, b, ...gates.filter((c) => c !== a && c !== b)]));

/** What must not depend on when answers came or processes died. */
function essence(at: Scene, result: RunResult): unknown {
  const results = (context(at)['parallel.results'] as { id: string; status: string; text: string }[]).map(({ id, status, text }) => ({
    id,
    status,
    text,
  }));
  return {
    status: result.status,
    nodes: [...result.nodes].sort(),
    results,
    closed: readQuestions(at.directory)
      .map(({ id, state }) => `${id} ${state}`)
      .sort(),
  };
}

describe('engine.md 9: several gates open at once', () => {
  const undisturbed = async () => {
    const at = scene(parallel);
    const result = await start(
      at,
      fakeInterviewer(({ type }) => ({ kind: 'answer', value: type === 'freeform' ? 'fine' : 'a' })),
    );
    return essence(at, result);
  };
  const give = (at: Scene, id: string) => answer(at, id, id === 'fan.2.gc' ? 'fine' : 'A');

  test.each(orders)('answers in the order %s, %s, %s, the run resumed after each: the same end as at once', async (...order) => {
    const at = scene(parallel);
    let result = await start(at, parkInterviewer());
    expect(result).toMatchObject({ status: 'parked', questions: [...gates] });
    for (const [i, id] of order.entries()) {
      give(at, id);
      result = await resume(at, parkInterviewer());
      expect(result.status).toBe(i < 2 ? 'parked' : 'success');
      if (i < 2) expect([...result.questions].sort()).toEqual(order.slice(i + 1).sort());
    }
    expect(essence(at, result)).toEqual(await undisturbed());
    expect(at.events.filter((event) => event.type === 'interview.completed')).toHaveLength(3);
  });

  test('answered all before one resume', async () => {
    const at = scene(parallel);
    await start(at, parkInterviewer());
    for (const id of ['fan.2.gc', 'fan.0.ga', 'fan.1.gb']) give(at, id);
    expect(essence(at, await resume(at, parkInterviewer()))).toEqual(await undisturbed());
  });

  test('a crash at any event between and after the answers loses no answer, asks nothing twice, and gives the same end', async () => {
    const at = scene(parallel);
    await start(at, parkInterviewer());
    for (const id of gates) give(at, id);
    // The run directory as it is at each event is what a kill at that instant leaves.
    const snapshots: string[] = [];
    const sink = (): void => {
      const snapshot = `${at.directory}-${snapshots.length}`;
      cpSync(at.directory, snapshot, { recursive: true });
      rmSync(join(snapshot, 'lock'), { recursive: true, force: true });
      snapshots.push(snapshot);
    };
    const { sinks, ...rest } = services(at, parkInterviewer());
    const expected = essence(
      at,
      await resumeRun({ graph: at.graph, directory: at.directory, services: { ...rest, sinks: [...sinks, sink] } }),
    );
    expect(snapshots.length).toBeGreaterThan(20);
    const never = fakeInterviewer(({ id }) => {
      throw new Error(`asked again: ${id}`);
    });
    for (const directory of snapshots.slice(0, -1)) {
      const crashed = { ...at, directory };
      expect(essence(crashed, await resume(crashed, never))).toEqual(expected);
    }
  });

  test('first_success: a gate of a branch that lost is withdrawn, whether somebody was asked or the run was to park', async () => {
    const dot = frame(`fan [shape=component, join_policy=first_success]; join [shape=tripleoctagon]; gate [shape=hexagon]; w; quick
      start -> fan; fan -> gate; fan -> quick; gate -> w [label="go"]; w -> join; quick -> join; join -> exit`);
    const asked = scene(dot);
    expect(
      await start(
        asked,
        fakeInterviewer(() => new Promise(() => {})),
      ),
    ).toMatchObject({ status: 'success' });
    expect(readQuestions(asked.directory)[0]).toMatchObject({ state: 'closed', answer: { kind: 'withdrawn' } });
    const parked = scene(dot);
    expect(await start(parked, parkInterviewer())).toMatchObject({ status: 'success', questions: [] });
    expect(recordAnswer(parked.directory, 'fan.0.gate', { value: 'go' }, { channel: 'test', from: parked.work })).toMatchObject({
      ok: false,
      code: 'run_over',
    });
  });

  test('property: whatever people answer in whatever order, parking and being asked give the same', async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...gates], { minLength: 3 }), fc.stringMatching(/^[a-z]{1,8}$/), async (order, said) => {
        const at = scene(parallel);
        await start(at, parkInterviewer());
        for (const id of order) answer(at, id, id === 'fan.2.gc' ? said : id === 'fan.0.ga' ? 'wa' : 'wb');
        const parked = essence(at, await resume(at, parkInterviewer()));
        const live = scene(parallel);
        const direct = essence(
          live,
          await start(
            live,
            fakeInterviewer(({ type }) => ({ kind: 'answer', value: type === 'freeform' ? said : 'approve' })),
          ),
        );
        expect(parked).toEqual(direct);
      }),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? 5) },
    );
  });

  test('files.md 1: nothing but the question folders is made, and the manifest says parked', async () => {
    const at = scene(parallel);
    await start(at, parkInterviewer());
    expect(readManifest(at.directory)).toMatchObject({ status: 'parked' });
    expect(readdirSync(join(at.directory, 'questions')).sort()).toEqual([...gates]);
    expect(readdirSync(at.work)).toEqual([]);
  });
});
