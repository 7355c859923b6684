import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, readTrace, retry, skipped, success } from '@attractor/engine';
import { describe, expect, it } from 'vitest';
import { failing, graphOf, type Scene, scene, start, type Work } from '../support/run-graph.ts';

async function run(
  attributes: string,
  work: Work,
  before?: (path: string) => void,
): Promise<{ at: Scene; status: string; reason: string }> {
  const at = scene({ a: work });
  before?.(join(at.work, 'a.txt'));
  const graph = graphOf(`digraph g { start -> a -> exit; a [must_write="a.txt"${attributes === '' ? '' : `, ${attributes}`}] }`);
  const { status, reason } = await start(graph, at);
  return { at, status, reason };
}

const write =
  (content: string): Work =>
  ({ workingDirectory }) => {
    writeFileSync(join(workingDirectory, 'a.txt'), content);
    return success(true);
  };

describe('must_write', () => {
  it('engine.md 3.8: an artefact written in the visit counts; the path is substituted', async () => {
    expect((await run('', write('report'))).status).toBe('success');
    const at = scene({
      a: ({ workingDirectory }) => {
        writeFileSync(join(workingDirectory, 'x.txt'), 'x');
        return success(true);
      },
    });
    const graph = graphOf('digraph g { start -> a -> exit; a [must_write="$name.txt"] }');
    expect(await start(graph, at, { parameters: new Map([['name', 'x']]) })).toMatchObject({ status: 'success' });
  });

  it('engine.md 3.8: absent, stale, blank or not a file fails, naming path and fault, class contract, not explicit', async () => {
    const faults: [string, Work, ((path: string) => void) | undefined][] = [
      ['is absent', () => success(true), undefined],
      ['is stale', () => success(true), (path) => writeFileSync(path, 'planted')],
      ['is blank', write(' \n\t\uFEFF'.replace('\uFEFF', '')), undefined],
      ['is not a file', () => success(true), (path) => mkdirSync(path)],
    ];
    for (const [fault, work, before] of faults) {
      const { at, status, reason } = await run('goal_gate=true', work, before);
      expect([fault, status]).toEqual([fault, 'fail']);
      expect(reason).toContain(`a: ${join(at.work, 'a.txt')} ${fault}`);
      expect(readTrace(at.directory)[1]).toMatchObject({ status: 'fail', is_explicit: false });
      expect(at.events.find((event) => event.type === 'node.failed')).toMatchObject({ failure_class: 'contract' });
    }
  });

  it('engine.md 3.8: a planted file does not count, not even with an mtime in the future or the same bytes and mtime again', async () => {
    const future = new Date(Date.now() + 3_600_000);
    const planted = (path: string): void => {
      writeFileSync(path, 'planted');
      utimesSync(path, future, future);
    };
    expect((await run('', () => success(true), planted)).status).toBe('fail');
    const same: Work = ({ workingDirectory }) => {
      const path = join(workingDirectory, 'a.txt');
      writeFileSync(path, 'planted');
      utimesSync(path, future, future);
      return success(true);
    };
    expect((await run('', same, planted)).reason).toContain('is stale');
  });

  it('engine.md 3.8: a fast honest rewrite counts, again and again', async () => {
    for (let i = 0; i < 10; i++) expect((await run('', write('same'), (path) => writeFileSync(path, 'same'))).status).toBe('success');
  });

  it('engine.md 3.8: the start is that of the visit: an earlier attempt may have written, an earlier visit may not', async () => {
    const early: Work = (invocation, call) => {
      if (call === 1) void write('x')(invocation, call);
      return call === 1 ? retry('again') : success(true);
    };
    expect((await run('max_retries=1', early)).status).toBe('success');
    const at = scene({ a: (invocation, call) => (call === 1 ? write('x')(invocation, call) : success(true)) });
    const graph = graphOf('digraph g { start -> a -> b; b -> a [condition="outcome=fail"]; b -> exit; a [must_write="a.txt"] }');
    at.calls.set('b', 0);
    const failed = {
      ...at,
      services: scene({ a: (i, call) => (call === 1 ? write('x')(i, call) : success(true)), b: failing('red') }).services,
    };
    expect((await start(graph, failed)).reason).toMatch(/^a: .*a\.txt is stale/);
  });

  it('§27: a violation consumes retries: 1 + max_retries calls, then a loud fail; a late write passes', async () => {
    const never = await run('max_retries=2', () => success(true));
    expect(never.at.calls.get('a')).toBe(3);
    expect(never.reason).toMatch(/^a: after 3 attempts: .*a\.txt is absent/);
    const late = await run('max_retries=2', (invocation, call) => (call === 3 ? write('x')(invocation, call) : success(true)));
    expect(late.status).toBe('success');
  });

  it('§27: allow_partial softens no violation, neither after passed attempts nor after RETRY', async () => {
    expect((await run('max_retries=1, allow_partial=true', () => success(true))).status).toBe('fail');
    const worn = await run('max_retries=1, allow_partial=true', () => retry('almost'));
    expect([worn.status, worn.reason.includes('after 2 attempts:'), worn.reason.includes('is absent')]).toEqual(['fail', true, true]);
    const written: Work = (invocation, call) => {
      void write('x')(invocation, call);
      return retry('almost');
    };
    expect((await run('max_retries=1, allow_partial=true', written)).status).toBe('partial_success');
  });

  it('§27: continue_on_fail resurrects no violation, and no failed node without its artefact', async () => {
    const violated = await run('continue_on_fail=true', () => success(true));
    expect([violated.status, violated.reason.includes('is absent')]).toEqual(['fail', true]);
    const broken = await run('continue_on_fail=true', failing('red'));
    expect(broken.reason).toMatch(/^a: .*a\.txt is absent \(after: red\)/);
    const written: Work = (invocation, call) => {
      void write('x')(invocation, call);
      return fail('deterministic', 'red');
    };
    expect((await run('continue_on_fail=true', written)).status).toBe('success');
  });

  it('§27: a fail of the handler keeps its own reason', async () => {
    expect((await run('', failing('red'))).reason).toMatch(/^a: red \|/);
  });

  it('§27: skipped passes through unconverted, but an auto_status promotion is held to the contract', async () => {
    const skip = await run('', () => skipped('nothing to do'));
    expect(readTrace(skip.at.directory)[1]).toMatchObject({ status: 'skipped' });
    const promoted = await run('auto_status=true', () => skipped('no status'));
    expect([promoted.status, promoted.reason.includes('is absent')]).toEqual(['fail', true]);
  });

  it('§27: the failure routes through failure edges', async () => {
    const at = scene();
    const graph = graphOf('digraph g { start -> a -> exit; a -> fix [condition="outcome=fail"]; fix -> exit; a [must_write="a.txt"] }');
    expect(await start(graph, at)).toMatchObject({ status: 'success', nodes: ['start', 'a', 'fix'] });
  });

  it('language.md 2: contracts and retries apply to components too', async () => {
    const text =
      'digraph g { start -> fan; fan [shape=component, must_write="a.txt", max_retries=1]; fan -> x -> join; fan -> y -> join; join [shape=tripleoctagon]; join -> exit }';
    const never = scene();
    expect((await start(graphOf(text), never)).reason).toMatch(/^fan: after 2 attempts: .*a\.txt is absent/);
    expect(never.calls.get('x')).toBe(2);
    const second = scene({ y: (invocation, call) => (call === 2 ? write('x')(invocation, call) : success(true)) });
    expect(await start(graphOf(text), second)).toMatchObject({ status: 'success' });
    const red = scene({ y: (_, call) => (call === 1 ? fail('deterministic', 'red') : success(true)) });
    const retried = text.replace('must_write="a.txt"', 'retry_on="fail", error_policy=fail_fast');
    expect(await start(graphOf(retried), red)).toMatchObject({ status: 'success' });
    expect(red.events.filter((event) => event.type === 'node.retrying')).toMatchObject([{ node: 'fan', reason: 'fail' }]);
  });
});
