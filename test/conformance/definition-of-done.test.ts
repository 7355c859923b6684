import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Invocation, readCheckpoint, resumeRun, success } from '@attractor/engine';
import { createBuiltinRegistry, queueInterviewer } from '@attractor/handlers';
import { simulatedClock } from '@attractor/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { place, removePlaces, row, runWhole, tool, type WholeRun } from '../support/engine.ts';

// Canonical's definition of done, 11.3 to 11.7, and its parity matrix 11.12: the parts about runs. Retries sleep on a simulated clock.

afterAll(removePlaces);

const ends = 'start [shape=Mdiamond] exit [shape=Msquare]';
const passes = (id: string): string => `${id} [shape=parallelogram, tool_command=true]`;
const outcome = (status: string, more: object = {}) => ({ outcome: { status, ...more } });
const quick = () => ({ clock: simulatedClock({ auto: true }), random: () => 0.5 });
const last = (run: WholeRun): string | undefined => run.result.nodes.at(-1);
const times = (run: WholeRun, id: string): number => run.result.nodes.filter((each) => each === id).length;
const status = (run: WholeRun, id: string): Record<string, unknown> => JSON.parse(run.file(`${id}/status.json`)) as Record<string, unknown>;

describe('canonical 11.3: execution engine', () => {
  test('canonical 11.3, 11.12: a row of nodes runs from the start to the exit, which ends the run', async () => {
    const run = await runWhole(row({ a: tool('echo 1 >> log'), b: tool('echo 2 >> log'), c: tool('echo 3 >> log') }));
    expect([run.result.status, run.result.nodes]).toEqual(['success', ['start', 'a', 'b', 'c']]);
    expect(readFileSync(join(run.work, 'log'), 'utf8')).toBe('1\n2\n3\n');
    expect(readCheckpoint(run.directory)).toMatchObject({ current_node: 'exit' });
  });

  test('canonical 11.3: the shape decides who runs a node', async () => {
    const types: string[] = [];
    const registry = createBuiltinRegistry();
    const handlers = {
      register: registry.register,
      resolve: (type: string) => {
        types.push(type);
        return registry.resolve(type);
      },
    };
    await runWhole(
      `digraph g { ${ends} a [prompt=x] c [shape=diamond] ${passes('t')} h [shape=hexagon]
      start -> a -> c -> t -> h -> exit }`,
      { services: { handlers } },
    );
    expect(types).toEqual(['start', 'codergen', 'conditional', 'tool', 'wait.human']);
  });

  test('canonical 11.3, 11.6, 11.12: a handler of a type of one’s own gets node, context, graph and folder, and its outcome counts', async () => {
    let seen: Invocation | undefined;
    const handlers = createBuiltinRegistry();
    handlers.register('custom', {
      execute: async (invocation) => {
        seen = invocation;
        return success(true, { notes: 'mine', contextUpdates: { made: 'here' } });
      },
    });
    const run = await runWhole(`digraph g { goal=win ${ends} a [type=custom] start -> a -> exit }`, { services: { handlers } });
    expect([seen?.node.id, seen?.context.get('graph.goal'), seen?.graph.name, seen?.directory.path]).toEqual([
      'a',
      'win',
      'g',
      join(run.directory, 'a'),
    ]);
    expect(status(run, 'a')).toMatchObject({ outcome: 'success', notes: 'mine', context_updates: { made: 'here' } });
  });

  test('canonical 11.3: the outcome stands in status.json of the node', async () => {
    const run = await runWhole(row({ a: {} }), {
      script: { a: [outcome('success', { preferred_label: 'Go', suggested_next_ids: ['exit'], notes: 'n', context_updates: { k: 1 } })] },
    });
    expect(status(run, 'a')).toMatchObject({
      outcome: 'success',
      preferred_label: 'Go',
      suggested_next_ids: ['exit'],
      notes: 'n',
      context_updates: { k: 1 },
    });
  });

  const fan = (edges: string): string => `digraph g { ${ends} a [prompt=x] ${['b', 'c', 'd'].map(passes).join(' ')}
    start -> a ${edges} a -> d [weight=-1] {b c d} -> exit }`;
  test.each([
    ['a true condition wins over weight', 'a -> b [condition="outcome=success"] a -> c [weight=9]', {}, 'b'],
    ['of true conditions the heaviest', 'a -> b [condition="outcome=success"] a -> c [condition="status=success", weight=2]', {}, 'c'],
    [
      'the preferred label wins over suggestion and weight',
      'a -> b [label="[G] Go"] a -> c [weight=9]',
      { preferred_label: 'go', suggested_next_ids: ['c'] },
      'b',
    ],
    ['a suggested id wins over weight', 'a -> b a -> c [weight=9]', { suggested_next_ids: ['nowhere', 'b'] }, 'b'],
    ['weight breaks ties of unconditional edges', 'a -> b a -> c [weight=9]', {}, 'c'],
    ['the smallest id is the last tiebreak', 'a -> c a -> b', {}, 'b'],
  ])('canonical 11.3, 11.12: edge choice: %s', async (_, edges, report, target) => {
    const run = await runWhole(fan(edges), { script: { a: [outcome('success', report)] }, mode: 'dry-run' });
    expect(last(run)).toBe(target);
  });

  test('canonical 11.3: with all gates passed the run succeeds, with one open it fails', async () => {
    const gate = (result: string) => runWhole(row({ a: { goal_gate: 'true' }, b: tool('true') }), { script: { a: [outcome(result)] } });
    expect([(await gate('success')).result.status, (await gate('partial_success')).result.status]).toEqual(['success', 'success']);
    expect((await gate('fail')).result.status).toBe('fail');
  });

  test('canonical 11.12: more than ten nodes in a row', async () => {
    const run = await runWhole(row(Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`n${i}`, tool('true')]))));
    expect([run.result.status, run.result.nodes.length]).toEqual(['success', 13]);
  });
});

describe('canonical 11.4: goal gates', () => {
  const looping = `digraph g { ${ends} fix [prompt=x]
    gate [shape=parallelogram, tool_command="test -f ok", goal_gate=true, retry_target=fix]
    start -> fix -> gate gate -> exit [condition="outcome=success"] gate -> exit [condition="outcome=fail"] }`;

  test('canonical 11.4, 11.12: at the exit an unsatisfied gate sends the run to its retry_target, a satisfied one lets it end', async () => {
    const run = await runWhole(looping, { script: { fix: [{ text: 'not yet' }, { text: 'now', files: { ok: '1' } }] } });
    expect([run.result.status, run.result.nodes]).toEqual(['success', ['start', 'fix', 'gate', 'fix', 'gate']]);
    expect(run.events.filter((event) => event.type === 'goal_gate.checked')).toMatchObject([
      { satisfied: false, unsatisfied: ['gate'], redirect: 'fix' },
      { satisfied: true, unsatisfied: [] },
    ]);
  });

  test('canonical 11.4: every gate that ran counts, whichever ran last', async () => {
    const run = await runWhole(`digraph g { ${ends} gate [shape=parallelogram, tool_command=false, goal_gate=true] ${passes('later')}
      start -> gate gate -> later [condition="outcome=fail"] later -> exit }`);
    expect([run.result.status, run.result.reason.includes('gate')]).toEqual(['fail', true]);
  });

  test('canonical 11.4: without a retry_target an unsatisfied gate fails the run, naming it', async () => {
    const run = await runWhole(looping.replace(', retry_target=fix', ''), { script: { fix: [{ text: 'no' }] } });
    expect([run.result.status, times(run, 'fix'), run.result.reason.includes('gate')]).toEqual(['fail', 1, true]);
  });
});

describe('canonical 11.5: retries', () => {
  const attempts = (run: WholeRun) => run.events.filter((event) => event.type === 'node.retrying');

  test('canonical 11.5, 11.12: max_retries=2 tries a RETRY three times', async () => {
    const script = { a: [outcome('retry'), outcome('retry'), outcome('success')] };
    const run = await runWhole(row({ a: { max_retries: '2' } }), { script, services: quick() });
    expect([run.result.status, attempts(run).length, status(run, 'a')['attempt_count']]).toEqual(['success', 2, 3]);
  });

  test('canonical 11.5, D-7: a FAIL is tried again when retry_on says so, and not otherwise', async () => {
    const script = { a: [outcome('fail'), outcome('success')] };
    const plain = await runWhole(row({ a: { max_retries: '2' } }), { script, services: quick() });
    const asked = await runWhole(row({ a: { max_retries: '2', retry_on: 'retry,fail' } }), { script, services: quick() });
    expect([plain.result.status, attempts(plain).length, asked.result.status, attempts(asked).length]).toEqual(['fail', 0, 'success', 1]);
  });

  test('canonical 11.5: each node has a count of its own, bounded by its limit', async () => {
    const script = { a: [outcome('retry'), outcome('success')], b: [outcome('retry')] };
    const run = await runWhole(row({ a: { max_retries: '1' }, b: { max_retries: '2' } }), { script, services: quick() });
    expect([status(run, 'a')['attempt_count'], status(run, 'b')['attempt_count'], run.result.status]).toEqual([2, 3, 'fail']);
  });

  test.each([
    ['standard', [200, 400, 800]],
    ['linear', [500, 500, 500]],
  ])('canonical 11.5: %s backoff', async (policy, delays) => {
    const run = await runWhole(row({ a: { max_retries: '3', retry_policy: policy } }), {
      script: { a: [outcome('retry')] },
      services: quick(),
    });
    expect(attempts(run).map((event) => event.delay_ms)).toEqual(delays);
  });

  test('canonical 11.5: jitter', async () => {
    const delay = async (random: number) =>
      attempts(
        await runWhole(row({ a: { max_retries: '1' } }), {
          script: { a: [outcome('retry')] },
          services: { ...quick(), random: () => random },
        }),
      )[0]?.delay_ms;
    expect([await delay(0), await delay(0.5), (await delay(0.999)) ?? 0]).toEqual([100, 200, expect.closeTo(299.8, 0)]);
  });

  test('canonical 11.5: when retries are used up the last outcome chooses the edge', async () => {
    const run = await runWhole(
      `digraph g { ${ends} a [prompt=x, max_retries=1] ${passes('repair')} start -> a a -> exit [condition="outcome=success"] a -> repair [condition="outcome=fail"] repair -> exit }`,
      { script: { a: [outcome('retry', { failure_reason: 'not good' })] }, services: quick() },
    );
    expect([run.result.status, last(run), status(run, 'a')]).toMatchObject(['success', 'repair', { outcome: 'fail', attempt_count: 2 }]);
  });
});

describe('canonical 11.6: handlers', () => {
  test('canonical 11.6: start and exit do nothing, start succeeds', async () => {
    const run = await runWhole(row({ a: tool('true') }));
    expect([status(run, 'start')['outcome'], existsSync(join(run.directory, 'exit'))]).toEqual(['success', false]);
  });

  test('canonical 11.6: a model node expands $goal, asks the backend, writes prompt.md and response.md', async () => {
    const run = await runWhole(row({ a: { prompt: 'For $goal' } }, { goal: 'win' }), { script: { a: [{ text: 'The whole answer.' }] } });
    expect(run.file('a/prompt.md')).toMatch(/For win$/);
    expect(run.file('a/response.md').trim()).toBe('The whole answer.');
  });

  test('canonical 11.6, 11.12: a human gate shows the labels of its edges and goes where the person says', async () => {
    const run = await runWhole(
      `digraph g { ${ends} gate [shape=hexagon, label="Ship?"] ${passes('ship')} ${passes('fix')}
        start -> gate gate -> ship [label="[A] Approve"] gate -> fix [label="[F] Fix"] ship -> exit fix -> exit }`,
      { services: { interviewer: queueInterviewer(['f']) } },
    );
    const question = run.events.find((event) => event.type === 'interview.started');
    expect(JSON.stringify(question)).toMatch(/Approve.*Fix/);
    expect([last(run), status(run, 'gate')['preferred_label']]).toEqual(['fix', 'Fix']);
  });

  test('canonical 11.6, 11.12: a conditional lets its edges decide by outcome and context', async () => {
    const graph = `digraph g { ${ends} check [shape=parallelogram, tool_command="test -f x && echo yes || echo no"] choose [shape=diamond] ${passes('yes')} ${passes('no')}
      start -> check -> choose choose -> yes [condition="context.tool.last_line=yes"] choose -> no yes -> exit no -> exit }`;
    expect(last(await runWhole(graph))).toBe('no');
    expect(last(await runWhole(graph, { at: place({ x: '' }) }))).toBe('yes');
  });

  test('canonical 11.12: success and failure paths', async () => {
    const graph = (
      command: string,
    ) => `digraph g { ${ends} a [shape=parallelogram, tool_command="${command}"] ${passes('good')} ${passes('bad')}
      start -> a a -> good [condition="outcome=success"] a -> bad [condition="outcome=fail"] good -> exit bad -> exit }`;
    expect([last(await runWhole(graph('true'))), last(await runWhole(graph('false')))]).toEqual(['good', 'bad']);
  });

  test('canonical 11.6, 11.12: a component runs its branches at once, the fan-in waits for all and chooses', async () => {
    // Each branch waits until the others have begun: one after the other they would never end.
    const branch = (id: string) =>
      `${id} [shape=parallelogram, timeout=20s, tool_command="touch ${id}; until [ -f a ] && [ -f b ] && [ -f c ]; do sleep 0.02; done"]`;
    const run = await runWhole(
      `digraph g { ${ends} fan [shape=component] ${['a', 'b', 'c'].map(branch).join(' ')} join [shape=tripleoctagon]
        start -> fan fan -> a fan -> b fan -> c a -> join b -> join c -> join join -> exit }`,
    );
    expect([run.result.status, run.result.nodes.toSorted()]).toEqual(['success', ['a', 'b', 'c', 'fan', 'join', 'start']]);
    expect([run.result.nodes.slice(-2), status(run, 'join')['notes']]).toEqual([['fan', 'join'], 'best of 3: a (success)']);
  });

  test('canonical 11.6: a tool runs its command', async () => {
    const run = await runWhole(row({ a: tool('echo out; echo err >&2') }));
    expect([run.file('a/output.txt'), run.file('a/stderr.txt')]).toEqual(['out\n', 'err\n']);
  });
});

describe('canonical 11.7: state and context', () => {
  test('canonical 11.7, 11.12: updates of a node are there for the next one', async () => {
    const run = await runWhole(row({ a: {}, b: tool('echo "$color"'), c: { prompt: 'Paint it $color' } }), {
      script: { a: [outcome('success', { context_updates: { color: 'red' } })], c: [{ text: 'ok' }] },
    });
    expect([run.file('b/output.txt'), run.file('c/prompt.md').endsWith('Paint it red')]).toEqual(['red\n', true]);
    expect(readCheckpoint(run.directory)['context']).toMatchObject({ color: 'red' });
  });

  test('canonical 11.7, D-23: each node is in the journal before the next one starts; checkpoint.json holds the canonical keys', async () => {
    const run = await runWhole(row({ a: { max_retries: '1' }, b: tool('cp ../run/journal.jsonl seen') }), {
      script: { a: [outcome('retry'), outcome('success', { notes: 'noted in the journal' })] },
      services: quick(),
    });
    expect(readFileSync(join(run.work, 'seen'), 'utf8')).toContain('noted in the journal');
    expect(run.events.filter((event) => event.type === 'checkpoint.saved').map((event) => event.node)).toContain('exit');
    expect(readCheckpoint(run.directory)).toMatchObject({
      current_node: 'exit',
      completed_nodes: ['start', 'a', 'b'],
      node_retries: { a: 1 },
      context: { outcome: 'success' },
    });
  });

  test('canonical 11.7: prompt.md, response.md and status.json stand in the folder of the node', async () => {
    const run = await runWhole(row({ a: {} }), { script: { a: [{ text: 'ok' }] } });
    expect(['prompt.md', 'response.md', 'status.json'].filter((name) => !existsSync(join(run.directory, 'a', name)))).toEqual([]);
  });

  test('canonical 11.7, 11.12: a run that was stopped goes on from where it was, to the same end', async () => {
    const dot = row({ a: tool('echo a >> log'), b: tool('echo b >> log'), c: tool('echo c >> log'), d: tool('echo d >> log') });
    const whole = await runWhole(dot);
    const stop = new AbortController();
    const at = place();
    const stopped = await runWhole(dot, {
      at,
      signal: stop.signal,
      services: { sinks: [(event) => void (event.type === 'node.completed' && event.node === 'b' && stop.abort('stopped by the test'))] },
    });
    expect(stopped.result.status).toBe('cancelled');
    const { graph, services, directory } = stopped;
    const result = await resumeRun({ directory, graph, services });
    expect([result.status, result.nodes]).toEqual([whole.result.status, whole.result.nodes]);
    expect(readFileSync(join(at.work, 'log'), 'utf8')).toBe('a\nb\nc\nd\n');
    const essence = (run: string) => {
      const { context, completed_nodes, current_node } = readCheckpoint(run);
      const { 'context.target_dir': _, ...rest } = context as Record<string, unknown>;
      return { rest, completed_nodes, current_node };
    };
    expect(essence(directory)).toEqual(essence(whole.directory));
  });

  test('canonical 11.7: a run that failed at a node goes on at that node', async () => {
    const run = await runWhole(row({ a: tool('echo a >> log'), b: tool('test -f ok') }));
    expect(run.result.status).toBe('fail');
    writeFileSync(join(run.work, 'ok'), '');
    const result = await resumeRun({ directory: run.directory, graph: run.graph, services: run.services });
    expect([result.status, result.nodes, readFileSync(join(run.work, 'log'), 'utf8')]).toEqual([
      'success',
      ['start', 'a', 'b', 'b'],
      'a\n',
    ]);
  });
});
