import { fail, HandlerError, type Outcome, partialSuccess, readTrace, retry, success } from '@attractor/engine';
import { simulatedClock } from '@attractor/testing';
import { describe, expect, it } from 'vitest';
import { failing, graphOf, resume, type Scene, scene, start, type Work } from '../support/run-graph.ts';

async function run(
  attributes: string,
  work: Work,
  graphAttributes = '',
  random = 0.5,
): Promise<{ at: Scene; status: string; reason: string }> {
  const at = scene({ a: work }, { random: () => random });
  const { status, reason } = await start(graphOf(`digraph g { ${graphAttributes} start -> a -> exit; a [${attributes}] }`), at);
  return { at, status, reason };
}

const retrying = (at: Scene) => at.events.filter((event) => event.type === 'node.retrying');

function throwing(error: Error): Work {
  return () => {
    throw error;
  };
}

const reset = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });

describe('retry ladder', () => {
  it('engine.md 4: retry_on decides what is attempted again', async () => {
    const kinds: Record<string, Work> = {
      retry: () => retry('again'),
      exception: throwing(new HandlerError('overloaded', { retryable: true, type: 'Overloaded' })),
      fail: failing('red'),
      must_write: () => success(true),
    };
    for (const [kind, work] of Object.entries(kinds)) {
      for (const on of ['retry', 'exception', 'must_write', 'fail', 'timeout', undefined]) {
        const attributes = `max_retries=2, must_write="a.txt"${on === undefined ? '' : `, retry_on=${on}`}`;
        const { at, status } = await run(attributes, work);
        const isRetried = on === undefined ? kind !== 'fail' : on === kind;
        expect([kind, on, at.calls.get('a'), status]).toEqual([kind, on, isRetried ? 3 : 1, 'fail']);
      }
    }
  });

  it('engine.md 4: network errors are retryable, other exceptions are not', async () => {
    expect((await run('max_retries=1', throwing(reset))).at.calls.get('a')).toBe(2);
    expect((await run('max_retries=1', throwing(new Error('bad', { cause: reset })))).at.calls.get('a')).toBe(2);
    const plain = await run('max_retries=1', throwing(new TypeError('x is not a function')));
    expect(plain.at.calls.get('a')).toBe(1);
    expect(plain.reason).toMatch(/^a: x is not a function/);
    expect((await run('max_retries=1', throwing(new HandlerError('400', { retryable: false })))).at.calls.get('a')).toBe(1);
  });

  it('files.md 4: node.retrying carries attempt, max, delay and the reason', async () => {
    const { at } = await run('max_retries=3, must_write="a.txt"', (_, call) => {
      if (call === 1) return retry('again');
      if (call === 2) throw new HandlerError('busy', { retryable: true, type: 'Busy' });
      return success(true);
    });
    expect(retrying(at)).toMatchObject([
      { attempt: 1, max: 4, delay_ms: 200, reason: 'retry' },
      { attempt: 2, max: 4, delay_ms: 400, reason: 'exception:Busy' },
      { attempt: 3, max: 4, delay_ms: 800, reason: 'must_write_violation' },
    ]);
    expect(at.events.filter((event) => event.type === 'node.failed')).toMatchObject([{ will_retry: true }, { will_retry: false }]);
    expect(at.events.filter((event) => event.type === 'node.completed' && event.node === 'a')).toHaveLength(1);
  });

  it('engine.md 4: attempts come from the node, else the graph, else the policy, else there is one', async () => {
    const attempts = async (attributes: string, graph = ''): Promise<number | undefined> =>
      (await run(attributes, () => retry('again'), graph)).at.calls.get('a');
    expect(await attempts('')).toBe(1);
    expect(await attempts('', 'graph [default_max_retries=2]')).toBe(3);
    expect(await attempts('', 'graph [default_max_retry=1]')).toBe(2);
    expect(await attempts('max_retries=0', 'graph [default_max_retries=2]')).toBe(1);
    expect(await attempts('max_retries=0, retry_policy=standard')).toBe(1);
    expect(await attempts('retry_policy=aggressive', 'graph [default_max_retries=1]')).toBe(2);
    expect(await attempts('retry_policy=none, max_retries=7')).toBe(1);
  });

  it('engine.md 4: each policy has its attempts and delays; the cap is 60 s', async () => {
    const delays: Record<string, number[]> = {
      standard: [200, 400, 800, 1600],
      aggressive: [500, 1000, 2000, 4000],
      linear: [500, 500],
      patient: [2000, 6000],
      none: [],
    };
    for (const [policy, expected] of Object.entries(delays)) {
      const { at } = await run(`retry_policy=${policy}`, () => retry('again'));
      expect([policy, retrying(at).map((event) => event.delay_ms)]).toEqual([policy, expected]);
    }
    const { at } = await run('retry_policy=patient, max_retries=5', () => retry('again'));
    expect(retrying(at).map((event) => event.delay_ms)).toEqual([2000, 6000, 18_000, 54_000, 60_000]);
  });

  it('engine.md 4: jitter goes from 0.5 to 1.5, and the event carries the delay that is slept', async () => {
    for (const [random, delay] of [
      [0, 100],
      [0.25, 150],
      [0.999, 300],
    ] as const) {
      const { at } = await run('max_retries=1', () => retry('again'), '', random);
      expect(retrying(at)).toMatchObject([{ delay_ms: delay }]);
      expect((at.services.clock as ReturnType<typeof simulatedClock>).sleeps).toContain(delay);
    }
  });

  it("engine.md 4: a provider's Retry-After wins; above 10 minutes the run halts resumably", async () => {
    const busy = (ms: number) => throwing(new HandlerError('429', { retryable: true, retryAfterMs: ms }));
    const slow = await run('max_retries=1', busy(600_000));
    expect(retrying(slow.at)).toMatchObject([{ delay_ms: 600_000 }]);
    const halted = await run('max_retries=1', busy(600_001));
    expect(halted.status).toBe('halted');
    expect(halted.reason).toContain('the provider asks to wait 601 s: 429');
    const again: Scene = { ...scene(), directory: halted.at.directory };
    expect(await resume(graphOf('digraph g {  start -> a -> exit; a [max_retries=1] }'), again)).toMatchObject({ status: 'success' });
  });

  it('engine.md 4: a fail of class budget halts at once and resumes where it says', async () => {
    const graph = graphOf(
      'digraph g { start -> p -> a -> exit; a [max_retries=3, retry_on="fail", retry_target=p, continue_on_fail=true] }',
    );
    const at = scene({ a: () => fail('budget', 'quota', { resumeAt: 'p' }) });
    expect(await start(graph, at)).toMatchObject({ status: 'halted', reason: 'a: quota', nodes: ['start', 'p', 'a'] });
    expect(at.calls.get('a')).toBe(1);
    const again: Scene = { ...scene(), directory: at.directory };
    expect(await resume(graph, again)).toMatchObject({ status: 'success', nodes: ['start', 'p', 'a', 'p', 'a'] });
  });

  it("engine.md 4: exhausted, the node's own last reason stays, with the number of attempts", async () => {
    const { reason, at } = await run('max_retries=2', (_, call) => retry(`no ${call}`));
    expect(reason).toMatch(/^a: after 3 attempts: no 3 \|/);
    expect(readTrace(at.directory)[1]).toMatchObject({ attempt: 3, status: 'fail', is_explicit: false });
  });

  it('engine.md 4: an exhausted RETRY with allow_partial is partial_success, not explicit; a fail is not', async () => {
    const partial = await run('allow_partial=true, goal_gate=true', () => retry('almost', { isExplicit: true }));
    expect(readTrace(partial.at.directory)[1]).toMatchObject({ status: 'partial_success', is_explicit: false });
    expect(partial.reason).toContain('a (partial_success, but nobody asserted it)');
    expect((await run('allow_partial=true', () => retry('almost'))).status).toBe('partial_success');
    expect((await run('allow_partial=true, max_retries=1, retry_on=fail', failing('red'))).status).toBe('fail');
  });

  it('engine.md 4, §30: attempt_count is what the ladder used; an override keeps every other field', async () => {
    const kept = { contextUpdates: { seen: 'yes' }, usage: { inputTokens: 1, outputTokens: 2 } } as const;
    const outcomes: Outcome[] = [retry('no'), retry('no', kept)];
    const { at } = await run('max_retries=1, allow_partial=true', (_, call) => outcomes[call - 1] ?? partialSuccess(true));
    expect(readTrace(at.directory)[1]).toMatchObject({ attempt: 2 });
    expect(at.events.find((event) => event.type === 'node.completed' && event.node === 'a')).toMatchObject({
      attempt: 2,
      usage: kept.usage,
    });
  });
});

/** Runs with a clock that the test moves until the run is over. */
async function timed(text: string, works: Record<string, Work>, stepMs = 1000, steps = 60) {
  const clock = simulatedClock();
  const at = scene(works, { clock });
  const done = start(graphOf(text), at);
  let isOver = false;
  void done.finally(() => {
    isOver = true;
  });
  for (let i = 0; i < steps && !isOver; i++) {
    // Turns of the event loop, not time: whatever the run can do without the clock is done before the clock moves.
    for (let turn = 0; turn < 25; turn++) await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(stepMs);
  }
  return { at, result: await done };
}

/** A handler that works for ever, or for some time, and stops when told. */
function lasting(outcome: Outcome, ms = Number.POSITIVE_INFINITY): Work {
  return async ({ signal, services }) => {
    if (ms === Number.POSITIVE_INFINITY) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    else await services.clock.sleep(ms, signal);
    return signal.aborted ? fail('cancelled', 'stopped') : outcome;
  };
}

describe('timeouts', () => {
  it('engine.md 4: a timeout fails the node, class timeout, not explicit, with one node.completed', async () => {
    const { at, result } = await timed('digraph g { start -> a -> exit; a [timeout=3, max_retries=5] }', { a: lasting(success(true)) });
    expect(result.status).toBe('fail');
    expect(result.reason).toMatch(/^a: timeout: 'a' ran longer than 3000 ms/);
    expect(at.calls.get('a')).toBe(1);
    expect(at.events.filter((event) => event.type === 'node.completed' && event.node === 'a')).toHaveLength(1);
    expect(at.events.find((event) => event.type === 'node.failed')).toMatchObject({ failure_class: 'timeout', will_retry: false });
    expect(readTrace(at.directory)[1]).toMatchObject({ is_explicit: false, duration_ms: 3000 });
  });

  it('engine.md 4: the timeout covers the whole ladder, its waits included', async () => {
    const { at, result } = await timed('digraph g { start -> a -> exit; a [timeout=3, max_retries=9, retry_policy=patient] }', {
      a: () => retry('again'),
    });
    expect(result.reason).toContain('timeout: no time left for another attempt (again)');
    expect(at.calls.get('a')).toBe(2);
  });

  it('engine.md 4: with timeout in retry_on each attempt has the whole time', async () => {
    const { at, result } = await timed('digraph g { start -> a -> exit; a [timeout=3, max_retries=2, retry_on="timeout"] }', {
      a: (invocation, call) => lasting(success(true), call < 3 ? undefined : 2000)(invocation, call),
    });
    expect(result.status).toBe('success');
    expect(at.calls.get('a')).toBe(3);
    expect(at.events.filter((event) => event.type === 'node.retrying')).toMatchObject([{ reason: 'timeout' }, { reason: 'timeout' }]);
  });

  it('engine.md 4, §14: allow_partial accepts a timeout as partial_success; without the artefact it stays a fail (§27)', async () => {
    const { at, result } = await timed('digraph g { start -> a -> b -> exit; a [timeout=3, allow_partial="true"] }', {
      a: lasting(success(true)),
    });
    expect(result).toMatchObject({ status: 'success', nodes: ['start', 'a', 'b'] });
    expect(readTrace(at.directory)[1]).toMatchObject({ status: 'partial_success', is_explicit: false });
    const bare = await timed('digraph g { start -> a -> exit; a [timeout=3, allow_partial=true, must_write="a.txt"] }', {
      a: lasting(success(true)),
    });
    expect(bare.result.status).toBe('fail');
    expect(bare.result.reason).toContain('a.txt is absent');
  });

  it('engine.md 3.1: a handler that does not stop is given up after 5 s', async () => {
    const { result } = await timed('digraph g { start -> a -> exit; a [timeout=3] }', { a: () => new Promise(() => {}) });
    expect(result.reason).toMatch(/^a: timeout/);
    expect(result.durationMs).toBe(8000);
  });

  it('engine.md 4: a component has a timeout of its own; its timer says nothing to the nodes after it', async () => {
    const block =
      'fan [shape=component, timeout=3]; start -> fan; fan -> a -> join; fan -> b -> join; join [shape=tripleoctagon]; join -> c -> exit';
    const late = await timed(`digraph g { ${block} }`, { a: lasting(success(true)), b: lasting(success(true), 1000) });
    expect(late.result.reason).toMatch(/^fan: timeout: 'fan' ran longer than 3000 ms/);
    expect(late.at.events.filter((event) => event.type === 'parallel.branch_completed').map((event) => event.status)).toEqual([
      'success',
      'cancelled',
    ]);
    const fine = await timed(`digraph g { ${block} }`, { a: lasting(success(true), 1000), c: lasting(success(true), 10_000) });
    expect(fine.result.status).toBe('success');
    const partial = await timed(`digraph g { ${block.replace('timeout=3', 'timeout=3, allow_partial=true')} }`, {
      a: lasting(success(true)),
    });
    expect(partial.result).toMatchObject({ status: 'success', nodes: ['start', 'b', 'fan', 'join', 'c'] });
  });
});
