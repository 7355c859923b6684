import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { example, removeExamples } from './run-example.ts';

afterAll(removeExamples);

describe('examples: ways through a graph', () => {
  it('engine.md 12: linear hands what was collected to the writer', async () => {
    const { result, route, file } = await example('linear').run();
    expect(route).toEqual(['collect', 'write', 'check']);
    expect(result.status).toBe('success');
    expect(file('write/prompt.md')).toContain('feat: export reports as CSV');
    expect(file('write/prompt.md')).not.toContain('update the lock file');
  });

  it('engine.md 4b: conditional follows the label that the model gave', async () => {
    const bug = await example('conditional').run();
    expect(bug.route).toEqual(['read', 'triage', 'file_bug', 'check']);
    expect(bug.written('.attractor/conditional/filed.txt')).toBe('bug: examples/conditional/bug.txt\n');
    const ticket = 'examples/conditional/question.txt';
    const question = await example('conditional', { parameters: { ticket }, script: 'conditional/question.json' }).run();
    expect(question.route).toEqual(['read', 'triage', 'answer', 'check']);
    expect(question.result.status).toBe('success');
  });

  it('language.md 3: parse-json-routing compares numbers and reads booleans', async () => {
    const small = await example('parse-json-routing').run();
    expect(small.route).toEqual(['measure', 'how_much', 'glance']);
    const change = 'examples/parse-json-routing/large.diff';
    const large = await example('parse-json-routing', { parameters: { change } }).run();
    expect(large.route).toEqual(['measure', 'how_much', 'examine']);
    expect(large.result.status).toBe('success');
  });

  it('engine.md 10: token-gate routes on the last line and the outcome', async () => {
    const { result, route, written } = await example('token-gate').run();
    expect(route).toEqual(['setup', 'scan', 'clean', 'scan', 'parse']);
    expect(result).toMatchObject({ status: 'success', handled: [] });
    expect(written('.attractor/token-gate/app.conf')).not.toContain('hunter2');
  });

  it('engine.md 10: status-file lets a program give a label, notes and values', async () => {
    const { result, route, file } = await example('status-file').run();
    expect(route).toEqual(['setup', 'coverage', 'write', 'coverage', 'run_tests']);
    expect(result.status).toBe('success');
    expect(file('write/prompt.md')).toContain('net, euros');
    expect(JSON.parse(file('coverage/visits/1/status.json'))).toMatchObject({
      preferred_label: 'too little',
      notes: '1 of 3 functions are tested',
      is_explicit: true,
    });
  });

  it('engine.md 4: retry-fallback retries what is away, then takes the next source', async () => {
    const { result, route, events, written } = await example('retry-fallback').run();
    expect(route).toEqual(['setup', 'primary', 'mirror', 'check']);
    expect(result.status).toBe('success');
    expect(result.handled).toMatchObject([{ node: 'primary', by: 'retry_target' }]);
    const retried = events.flatMap((event) => (event.type === 'node.retrying' ? [event.node] : []));
    expect(retried).toEqual(['primary', 'mirror']);
    expect(JSON.parse(written('.attractor/retry-fallback/rates.json'))).toMatchObject({ source: 'mirror' });
  });

  it('engine.md 3: contracts runs the announcement only with all that it requires', async () => {
    const without = await example('contracts').run();
    expect(without.result).toMatchObject({ status: 'fail', reason: 'announce: missing input: channel' });
    const given = await example('contracts', { parameters: { channel: 'stable' } }).run();
    expect(given.route).toEqual(['release', 'note', 'announce']);
    expect(given.result.status).toBe('success');
    expect(given.written('.attractor/contracts/announced.txt')).toBe('#stable 2.4.0: Reports leave the program\n');
  });

  it('engine.md 6: cleanup-notify cleans up either way, and the cleanup does not heal the failure', async () => {
    const good = await example('cleanup-notify').run();
    expect(good.route).toEqual(['lock', 'deploy', 'unlock', 'notify']);
    expect(good.result.status).toBe('success');
    expect(JSON.parse(good.file('notify/status.json'))).toMatchObject({ outcome: 'skipped' });
    const broken = example('cleanup-notify', { parameters: { build: 'broken' } });
    const { result, file, written } = await broken.run();
    expect(result).toMatchObject({ status: 'fail', reason: 'deploy: exit code 1: the build "broken" does not start' });
    expect(file('decisions.jsonl')).toContain('its target runs after a failure, too (runs_on)');
    expect(written('.attractor/cleanup-notify/message.txt')).toContain('deploy failed: the build "broken" does not start');
    expect(existsSync(join(broken.work, '.attractor/cleanup-notify/lock'))).toBe(false);
  });
});
