import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, type JsonObject, partialSuccess, type RunEvent, readTrace, success } from '@attractor/engine';
import { simulatedClock } from '@attractor/testing';
import { describe, expect, it } from 'vitest';
import { doing, failing, graphOf, scene, start, type Work } from '../support/run-graph.ts';

/** A block of one branch per letter: p passes, h passes half, f fails; branches end in the order of the letters. */
async function block(letters: string, attributes: string, after = '') {
  const ids = [...letters].map((_, index) => `b${index}`);
  const works: Record<string, Work> = {};
  for (const [index, letter] of [...letters].entries()) {
    works[`b${index}`] = async () => {
      for (let turn = 0; turn <= index * 4; turn++) await new Promise((resolve) => setImmediate(resolve));
      return letter === 'p'
        ? success(true)
        : letter === 'h'
          ? partialSuccess(true)
          : fail('deterministic', `red ${index}`, { isExplicit: true });
    };
  }
  const at = scene(works);
  const edges = ids.map((id) => `fan -> ${id} -> join`).join('; ');
  const text = `digraph g { start -> fan; fan [shape=component, max_parallel=9, ${attributes}]; ${edges}; join [shape=tripleoctagon]; join -> last -> exit; ${after} }`;
  const result = await start(graphOf(text), at);
  const line = readTrace(at.directory).find((entry) => entry.node_id === 'fan');
  const branches = at.events.filter((event) => event.type === 'parallel.branch_completed').map((event) => `${event.index}:${event.status}`);
  return { at, result, fan: line, branches };
}

describe('parallel', () => {
  it('engine.md 8: a branch that goes back to a component around it has left the block: no fork within its own fork', async () => {
    const text = `digraph g {
      fan [shape=component]; join [shape=tripleoctagon]
      start -> fan; fan -> a; fan -> b; a -> join; b -> inner; inner [shape=component]; inner -> c; inner -> d
      c -> both; d -> both; both -> join; join -> exit
      c -> fan [condition="context.again=yes"]
    }`;
    const at = scene({
      a: () => success(true, { contextUpdates: { again: 'yes' } }),
      c: () => success(true, { contextUpdates: { again: 'yes' } }),
    });
    const result = await start(graphOf(text), at);
    expect(result.status).toBe('partial_success');
    expect(at.calls.get('c')).toBe(1);
    const ended = at.events.filter((event) => event.type === 'parallel.branch_completed' && event.status === 'fail');
    expect(ended).toHaveLength(1);
  });

  it('engine.md 8: join policies times error policies times branch results', async () => {
    // policy, error policy, branches, the component's status, the run's status
    const table: [string, string, string, string, string][] = [
      ['join_policy=wait_all', 'continue', 'ppp', 'success', 'success'],
      ['join_policy=wait_all', 'continue', 'php', 'success', 'success'],
      ['join_policy=wait_all', 'continue', 'pfp', 'partial_success', 'partial_success'],
      ['join_policy=wait_all', 'continue', 'fff', 'fail', 'fail'],
      ['join_policy=wait_all', 'ignore', 'pff', 'success', 'success'],
      ['join_policy=wait_all', 'ignore', 'fff', 'fail', 'fail'],
      ['join_policy=wait_all', 'fail_fast', 'pfp', 'fail', 'fail'],
      ['join_policy=wait_all', 'fail_fast', 'ppp', 'success', 'success'],
      ['join_policy=first_success', 'continue', 'ffp', 'success', 'success'],
      ['join_policy=first_success', 'continue', 'fff', 'fail', 'fail'],
      ['join_policy=first_success', 'ignore', 'ffp', 'success', 'success'],
      ['join_policy=first_success', 'ignore', 'fff', 'fail', 'fail'],
      ['join_policy=first_success', 'fail_fast', 'pff', 'success', 'success'],
      ['join_policy=first_success', 'fail_fast', 'fpp', 'fail', 'fail'],
      ['join_policy=k_of_n, min_success=2', 'continue', 'pfp', 'success', 'success'],
      ['join_policy=k_of_n, min_success=2', 'continue', 'fpf', 'fail', 'fail'],
      ['join_policy=k_of_n, k=3', 'continue', 'ppp', 'success', 'success'],
      ['join_policy=k_of_n, min_success=2', 'ignore', 'fpp', 'success', 'success'],
      ['join_policy=k_of_n, min_success=2', 'ignore', 'ffp', 'fail', 'fail'],
      ['join_policy=k_of_n, min_success=2', 'fail_fast', 'ppf', 'success', 'success'],
      ['join_policy=k_of_n, min_success=2', 'fail_fast', 'pfp', 'fail', 'fail'],
      ['join_policy=quorum', 'continue', 'pff', 'fail', 'fail'],
      ['join_policy=quorum', 'continue', 'pfpf', 'success', 'success'],
      ['join_policy=quorum, quorum_fraction=0.01', 'continue', 'ffp', 'success', 'success'],
      ['join_policy=quorum, quorum_fraction=1', 'continue', 'ppf', 'fail', 'fail'],
      ['join_policy=quorum', 'ignore', 'pff', 'success', 'success'],
      ['join_policy=quorum', 'ignore', 'fff', 'fail', 'fail'],
      ['join_policy=quorum', 'fail_fast', 'fpp', 'fail', 'fail'],
    ];
    for (const [policy, errors, letters, status, run] of table) {
      const { fan, result } = await block(letters, `${policy}, error_policy=${errors}`);
      expect([policy, errors, letters, fan?.status, fan?.is_explicit, result.status]).toEqual([policy, errors, letters, status, true, run]);
    }
  }, 60_000);

  it('engine.md 8: a decided policy cancels the rest, which count as neither and are never reported failed', async () => {
    const first = await block('pffp', 'join_policy=first_success');
    expect(first.branches).toEqual(['0:success', '1:cancelled', '2:cancelled', '3:cancelled']);
    const unreachable = await block('ffpp', 'join_policy=k_of_n, min_success=3');
    expect(unreachable.branches).toEqual(['0:fail', '1:fail', '2:cancelled', '3:cancelled']);
    expect(unreachable.fan?.reason).toMatch(/^0 of 2 branches passed, 3 needed: b0: red 0 \|.*; b1: red 1 \|/);
    const fast = await block('pfp', 'error_policy=fail_fast');
    expect(fast.fan?.reason).toMatch(/^b1: red 1 \|/);
    expect(fast.branches).toEqual(['0:success', '1:fail', '2:cancelled']);
  });

  it('engine.md 8: a cancelled branch is told to stop, and the join waits until it has', async () => {
    const order: string[] = [];
    let begun = (): void => {};
    const bHasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const works: Record<string, Work> = {
      a: () => bHasBegun.then(() => success(true)),
      b: ({ signal }) =>
        new Promise((resolve) => {
          begun();
          signal.addEventListener('abort', () =>
            setImmediate(() => doing(() => order.push('b stopped'), resolve(fail('cancelled', 'stopped')))),
          );
        }),
      join: () => doing(() => order.push('join'), success(true)),
    };
    const at = scene(works, { clock: simulatedClock() });
    const text =
      'digraph g { start -> fan; fan [shape=component, join_policy=first_success]; fan -> a -> join; fan -> b -> join; join [shape=tripleoctagon]; join -> exit }';
    expect(await start(graphOf(text), at)).toMatchObject({ status: 'success', nodes: ['start', 'a', 'fan', 'join'] });
    expect(order).toEqual(['b stopped', 'join']);
  });

  it('engine.md 8, 13: work that was told to stop before its turn came is not started', async () => {
    const started: boolean[] = [];
    const works: Record<string, Work> = {
      b: ({ signal }) => {
        started.push(signal.aborted);
        return new Promise((resolve) => {
          if (signal.aborted) resolve(fail('cancelled', 'stopped'));
          else signal.addEventListener('abort', () => resolve(fail('cancelled', 'stopped')));
        });
      },
    };
    // Between the starts of a and b more time passes than the engine lets go by without a turn of the event loop.
    const slow = (event: RunEvent): void => {
      const until = performance.now() + (event.type === 'node.started' && (event.node === 'p' || event.node === 'b') ? 40 : 0);
      while (performance.now() < until);
    };
    const at = scene(works, { clock: simulatedClock(), sinks: [slow] });
    const text =
      'digraph g { start -> p -> fan; p [type=tool, tool_command=x]; fan [shape=component, join_policy=first_success]; fan -> a -> join; fan -> b -> join; join [shape=tripleoctagon]; join -> exit }';
    expect(await start(graphOf(text), at)).toMatchObject({ status: 'success', nodes: ['start', 'p', 'a', 'fan', 'join'] });
    expect(started).not.toContain(true);
  });

  it('engine.md 8: results are typed and in file order, whatever order the branches end in', async () => {
    let results: unknown;
    let count: unknown;
    const usage = { inputTokens: 3, outputTokens: 4 };
    const at = scene({
      slow: async () => {
        for (let i = 0; i < 9; i++) await new Promise((resolve) => setImmediate(resolve));
        return success(true, { notes: 'n', preferredLabel: 'l', responseText: 't', contextUpdates: { score: 2 }, usage });
      },
      quick: failing('red'),
      join: ({ context }) => {
        results = context.get('parallel.results');
        count = context.get('parallel.count');
        return success(true);
      },
    });
    const text =
      'digraph g { start -> fan; fan [shape=component]; fan -> slow -> join; fan -> quick -> join; join [shape=tripleoctagon]; join -> exit }';
    await start(graphOf(text), at);
    expect(count).toBe(2);
    expect(results).toEqual([
      {
        id: 'slow',
        index: 0,
        status: 'success',
        label: 'l',
        notes: 'n',
        text: 't',
        reason: '',
        context_updates: { score: 2 },
        usage,
        duration_ms: 0,
      },
      expect.objectContaining({
        id: 'quick',
        index: 1,
        status: 'fail',
        reason: expect.stringContaining('quick: red') as string,
        context_updates: {},
      }),
    ]);
  });

  it('engine.md 8: a branch has its own context, label and counters; nothing else of it reaches the parent', async () => {
    const seen: JsonObject[] = [];
    const look =
      (outcome = success(true)): Work =>
      ({ context, node }) => {
        seen.push(
          JSON.parse(
            JSON.stringify({ node: node.id, own: context.get('own'), label: context.get('preferred_label'), p: context.get('p') }),
          ) as JsonObject,
        );
        return outcome;
      };
    const at = scene({
      w: () => success(true, { preferredLabel: 'from w', contextUpdates: { p: 1 } }),
      a: look(success(true, { contextUpdates: { own: 'a' }, preferredLabel: 'from a' })),
      b: look(),
      last: look(),
    });
    const text =
      'digraph g { start -> w -> fan; fan [shape=component, max_parallel=1]; fan -> a -> join; fan -> b -> join; join [shape=tripleoctagon]; join -> last -> exit }';
    await start(graphOf(text), at);
    expect(seen).toEqual([
      { node: 'a', p: 1 },
      { node: 'b', p: 1 },
      { node: 'last', label: 'from w', p: 1 },
    ]);
  });

  it('engine.md 8: at most max_parallel at a time', async () => {
    let now = 0;
    let most = 0;
    const work: Work = async () => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setImmediate(resolve));
      now--;
      return success(true);
    };
    for (const limit of [1, 2, 4]) {
      most = 0;
      const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
      const at = scene(Object.fromEntries(ids.map((id) => [id, work])));
      const edges = ids.map((id) => `fan -> ${id} -> join`).join('; ');
      const given = limit === 4 ? '' : `, max_parallel=${limit}`;
      await start(
        graphOf(`digraph g { start -> fan; fan [shape=component${given}]; ${edges}; join [shape=tripleoctagon]; join -> exit }`),
        at,
      );
      expect(most).toBe(limit);
    }
  });

  it('engine.md 8: conditional branches run when their condition holds at fan-out; none is an explicit success', async () => {
    const text =
      'digraph g { start -> w -> fan; fan [shape=component, goal_gate=true]; fan -> a [condition="k=1"]; fan -> b [condition="k=2"]; a -> join; b -> join; join [shape=tripleoctagon]; join -> exit }';
    const one = scene({ w: () => success(true, { contextUpdates: { k: 2 } }) });
    expect(await start(graphOf(text), one)).toMatchObject({ status: 'success', nodes: ['start', 'w', 'b', 'fan', 'join'] });
    const none = scene();
    expect(await start(graphOf(text), none)).toMatchObject({ status: 'success', nodes: ['start', 'w', 'fan', 'join'] });
    expect(readTrace(none.directory)[2]).toMatchObject({ node_id: 'fan', is_explicit: true });
  });

  it('engine.md 8: an empty branch and a single branch are legal', async () => {
    const empty = scene();
    const text =
      'digraph g { start -> fan; fan [shape=component]; fan -> a -> join; fan -> join; join [shape=tripleoctagon]; join -> exit }';
    expect(await start(graphOf(text), empty)).toMatchObject({ status: 'success', nodes: ['start', 'a', 'fan', 'join'] });
    const quick = scene({ a: () => new Promise(() => {}) });
    const first = text.replace('shape=component', 'shape=component, join_policy=first_success');
    expect((await start(graphOf(first), quick)).nodes).toEqual(['start', 'fan', 'join']);
    const single = 'digraph g { start -> fan; fan [shape=component]; fan -> a -> join; join [shape=tripleoctagon]; join -> exit }';
    expect(await start(graphOf(single), scene())).toMatchObject({ status: 'success', nodes: ['start', 'a', 'fan', 'join'] });
  });

  it('engine.md 8: a branch that ends at the exit or at a dead end fails: it left the block', async () => {
    const way = (edge: string): string =>
      `digraph g { start -> fan; fan [shape=component]; fan -> a; a -> join; a -> exit [condition="outcome=fail"]; ${edge}; fan -> b -> join; join [shape=tripleoctagon]; join -> exit }`;
    const out = scene({ a: failing('red') });
    expect(await start(graphOf(way('')), out)).toMatchObject({ status: 'partial_success' });
    const results = (at: typeof out): string => JSON.stringify(JSON.parse(readFileSync(join(at.directory, 'checkpoint.json'), 'utf8')));
    expect(results(out)).toContain("left the parallel block: it reached the exit 'exit'");
    const dead = scene({ b: () => success(true) });
    const text = way('').replace('fan -> b -> join', 'fan -> b; b -> join [condition="k=never"]; b -> join [condition="outcome=fail"]');
    expect(await start(graphOf(text), dead)).toMatchObject({ status: 'partial_success' });
    expect(results(dead)).toContain("left the parallel block: no matching edge from node 'b'");
  });

  it('engine.md 8: a retry target that leaves the block ends the branch fail; one inside is taken', async () => {
    const text = (target: string): string =>
      `digraph g { start -> w -> fan; fan [shape=component]; fan -> a -> join; fan -> b -> join; a [retry_target=${target}]; join [shape=tripleoctagon]; join -> exit }`;
    const outside = scene({ a: failing('red') });
    expect(await start(graphOf(text('w')), outside)).toMatchObject({ status: 'partial_success', handled: [] });
    expect(outside.calls.get('w')).toBe(1);
    const inside = scene({ a: (_, call) => (call === 1 ? fail('deterministic', 'red') : success(true)) });
    expect(await start(graphOf(text('a')), inside)).toMatchObject({ status: 'success', handled: [{ node: 'a', by: 'retry_target' }] });
  });

  it('engine.md 8: a true route wins over the join; a failed component takes a route, its retry target, or fails the run', async () => {
    const routed = await block('ff', '', 'fan -> fix [condition="outcome=fail"]; fix -> exit');
    expect(routed.result).toMatchObject({ status: 'success', nodes: ['start', 'b0', 'b1', 'fan', 'fix'] });
    const good = await block('pp', '', 'fan -> fix [condition="outcome=success"]; fix -> exit');
    expect(good.result.nodes).toEqual(['start', 'b0', 'b1', 'fan', 'fix']);
    const jumped = await block('ff', 'retry_target=fix', 'fix -> exit');
    expect(jumped.result).toMatchObject({ status: 'success', handled: [{ node: 'fan', by: 'retry_target' }] });
    const dead = await block('ff', '');
    expect(dead.result).toMatchObject({ status: 'fail', nodes: ['start', 'b0', 'b1', 'fan'] });
    expect(dead.result.reason).toContain('fan: all branches failed: b0: ');
  });

  it('engine.md 8: blocks nest; branch strings and folders nest with them; a component runs again at each visit', async () => {
    const inner = 'in [shape=component]; in -> x -> j; in -> y -> j; j [shape=tripleoctagon]; j -> join';
    const text = `digraph g { start -> fan; fan [shape=component]; fan -> in; ${inner}; fan -> b -> join; join [shape=tripleoctagon]; join -> again; again -> fan [condition="n=1"]; again -> exit [condition="n=2"] }`;
    const at = scene({ again: (_, call) => success(true, { contextUpdates: { n: call } }) });
    expect(await start(graphOf(text), at)).toMatchObject({ status: 'success' });
    const lines = readTrace(at.directory).map((line) => `${line.branch} ${line.node_id} ${line.visit}`);
    expect(lines.filter((line) => line.startsWith('branch:fan:0>branch:in:1 y'))).toEqual([
      'branch:fan:0>branch:in:1 y 1',
      'branch:fan:0>branch:in:1 y 1',
    ]);
    expect(lines.filter((line) => line.startsWith(' fan'))).toEqual([' fan 1', ' fan 2']);
    const folder = join(at.directory, 'branches', 'fan', '0-in');
    expect(existsSync(join(folder, 'branches', 'in', '1-y', 'y', 'status.json'))).toBe(true);
    expect(at.calls.get('y')).toBe(2);
  });

  it('engine.md 8: full step semantics in a branch: retries, contracts, skips and their limits', async () => {
    const text =
      'digraph g { start -> fan; fan [shape=component]; fan -> a -> a2 -> join; fan -> b -> join; a [max_retries=1, retry_on="fail"]; a2 [requires=k]; join [shape=tripleoctagon]; join -> exit }';
    const at = scene({ a: (_, call) => (call === 1 ? fail('deterministic', 'red') : success(true)) });
    expect(await start(graphOf(text), at)).toMatchObject({ status: 'partial_success' });
    expect(readTrace(at.directory).filter((line) => line.branch === 'branch:fan:0')).toMatchObject([
      { node_id: 'a', status: 'success', attempt: 2 },
      { node_id: 'a2', status: 'skipped', reason: 'missing input: k' },
    ]);
  });
});
