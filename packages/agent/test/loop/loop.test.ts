import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentBackend } from '../../src/index.ts';
import {
  answerOf,
  type ModelServer,
  requestFor,
  runAgent,
  sessionLog,
  startModelServer,
  testInvocation,
  type WireName,
  wires,
} from '../support/model-server.ts';

/** Zombies do not count: nobody may ever reap an orphan's. */
function isRunning(pid: number): boolean {
  if (!existsSync(`/proc/${pid}/stat`)) return false;
  return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
}

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

describe('backends.md 4: the agent’s loop', () => {
  test.each(['anthropic', 'openai', 'gemini'] as WireName[])('backends.md 4: write, run, report, over the format of %s', async (wire) => {
    server.sayAs(
      wire,
      { text: 'I write it.', calls: [['write_file', { file_path: 'src/hello.sh', content: 'echo hello from $1\n' }]] },
      { calls: [['shell', { command: 'sh src/hello.sh model' }]] },
      { text: 'Done.', calls: [['report_outcome', { status: 'success', notes: 'it runs', preferred_label: 'next' }]] },
    );
    const { test: run, result, log } = await runAgent(server.environment(wire));
    expect(result).toMatchObject({ text: 'Done.', toolCalls: 2, report: { status: 'success', notes: 'it runs', preferred_label: 'next' } });
    expect(readFileSync(join(run.workingDirectory, 'src/hello.sh'), 'utf8')).toBe('echo hello from $1\n');
    expect(server.received).toHaveLength(3);
    // Usage is that of all calls together.
    expect(result.usage).toMatchObject({
      inputTokens: 3 * wires[wire].usage.inputTokens,
      outputTokens: 3 * wires[wire].usage.outputTokens,
    });
    expect(log.map(({ event }) => event)).toEqual([
      'prompt',
      'completion',
      'tool_call',
      'tool_result',
      'completion',
      'tool_call',
      'tool_result',
      'completion',
      'tool_call',
      'tool_result',
      'end',
    ]);
    expect(log.at(-1)?.data).toMatchObject({ status: 'reported', turn_count: 3, outcome: { status: 'success' } });
    expect(log[6]?.data).toMatchObject({ tool: 'shell', is_error: false, output: 'hello from model\n[exit code 0]' });
    expect(run.events.map(({ type }) => type).filter((type) => type === 'agent.model_call')).toHaveLength(3);
    expect(JSON.stringify(server.bodies[2])).toContain('hello from model');
  });

  test('backends.md 4: a turn without tool calls ends the session', async () => {
    server.say({ text: 'Nothing to do.' });
    const { result, log } = await runAgent(server.environment());
    expect(result).toMatchObject({ text: 'Nothing to do.', toolCalls: 0 });
    expect(result).not.toHaveProperty('report');
    expect(log.at(-1)?.data).toEqual({ status: 'completed', turn_count: 1 });
  });

  test('backends.md 4: calls of one turn run at the same time, their results keep the order', async () => {
    // Each waits for the other: one after the other they would time out.
    const wait = (own: string, other: string) =>
      `touch ${own}; for i in $(seq 100); do [ -e ${other} ] && echo met && exit 0; sleep 0.05; done; exit 1`;
    server.say(
      {
        calls: [
          ['shell', { command: wait('a', 'b') }],
          ['shell', { command: wait('b', 'a') }],
        ],
      },
      { text: 'ok' },
    );
    const { result, log } = await runAgent(server.environment());
    expect(result).toMatchObject({ toolCalls: 2 });
    expect(log.filter(({ event }) => event === 'tool_result').map(({ data }) => data['output'])).toEqual([
      'met\n[exit code 0]',
      'met\n[exit code 0]',
    ]);
    const messages = server.bodies[1]?.['messages'] as { content: { tool_use_id?: string }[] }[];
    const results = (messages.at(-1)?.content ?? []).map((part) => part.tool_use_id);
    const calls = log.filter(({ event }) => event === 'tool_call').map(({ data }) => data['call_id']);
    expect(results).toEqual(calls);
  });

  test('§35: a batch with a report runs in order, ends the session, and the last valid report wins', async () => {
    server.say(
      {
        calls: [
          ['report_outcome', { status: 'fail', failure_reason: 'early' }],
          ['shell', { command: 'sleep 0.2; echo 1 >> order' }],
          ['report_outcome', { status: 'nonsense' }],
          ['shell', { command: 'echo 2 >> order' }],
          ['report_outcome', { status: 'SUCCESS', notes: 'late' }],
          ['report_outcome', { notes: 'no status at all' }],
        ],
      },
      { text: 'must not be asked' },
    );
    const { test: run, result, log } = await runAgent(server.environment());
    expect(result).toMatchObject({ text: 'late', report: { status: 'SUCCESS', notes: 'late' } });
    expect(readFileSync(join(run.workingDirectory, 'order'), 'utf8')).toBe('1\n2\n');
    expect(server.received).toHaveLength(1);
    expect(log.filter(({ data }) => data['is_error'] === true).map(({ data }) => data['output'])).toEqual([
      'report_outcome was not accepted: status "nonsense" is none of success, partial_success, retry, fail, skipped',
      expect.stringContaining("must have required property 'status'"),
    ]);
  });

  test('§35: wrong arguments go back to the model, which may report again', async () => {
    server.say({ calls: [['report_outcome', { status: 'done' }]] }, { calls: [['report_outcome', { status: 'success' }]] });
    const { result } = await runAgent(server.environment());
    expect(result).toMatchObject({ report: { status: 'success' } });
    expect(JSON.stringify(server.bodies[1])).toContain('is none of success, partial_success');
  });

  test('backends.md 4: unknown tools and wrong arguments are told to the model', async () => {
    server.say(
      {
        calls: [
          ['fly', {}],
          ['read_file', { path: 'x' }],
        ],
      },
      { text: 'ok' },
    );
    const { result, log } = await runAgent(server.environment());
    expect(result).toMatchObject({ toolCalls: 0 });
    const outputs = log.filter(({ event }) => event === 'tool_result').map(({ data }) => data['output'] as string);
    expect(outputs[0]).toBe('there is no tool "fly"; tools: read_file, glob, grep, write_file, edit_file, shell, report_outcome');
    expect(outputs[1]).toContain('wrong arguments for read_file: ');
    expect(outputs[1]).toContain("must have required property 'file_path'");
  });

  test('backends.md 4: the model sees the head and the tail of a long output, the log all of it', async () => {
    server.say({ calls: [['shell', { command: 'seq 1 20000' }]] }, { text: 'ok' });
    const { log } = await runAgent(server.environment());
    const record = log.find(({ event }) => event === 'tool_result')?.data;
    expect(record).toMatchObject({ truncated_for_model: true });
    expect(`${record?.['output'] as string}`.split('\n')).toHaveLength(20_001);
    const shown = JSON.stringify(server.bodies[1]);
    expect(shown).toContain('\\n1\\n2\\n3\\n'.slice(2));
    expect(shown).toContain('20000\\n[exit code 0]');
    expect(shown).toContain('lines left out ...]');
    expect(shown).not.toContain('\\n10000\\n');
    expect(shown.length).toBeLessThan(20_000);
  });

  test('engine.md 11: what is said while the agent works reaches its next turn', async () => {
    const environment = server.environment();
    const run = testInvocation(environment);
    run.directory.write('steering.md', 'of an earlier visit\n\n');
    server.say(
      { calls: [['shell', { command: `printf 'use tabs\\n\\n' >> '${join(run.directory.path, 'steering.md')}'` }]] },
      { text: 'ok' },
    );
    await agentBackend({ environment }).run(requestFor(run));
    expect(JSON.stringify(server.bodies[0])).not.toContain('earlier visit');
    expect(JSON.stringify(server.bodies[1])).toContain('use tabs');
    expect(
      sessionLog(run)
        .filter(({ event }) => event === 'steering')
        .map(({ data }) => data),
    ).toEqual([{ text: 'use tabs' }]);
  });

  test('backends.md 4: an abort kills what runs, closes the call and promotes nothing', async () => {
    const controller = new AbortController();
    const environment = server.environment();
    const run = testInvocation(environment, { signal: controller.signal });
    server.say({
      calls: [
        ['report_outcome', { status: 'success' }],
        ['shell', { command: 'sleep 60 & echo $! > pid; touch started; wait', timeout_ms: 60_000 }],
      ],
    });
    const running = agentBackend({ environment }).run(requestFor(run));
    running.catch(() => {});
    while (!existsSync(join(run.workingDirectory, 'started'))) await new Promise((resolve) => setTimeout(resolve, 10));
    controller.abort();
    await expect(running).rejects.toThrow('interrupted');
    expect(isRunning(Number(readFileSync(join(run.workingDirectory, 'pid'), 'utf8')))).toBe(false);
    expect(sessionLog(run).at(-1)?.data).toEqual({ status: 'aborted', turn_count: 1 });
  });

  test('backends.md 4: an abort while the model talks closes the connection', async () => {
    const controller = new AbortController();
    const environment = server.environment();
    const run = testInvocation(environment, { signal: controller.signal });
    server.play({ steps: [{ send: wires.anthropic.frames({ text: ['slow'] })[0] ?? '' }, { hang: true }] });
    const running = agentBackend({ environment }).run(requestFor(run));
    running.catch(() => {});
    while (server.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    controller.abort();
    await expect(running).rejects.toThrow('aborted');
    await server.clientGone();
  });

  test('backends.md 4: tool_hooks.pre sees each call and may skip it, .post sees the result', async () => {
    server.say(
      {
        calls: [
          ['shell', { command: 'touch forbidden' }],
          ['write_file', { file_path: 'fine.txt', content: 'x' }],
        ],
      },
      { text: 'ok' },
    );
    const pre = 'cat >> pre.jsonl; [ "$ATTRACTOR_TOOL_NAME" != shell ] || { echo no shell here >&2; exit 3; }';
    const { test: run, log } = await runAgent(server.environment(), {
      spec: { node: { id: 'work', attributes: { 'tool_hooks.pre': pre, 'tool_hooks.post': 'cat >> post.jsonl; exit 1' } } },
    });
    expect(existsSync(join(run.workingDirectory, 'forbidden'))).toBe(false);
    expect(existsSync(join(run.workingDirectory, 'fine.txt'))).toBe(true);
    const lines = (name: string) =>
      readFileSync(join(run.workingDirectory, name), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    expect(lines('pre.jsonl')).toMatchObject([
      { tool: 'shell', arguments: { command: 'touch forbidden' }, node: 'work' },
      { tool: 'write_file', arguments: { file_path: 'fine.txt' } },
    ]);
    expect(lines('post.jsonl')).toMatchObject([{ tool: 'write_file', is_error: false, result: 'Created fine.txt (1 bytes).' }]);
    expect(JSON.stringify(server.bodies[1])).toContain('tool_hooks.pre did not allow this call: exit code 3: no shell here');
    expect(log.filter(({ event }) => event === 'warning')).toHaveLength(1);
  });

  test('files.md 1: secrets of the environment reach neither commands nor model nor log', async () => {
    const environment = { ...server.environment(), DEPLOY_TOKEN: 'tok-123456789' };
    server.say({ calls: [['shell', { command: 'echo "[$DEPLOY_TOKEN]"; cat config' }]] }, { text: 'ok' });
    const { log } = await runAgent(environment, {
      before: (run) => writeFileSync(join(run.workingDirectory, 'config'), 'token=tok-123456789\n'),
    });
    expect(log.find(({ event }) => event === 'tool_result')?.data['output']).toMatch(/^\[\]\ntoken=\S*\*/);
    expect(JSON.stringify(server.bodies)).not.toContain('tok-123456789');
    expect(JSON.stringify(log)).not.toContain('tok-123456789');
  });

  test('backends.md 4: a turn sends what was said before plus what is new, nothing twice', async () => {
    const block = (letter: string) => letter.repeat(2000);
    const calls = ['a', 'b', 'c', 'd'].map((letter) => ({
      calls: [['write_file', { file_path: letter, content: block(letter) }]] as const,
    }));
    server.say(...calls, { text: 'ok' });
    await runAgent(server.environment());
    const sizes = server.bodies.map((body) => JSON.stringify(body).length);
    const growth = sizes.slice(1).map((size, at) => size - (sizes[at] ?? 0));
    for (const bytes of growth) expect(bytes).toBeLessThan(3000);
    expect(JSON.stringify(server.bodies.at(-1)).split(block('a'))).toHaveLength(2);
  });

  test('backends.md 3: with full fidelity the thread’s exchanges are the conversation so far', async () => {
    server.say({ text: 'third' });
    await runAgent(server.environment(), {
      request: {
        exchanges: [
          { node: 'a', instruction: 'first?', answer: 'first!' },
          { node: 'b', instruction: 'second?', answer: '' },
        ],
        fidelity: 'full',
        thread: 't',
      },
    });
    const messages = server.bodies[0]?.['messages'] as { role: string; content: { text: string }[] }[];
    expect(messages.map(({ role, content }) => [role, content.map(({ text }) => text).join()])).toEqual([
      ['user', 'first?'],
      ['assistant', 'first!'],
      ['user', 'second?'],
      ['assistant', '(no text)'],
      ['user', 'Do it'],
    ]);
  });

  test('engine.md 4: a server that has a moment of weakness is asked again, and observers are told', async () => {
    server.play(answerOf(wires.anthropic, { error: 'overloaded' }), answerOf(wires.anthropic, { text: 'ok' }));
    const { result, test: run } = await runAgent(server.environment());
    expect(result).toMatchObject({ text: 'ok' });
    expect(run.events.map(({ type }) => type)).toContain('agent.model_retry');
  });
});
