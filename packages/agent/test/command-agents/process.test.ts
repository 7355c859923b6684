import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BackendAnswer, type BackendRequest, HandlerError, type Outcome } from '@attractor/engine';
import { codergenHandler } from '@attractor/handlers';
import { describe, expect, test } from 'vitest';
import { claudeAgent } from '../../src/command-agents/claude.ts';
import { codexAgent } from '../../src/command-agents/codex.ts';
import { geminiAgent } from '../../src/command-agents/gemini.ts';
import { type CommandAgentOptions, commandAgentBackend } from '../../src/index.ts';
import { requestFor, sessionLog, testInvocation } from '../support/model-server.ts';
import { init, result, toolResult, toolUse } from './support/claude-lines.ts';
import { processesWith, type StandIn, type Step, standIn } from './support/stand-in.ts';

interface Ran {
  readonly result: BackendAnswer | Outcome | string | HandlerError;
  readonly run: ReturnType<typeof testInvocation>;
  readonly program: StandIn;
}

async function play(
  steps: readonly Step[],
  options: { request?: Partial<BackendRequest>; environment?: Record<string, string>; defaults?: CommandAgentOptions['defaults'] } = {},
  agent = claudeAgent,
): Promise<Ran> {
  const program = standIn(agent.command);
  program.plays(steps);
  const environment = { ...program.environment, ...options.environment };
  const run = testInvocation(environment);
  const backend = commandAgentBackend(agent, { environment, ...(options.defaults === undefined ? {} : { defaults: options.defaults }) });
  const ended = await backend.run(requestFor(run, options.request)).catch((error: unknown) => {
    if (error instanceof HandlerError) return error;
    throw error;
  });
  return { result: ended, run, program };
}

describe('backends.md 1: a command-line agent as a subprocess', () => {
  test('backends.md 1: the prompt is its standard input, with how to report below it', async () => {
    const { program, run } = await play([init(), result('done')], { request: { prompt: 'Größe\n€ and "quotes"' } });
    const [seen] = program.seen();
    expect(seen?.stdin.startsWith('Größe\n€ and "quotes"\n\n---\n\n')).toBe(true);
    expect(seen?.stdin).toContain('{"status": "success", "notes": "why"}');
    expect(sessionLog(run)[0]?.data['prompt']).toBe(seen?.stdin);
  });

  test('backends.md 1: slow output, characters torn between chunks, garbage between lines', async () => {
    const bytes = Buffer.from(`${result('fertig: Größe €').line ?? ''}\n`);
    const cut = bytes.indexOf(Buffer.from('€')) + 1;
    const { result: ended, run } = await play([
      { line: 'Warning: something' },
      init(),
      { line: '{"type": "unheard of"}' },
      { line: '{"type": 7, "message": [null]}' },
      { base64: bytes.subarray(0, cut).toString('base64') },
      { sleep: 100 },
      { base64: bytes.subarray(cut).toString('base64') },
    ]);
    expect(ended).toMatchObject({
      text: 'fertig: Größe €',
      usage: { inputTokens: 10, outputTokens: 5, cacheReadTokens: 3, costUsd: 0.25 },
    });
    expect(sessionLog(run).find(({ data }) => data['text'] === 'Warning: something')?.event).toBe('output');
  });

  test('backends.md 1: a line of 40 MB is left out, what follows is read', async () => {
    const huge: Step[] = [{ repeat: `{"x":"${'y'.repeat(999_994)}`, times: 40 }, { line: '' }];
    const { result: ended, run } = await play([init(), ...huge, result('still here')]);
    expect(ended).toMatchObject({ text: 'still here' });
    expect(sessionLog(run).find(({ event }) => event === 'warning')?.data['message']).toMatch(/^a line of 40000000 bytes was left out/);
  });

  test('backends.md 2: a blank answer after a tool call that worked counts one', async () => {
    const { result: ended } = await play([init(), toolUse('Write', { file_path: 'a' }), toolResult(), result('')]);
    expect(ended).toMatchObject({ text: '', toolCalls: 1 });
  });

  test('backends.md 2: what the process writes to ATTRACTOR_STATUS_FILE is the verdict', async () => {
    const program = standIn('claude');
    program.plays([init(), { statusFile: '{"outcome": "fail", "failure_reason": "tests are red"}' }, result('{"status": "success"}')]);
    const { environment } = program;
    const run = testInvocation(environment, {
      node: { id: 'work', attributes: { prompt: 'Do it' } },
      backends: [commandAgentBackend(claudeAgent, { environment })],
      services: { backend: { default: 'claude' } },
    });
    expect(await codergenHandler().execute(run)).toMatchObject({ status: 'fail', isExplicit: true, failureReason: 'tests are red' });
  });

  test('backends.md 1: the environment is that of tools, without secrets of others, with its own keys', async () => {
    const environment = { ANTHROPIC_API_KEY: 'sk-own', OPENAI_API_KEY: 'sk-other', DEPLOY_TOKEN: 'tok', PLAIN: 'yes', CLAUDECODE: '1' };
    const named = { ...environment, ATTRACTOR_AGENT_ENV: 'DEPLOY_TOKEN' };
    const [seen] = (await play([result('x')], { environment })).program.seen();
    expect(seen?.env).toMatchObject({
      ANTHROPIC_API_KEY: 'sk-own',
      PLAIN: 'yes',
      ATTRACTOR_NODE: 'work',
      ATTRACTOR_VISIT: '1',
      ATTRACTOR_RUN_ID: 'test-run',
    });
    for (const name of ['OPENAI_API_KEY', 'DEPLOY_TOKEN', 'CLAUDECODE']) expect(seen?.env).not.toHaveProperty(name);
    expect((await play([result('x')], { environment: named })).program.seen()[0]?.env['DEPLOY_TOKEN']).toBe('tok');
  });

  test('files.md 1: secrets that the agent prints are masked', async () => {
    const environment = { ANTHROPIC_API_KEY: 'sk-very-secret-value' };
    const { result: ended, run } = await play([init(), result('the key is sk-very-secret-value')], { environment });
    expect(JSON.stringify([ended, sessionLog(run)])).not.toContain('very-secret');
  });
});

describe('backends.md 1: options', () => {
  const wish = { model: 'm-1', reasoningEffort: 'high', maxTurns: 7, responseSchema: { type: 'object' } } as const;

  test('backends.md 1: claude gets model, effort, turns, schema and its permissions', async () => {
    const args = (await play([result('{}')], { request: wish })).program.seen()[0]?.args.join(' ');
    expect(args).toContain('--model m-1 --effort high --max-turns 7 --json-schema {"type":"object"} --add-dir ');
    expect(args?.endsWith('--permission-mode acceptEdits --allowedTools Bash')).toBe(true);
  });

  test('backends.md 1: codex gets model and effort; a schema that is not strict stands in the prompt', async () => {
    const done: Step[] = [
      { line: '{"type":"item.completed","item":{"type":"agent_message","text":"{}"}}' },
      { line: '{"type":"turn.completed"}' },
    ];
    const [seen] = (await play(done, { request: wish }, codexAgent)).program.seen();
    expect(seen?.args.slice(0, 3)).toEqual(['exec', '--json', '--skip-git-repo-check']);
    expect(seen?.args).toEqual(
      expect.arrayContaining(['sandbox_mode="workspace-write"', '--model', 'm-1', 'model_reasoning_effort="high"', '-']),
    );
    expect(seen?.args).not.toContain('--output-schema');
    expect(seen?.stdin).toContain('The JSON Schema of the answer:\n\n{"type":"object"}');
    const strict = { type: 'object', properties: {}, required: [], additionalProperties: false };
    const [other] = (await play(done, { request: { responseSchema: strict } }, codexAgent)).program.seen();
    expect(other?.args).toContain('--output-schema');
    expect(other?.stdin).not.toContain('The JSON Schema');
  });

  test('backends.md 1: the operator replaces the permissions by a variable', async () => {
    const environment = { ATTRACTOR_GEMINI_PERMISSIONS: ' --approval-mode  auto_edit ' };
    const [seen] = (await play([{ line: '{"type":"result","status":"success"}' }], { environment }, geminiAgent)).program.seen();
    expect(seen?.args.slice(-2)).toEqual(['--approval-mode', 'auto_edit']);
    expect(seen?.args).not.toContain('yolo');
  });

  test('files.md 5: --model is for nodes of the default backend or provider', async () => {
    const models = async (defaults: CommandAgentOptions['defaults']) =>
      (await play([result('x')], { defaults })).program.seen()[0]?.args.join(' ');
    expect(await models({ model: 'm-2', provider: 'anthropic' })).toContain('--model m-2');
    expect(await models({ model: 'm-2', provider: 'openai' })).not.toContain('--model');
  });
});

describe('backends.md 1: the table of ends', () => {
  const failures: [name: string, steps: readonly Step[], expected: object][] = [
    [
      'turns used up',
      [init(), result('', { subtype: 'error_max_turns', is_error: true })],
      { status: 'fail', failureReason: /^turn_limit: / },
    ],
    [
      'its money used up',
      [init(), result('', { subtype: 'error_max_budget_usd', is_error: true })],
      { status: 'fail', failureClass: 'budget' },
    ],
    [
      'an unknown exit code',
      [init(), { stderr: 'segfault in module' }, { exit: 3 }],
      { retryable: false, message: /exit code 3: segfault in module/ },
    ],
    ['a login word on stderr', [{ stderr: 'Not logged in' }, { exit: 1 }], { retryable: false, message: /login refused/ }],
    ['a quota word on stderr', [{ stderr: 'Credit balance is too low' }, { exit: 1 }], { status: 'fail', failureClass: 'budget' }],
    ['a network word on stderr', [{ stderr: 'FetchError: ECONNRESET' }, { exit: 1 }], { retryable: true, type: 'ModelError:network' }],
    ['a signal', [init(), { kill: 'SIGKILL' }], { status: 'fail', failureClass: 'deterministic', failureReason: /was ended by SIGKILL/ }],
    ['nothing said, exit 0', [init(), { exit: 0 }], { retryable: true, message: /ended without saying how its work ended/ }],
    ['a subscription limit', [init(), result("You've hit your weekly limit · resets 3am", { is_error: true })], { failureClass: 'budget' }],
  ];
  test.each(failures)('engine.md 4: %s', async (_name, steps, expected) => {
    const { result: ended, run } = await play(steps);
    for (const [name, value] of Object.entries(expected)) {
      const got = (ended as unknown as Record<string, unknown>)[name];
      if (value instanceof RegExp) expect(got).toMatch(value);
      else expect(got).toBe(value);
    }
    expect(sessionLog(run).at(-1)?.event).toBe('end');
  });

  test('engine.md 4: an answer that is complete counts, whatever the exit code', async () => {
    expect((await play([init(), result('done'), { exit: 9 }])).result).toMatchObject({ text: 'done' });
  });

  test('backends.md 1: a program that is not there is named, with how to install it', async () => {
    const { environment } = standIn('other');
    const run = testInvocation(environment);
    expect(
      await commandAgentBackend(claudeAgent, { environment: { ...environment, PATH: '/nowhere' } }).run(requestFor(run)),
    ).toMatchObject({
      status: 'fail',
      failureClass: 'deterministic',
      failureReason: expect.stringMatching(/claude is not on the PATH \(Claude Code: npm install -g @anthropic-ai\/claude-code\)/),
    });
  });

  test('backends.md 1: a working directory that is gone is named', async () => {
    const program = standIn('claude');
    const run = testInvocation(program.environment);
    rmSync(run.workingDirectory, { recursive: true });
    const { environment } = program;
    expect(await commandAgentBackend(claudeAgent, { environment }).run(requestFor(run))).toMatchObject({
      failureReason: expect.stringContaining(`there is no working directory ${run.workingDirectory}`),
    });
  });

  test('engine.md 4: Gemini CLI repeating a refused call is ended and left to the retry ladder', async () => {
    const again = (attempt: number): Step => ({
      stderr: `Attempt ${attempt} failed with status 503. Retrying with backoff... UNAVAILABLE\n`,
    });
    const begun = Date.now();
    const { result: ended } = await play([again(1), again(2), again(3), { sleep: 60_000 }], {}, geminiAgent);
    expect(ended).toMatchObject({ retryable: true, type: 'Http503' });
    expect(Date.now() - begun).toBeLessThan(30_000);
  });

  test('§36: a provider that is not its own, and tool hooks, are refused without a start', async () => {
    const { result: ended, program } = await play([result('x')], { request: { provider: 'openai' } });
    expect(ended).toMatchObject({ status: 'fail', failureReason: expect.stringContaining('Claude Code calls anthropic only') });
    expect(program.seen()).toEqual([]);
  });
});

describe('engine.md 4: nothing of an agent stays', () => {
  async function abort(steps: readonly Step[], mark: string) {
    const program = standIn('claude');
    program.plays([init(), ...steps, { sleep: 60_000 }]);
    const controller = new AbortController();
    const { environment } = program;
    const run = testInvocation(environment, { signal: controller.signal });
    const ended = commandAgentBackend(claudeAgent, { environment }).run(requestFor(run));
    ended.catch(() => {});
    await until(() => program.seen().length > 0 && (mark === '' || processesWith(mark).length > 0));
    const begun = Date.now();
    controller.abort();
    await expect(ended).rejects.toMatchObject({ type: 'AbortError', retryable: false });
    return { took: Date.now() - begun, log: sessionLog(run), program };
  }

  test('backends.md 1: an abort ends it and its children, also those that ignore TERM or have left the group', async () => {
    const mark = `abort-${process.pid}`;
    const { took, log, program } = await abort(
      [{ ignoreTerm: true }, { stubborn: `${mark} in` }, { stubborn: `${mark} out`, escape: true, hold: true }],
      mark,
    );
    expect(processesWith(mark)).toEqual([]);
    expect(processesWith(program.folder)).toEqual([]);
    // engine.md 3.1: the grace is 5 s.
    expect(took).toBeLessThan(5000);
    expect(log.at(-1)).toMatchObject({ event: 'end', data: { status: 'aborted' } });
  });

  test('engine.md 4: what a finished agent leaves behind is ended too', async () => {
    const mark = `left-${process.pid}`;
    const { result: ended } = await play([init(), { stubborn: mark, escape: true, hold: true }, result('done')]);
    expect(ended).toMatchObject({ text: 'done' });
    expect(processesWith(mark)).toEqual([]);
  });

  test('backends.md 1: one that has finished but does not end is ended; its answer stands', async () => {
    const { result: ended } = await play([init(), result('done'), { sleep: 120_000 }]);
    expect(ended).toMatchObject({ text: 'done' });
  }, 40_000);
});

async function until(holds: () => boolean): Promise<void> {
  for (let left = 300; left > 0 && !holds(); left--) await new Promise((resolve) => setTimeout(resolve, 100));
  if (!holds()) throw new Error('waited in vain');
}

test('files.md 4: the log of a session is in the node folder', async () => {
  const { run, result: ended } = await play([init(), result('done')]);
  expect(existsSync(join(run.directory.path, 'sessions', String((ended as BackendAnswer).sessionId), 'events.jsonl'))).toBe(true);
});

test('backends.md 4: a cost or a count below 0 gives no money back: unknown, and 0', async () => {
  const usage = { input_tokens: -100, output_tokens: 5 };
  const { result: ended } = await play([init(), result('done', { total_cost_usd: -5, usage })]);
  expect(ended).toMatchObject({ text: 'done', usage: { inputTokens: 0, outputTokens: 5 } });
  expect((ended as BackendAnswer).usage?.costUsd).toBeUndefined();
});
