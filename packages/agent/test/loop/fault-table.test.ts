import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type BackendAnswer, HandlerError, type Outcome } from '@attractor/engine';
import { codergenHandler } from '@attractor/handlers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentBackend } from '../../src/index.ts';
import {
  answerOf,
  type ModelServer,
  requestFor,
  runAgent,
  type Said,
  sessionLog,
  startModelServer,
  testInvocation,
  wires,
} from '../support/model-server.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

/** The outcome of a whole model node, verdict included. */
async function nodeOutcome(said: readonly Said[], attributes: Record<string, string> = {}): Promise<Outcome> {
  server.say(...said);
  const environment = server.environment();
  const run = testInvocation(environment, {
    node: { id: 'work', attributes: { prompt: 'Do it', ...attributes } },
    backends: [agentBackend({ environment })],
    services: { backend: { default: 'agent' } },
  });
  const outcome = await codergenHandler().execute(run);
  if ('parked' in outcome) throw new Error('a model node does not park');
  return outcome;
}

const command = (text: string): Said => ({ calls: [['shell', { command: text }]] });

describe('backends.md 4: fault table of the agent', () => {
  test('backends.md 4: max_turns used up is the fail turn_limit, and the work stays', async () => {
    server.say({ calls: [['write_file', { file_path: 'half.txt', content: '1' }]] }, command('echo still at it'), { text: 'too late' });
    const { test: run, result, log } = await runAgent(server.environment(), { request: { maxTurns: 2 } });
    expect(result).toMatchObject({
      status: 'fail',
      failureClass: 'deterministic',
      failureReason: expect.stringMatching(/^turn_limit: /),
      usage: { outputTokens: 100 },
    });
    expect(existsSync(join(run.workingDirectory, 'half.txt'))).toBe(true);
    expect(server.received).toHaveLength(2);
    expect(log.at(-1)?.data).toMatchObject({ status: 'turn_limit', turn_count: 2 });
  });

  test('backends.md 4: a report in the last turn that is allowed counts', async () => {
    server.say(command('true'), { calls: [['report_outcome', { status: 'success' }]] });
    expect((await runAgent(server.environment(), { request: { maxTurns: 2 } })).result).toMatchObject({ report: { status: 'success' } });
  });

  test('backends.md 4: the same call and result three times is warned of, six times the fail tool_loop', async () => {
    server.say(command('echo same'));
    const { result, log } = await runAgent(server.environment());
    expect(result).toMatchObject({ status: 'fail', failureReason: expect.stringMatching(/^tool_loop: .*shell.* 6 times$/) });
    expect(server.received).toHaveLength(6);
    expect(log.filter(({ event }) => event === 'warning')).toHaveLength(1);
    expect(JSON.stringify(server.bodies[2])).not.toContain('[attractor]');
    expect(JSON.stringify(server.bodies[3])).toContain('[attractor] You have made the same call of shell with the same result 3 times.');
  });

  test('backends.md 4: a cycle of calls is a loop too; the same call with another result is none', async () => {
    server.say(...Array.from({ length: 20 }, (_, at) => command(at % 2 === 0 ? 'echo one' : 'echo two')));
    expect((await runAgent(server.environment())).result).toMatchObject({
      status: 'fail',
      failureReason: expect.stringMatching(/^tool_loop/),
    });
    server.say(...Array.from({ length: 8 }, () => command('echo x >> log; wc -l < log')), { text: 'counted' });
    expect((await runAgent(server.environment())).result).toMatchObject({ text: 'counted', toolCalls: 8 });
  });

  test('backends.md 2: an empty answer fails; after a tool call it is a success that nobody asserted', async () => {
    expect(await nodeOutcome([{ text: '' }])).toMatchObject({ status: 'fail', failureReason: 'empty response' });
    expect(await nodeOutcome([command('true'), { text: '' }])).toMatchObject({ status: 'success', isExplicit: false });
    expect(await nodeOutcome([command('false'), { text: '' }])).toMatchObject({ status: 'fail', failureReason: 'empty response' });
    expect(await nodeOutcome([command('true'), { text: '' }], { goal_gate: 'true' })).toMatchObject({ status: 'fail' });
  });

  test('backends.md 2: prose on a gate is a RETRY, elsewhere a success that nobody asserted', async () => {
    expect(await nodeOutcome([{ text: 'All good, I think.' }], { goal_gate: 'true' })).toMatchObject({
      status: 'retry',
      isExplicit: false,
    });
    expect(await nodeOutcome([{ text: 'All good, I think.' }])).toMatchObject({ status: 'success', isExplicit: false });
  });

  test('backends.md 2: where prose and the tool call contradict each other, the call counts', async () => {
    const said = {
      text: 'Everything passed! {"status": "success"}',
      calls: [['report_outcome', { status: 'fail', failure_reason: 'two tests fail' }]],
    } as const;
    expect(await nodeOutcome([said], { goal_gate: 'true' })).toMatchObject({
      status: 'fail',
      isExplicit: true,
      failureReason: 'two tests fail',
    });
  });

  test('§35: of several verdicts the last valid one counts', async () => {
    const said: Said = {
      calls: [
        ['report_outcome', { status: 'fail', failure_reason: 'no' }],
        ['report_outcome', { status: 'success', preferred_label: 'ship' }],
        ['report_outcome', { status: 'perhaps' }],
      ],
    };
    expect(await nodeOutcome([said], { goal_gate: 'true' })).toMatchObject({ status: 'success', isExplicit: true, preferredLabel: 'ship' });
  });

  test('engine.md 4: an expired login is not retried and says what to check', async () => {
    server.say({ error: 'auth' });
    const failure = await runAgent(server.environment()).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(HandlerError);
    expect(failure).toMatchObject({
      retryable: false,
      type: 'Http401',
      message: expect.stringContaining('check the key of provider anthropic'),
    });
    expect(server.received).toHaveLength(1);
  });

  test('engine.md 4: a spent quota halts the run resumably: class budget, no retries', async () => {
    server.sayAs('openai', { calls: [['shell', { command: 'true' }]] }, { error: 'quota' });
    const { result, log } = await runAgent(server.environment('openai'));
    expect(result).toMatchObject({
      status: 'fail',
      failureClass: 'budget',
      failureReason: expect.stringMatching(/^quota exhausted: /),
      usage: { outputTokens: 50 },
    });
    expect(server.received).toHaveLength(2);
    expect(log.at(-1)?.data).toMatchObject({ status: 'quota' });
  });

  test('engine.md 4: Retry-After and what was used reach the node’s ladder', async () => {
    const { status, body } = wires.anthropic.error('rate_limit');
    server.play(answerOf(wires.anthropic, command('true')), {
      status: status,
      headers: { 'content-type': 'application/json', 'retry-after': '1200' },
      steps: [{ send: JSON.stringify(body) }],
    });
    const environment = server.environment();
    const run = testInvocation(environment);
    const failure = await Promise.resolve(agentBackend({ environment }).run(requestFor(run))).catch((error: unknown) => error);
    expect(failure).toMatchObject({ retryable: true, retryAfterMs: 1_200_000, type: 'Http429', usage: { outputTokens: 50 } });
    expect(sessionLog(run).at(-1)?.data).toMatchObject({ status: 'failed', turn_count: 2 });
  });

  test('backends.md 4: a call whose arguments were cut off is never executed', async () => {
    server.say(
      { calls: [['write_file', '{"file_path": "cut.txt", "content": "half of i']], finish: 'length' },
      { calls: [['write_file', { file_path: 'whole.txt', content: 'all' }]] },
      { text: 'ok' },
    );
    const { test: run, result, log } = await runAgent(server.environment());
    expect(result).toMatchObject({ text: 'ok', toolCalls: 1 });
    expect(existsSync(join(run.workingDirectory, 'cut.txt'))).toBe(false);
    expect(existsSync(join(run.workingDirectory, 'whole.txt'))).toBe(true);
    expect(log.find(({ event }) => event === 'tool_result')?.data).toMatchObject({
      is_error: true,
      output: expect.stringContaining('was not executed'),
    });
    expect(JSON.stringify(server.bodies[1])).toContain('not complete JSON');
  });

  test('backends.md 4: an answer cut off at the output limit is no answer', async () => {
    expect(await nodeOutcome([{ text: 'Everything is fi', finish: 'length' }])).toMatchObject({
      status: 'fail',
      failureReason: expect.stringMatching(/^output_limit/),
    });
    expect(await nodeOutcome([{ text: 'No.', finish: 'content_filter' }])).toMatchObject({
      status: 'fail',
      failureReason: expect.stringMatching(/^content_filter/),
    });
  });

  test('§36: a node that cannot be served fails with its provider and the variable; no other provider steps in', async () => {
    const { result } = await runAgent(server.environment(), { request: { provider: 'openai' } });
    expect(result).toMatchObject({
      status: 'fail',
      failureReason: "node 'work' cannot be served by backend agent: provider openai: no key for OpenAI: set OPENAI_API_KEY",
    });
    const unknown = (await runAgent(server.environment(), { request: { provider: 'acme' } })).result as BackendAnswer | Outcome;
    expect(unknown).toMatchObject({ failureReason: expect.stringContaining('unknown provider `acme`') });
  });
});

describe('files.md 3: nothing goes on unlogged', () => {
  test('files.md 3: a session whose log cannot be written stops with that reason', async () => {
    const environment = server.environment();
    const run = testInvocation(environment);
    server.say(
      {
        calls: [
          ['shell', { command: `rm -rf '${join(run.directory.path, 'sessions')}' && touch '${join(run.directory.path, 'sessions')}'` }],
        ],
      },
      { text: 'unlogged' },
    );
    const failure = await Promise.resolve(agentBackend({ environment }).run(requestFor(run))).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'StoreError', message: expect.stringContaining('cannot write') });
    expect(server.received).toHaveLength(1);
  });
});
