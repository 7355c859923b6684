import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, readTrace, retry, success } from '@attractor/engine';
import { describe, expect, it } from 'vitest';
import { failing, graphOf, scene, sequence, start } from '../support/run-graph.ts';

describe('a run', () => {
  it('engine.md 2: goes from start to exit and leaves its records', async () => {
    const at = scene();
    const result = await start(graphOf('digraph g { start -> a -> b -> exit }'), at);
    expect(result).toMatchObject({ status: 'success', reason: '', nodes: ['start', 'a', 'b'] });
    expect(readTrace(at.directory).map((line) => line.edge)).toEqual(['start -> a', 'a -> b', 'b -> exit']);
    const status = JSON.parse(readFileSync(join(at.directory, 'a', 'status.json'), 'utf8')) as { outcome: string };
    expect(status.outcome).toBe('success');
    expect(at.events.map((event) => event.seq)).toEqual(at.events.map((_, index) => index));
    expect(at.events.filter((event) => /^pipeline\.(completed|failed|halted|parked|cancelled)$/.test(event.type))).toHaveLength(1);
  });

  it('engine.md 4b: a failure takes its edge, and a dead end fails with the reason first', async () => {
    const graph = graphOf(
      'digraph g { start -> a; a -> b [condition="outcome=success"]; a -> fix [condition="outcome=fail"]; fix -> b -> exit }',
    );
    const at = scene({ a: failing('exit code 1') });
    expect(await start(graph, at)).toMatchObject({
      status: 'success',
      nodes: ['start', 'a', 'fix', 'b'],
      handled: [{ node: 'a', by: 'edge' }],
    });
    const dead = scene({ a: failing('exit code 1') });
    const result = await start(graphOf('digraph g { start -> a -> exit }'), dead);
    expect(result.status).toBe('fail');
    expect(result.reason).toMatch(
      /^a: exit code 1 \| no matching edge from node 'a' \(fail\): -> exit: a failure takes no unconditional edge/,
    );
  });

  it("engine.md 4: retries on the ladder, then keeps the node's own reason", async () => {
    const at = scene({ a: sequence(retry('not yet'), retry('not yet'), success(true)) });
    expect(await start(graphOf('digraph g { start -> a -> exit; a [max_retries=2] }'), at)).toMatchObject({ status: 'success' });
    expect(at.calls.get('a')).toBe(3);
    const worn = scene({ a: () => retry('never') });
    expect((await start(graphOf('digraph g { start -> a -> exit; a [max_retries=1] }'), worn)).reason).toMatch(
      /^a: after 2 attempts: never/,
    );
  });

  it('engine.md 5: a gate that did not pass keeps the exit shut', async () => {
    const text =
      'digraph g { start -> a -> check; check -> exit; check -> exit [condition="outcome=fail"]; check [goal_gate=true, retry_target=a] }';
    const at = scene({ check: sequence(fail('deterministic', 'red', { isExplicit: true }), success(true)) });
    expect(await start(graphOf(text), at)).toMatchObject({ status: 'success', nodes: ['start', 'a', 'check', 'a', 'check'] });
    const prose = scene({ check: () => success(false) });
    const result = await start(graphOf(text.replace(', retry_target=a', '')), prose);
    expect(result).toMatchObject({ status: 'fail' });
    expect(result.reason).toContain('check (success, but nobody asserted it)');
  });

  it('engine.md 8: branches run as frames and the join follows', async () => {
    const at = scene({ b: failing('broken') });
    const graph = graphOf(
      'digraph g { start -> fan; fan [shape=component]; fan -> a -> join; fan -> b -> join; join [shape=tripleoctagon]; join -> exit }',
    );
    const result = await start(graph, at);
    expect(result).toMatchObject({ status: 'partial_success' });
    expect(readTrace(at.directory).map((line) => [line.branch, line.node_id, line.status])).toEqual([
      ['', 'start', 'success'],
      ['branch:fan:0', 'a', 'success'],
      ['branch:fan:1', 'b', 'fail'],
      ['', 'fan', 'partial_success'],
      ['', 'join', 'success'],
    ]);
  });
});
