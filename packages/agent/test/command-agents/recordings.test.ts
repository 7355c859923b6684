import { join } from 'node:path';
import { type BackendAnswer, HandlerError, type JsonObject, type Outcome } from '@attractor/engine';
import { describe, expect, test } from 'vitest';
import { commandAgentBackend, commandAgents } from '../../src/index.ts';
import { requestFor, sessionLog, testInvocation } from '../support/model-server.ts';
import { played, standIn } from './support/stand-in.ts';

type Result = BackendAnswer | Outcome | string | HandlerError;

async function play(name: string, recorded: string) {
  const agent = commandAgents.find((each) => each.name === name);
  if (agent === undefined) throw new Error(`no agent ${name}`);
  const program = standIn(name);
  program.plays(played(name, recorded));
  const run = testInvocation(program.environment);
  const result: Result = await Promise.resolve(commandAgentBackend(agent, { environment: program.environment }).run(requestFor(run))).catch(
    (error: unknown) => {
      if (error instanceof HandlerError) return error;
      throw error;
    },
  );
  return { result, run, log: sessionLog(run), program };
}

/** What a failure is for the retry ladder. */
function ladder(result: Result): string {
  if (result instanceof HandlerError) return result.retryable ? 'transient' : 'not repeated';
  return typeof result === 'object' && 'status' in result && 'failureClass' in result ? String(result.failureClass) : 'an answer';
}

describe.each(commandAgents.map(({ name }) => name))('backends.md 1: what %s printed, played again', (name) => {
  test('backends.md 1: a file, a command that fails, an answer', async () => {
    const { result, run, log, program } = await play(name, 'done');
    // Gemini CLI calls a command that fails a success.
    const failed = name !== 'gemini';
    expect(result).toMatchObject({ text: 'All done.', toolCalls: failed ? 1 : 2, usage: { inputTokens: 33, outputTokens: 21 } });
    const usage = (result as BackendAnswer).usage;
    // Only one of them tells its cost; the others' is unknown, not 0 (backends.md 4).
    expect(usage?.costUsd === undefined).toBe(name !== 'claude');
    expect(usage?.costUsd).not.toBe(0);
    const emitted = run.events.flatMap((event) => (event.type.startsWith('agent.') && 'data' in event ? [event] : []));
    const calls = emitted.filter(({ type }) => type === 'agent.tool_call');
    expect(calls).toHaveLength(2);
    expect(JSON.stringify(calls)).toContain('ls nowhere');
    expect(emitted.filter(({ type }) => type === 'agent.tool_result').map(({ data }) => (data as JsonObject)['is_error'])).toEqual([
      false,
      failed,
    ]);
    // files.md 4: the agent's own lines stand under `data`.
    expect(log[0]?.event).toBe('prompt');
    expect(log.filter(({ event }) => event === 'output').length).toBeGreaterThan(4);
    expect(log.at(-1)).toMatchObject({ event: 'end', data: { status: 'completed', exit: '0' } });
    expect((result as BackendAnswer).sessionId).toBeDefined();
    expect(program.seen()[0]?.cwd).toBe(run.workingDirectory);
    expect(program.seen()[0]?.env['ATTRACTOR_STATUS_FILE']).toBe(join(run.directory.path, 'status.json'));
  });

  test.each([
    ['auth', 'not repeated', /login refused/],
    ['quota', 'budget', /^quota exhausted: /],
    ['rate', 'transient', /./],
    ['overload', 'transient', /./],
    ['model', 'not repeated', /llm_model is passed to/],
  ])('engine.md 4: %s is %s', async (recorded, expected, reason) => {
    const { result, log } = await play(name, recorded);
    expect(ladder(result)).toBe(expected);
    const message = result instanceof HandlerError ? result.message : (result as { failureReason: string }).failureReason;
    expect(message).toMatch(reason);
    expect(message).not.toMatch(/\n/);
    expect(log.at(-1)?.event).toBe('end');
  });
});
