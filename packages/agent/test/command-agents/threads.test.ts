import type { Handler, JsonObject, Outcome } from '@attractor/engine';
import { codergenHandler } from '@attractor/handlers';
import { type InvocationSpec, scriptedBackend } from '@attractor/testing';
import { describe, expect, test } from 'vitest';
import { claudeAgent } from '../../src/command-agents/claude.ts';
import { codexAgent } from '../../src/command-agents/codex.ts';
import { commandAgentBackend } from '../../src/index.ts';
import { testInvocation } from '../support/model-server.ts';
import { init, result } from './support/claude-lines.ts';
import { type Step, standIn } from './support/stand-in.ts';

const claude = standIn('claude');
const codex = standIn('codex');
const environment = { ...claude.environment, PATH: `${codex.folder}:${claude.environment['PATH']}` };

interface NodeOptions extends Partial<InvocationSpec> {
  readonly id?: string;
  readonly attributes?: Record<string, string>;
}

/** Runs one model node of a run; `steps` is how many went before it in its frame. */
async function node(handler: Handler, steps: number, { id = 'work', attributes = {}, ...spec }: NodeOptions = {}): Promise<Outcome> {
  const history = Array.from({ length: steps }, (_, at) => ({ node: `n${at}`, type: 'codergen', status: 'success', notes: '' }));
  const nodes = [
    ...history.map((stage) => ({ id: stage.node })),
    { id, attributes: { prompt: `Task of ${id}`, fidelity: 'full', ...attributes } },
  ];
  const run = testInvocation(environment, {
    history,
    ...spec,
    node: { id },
    graph: { ...spec.graph, nodes },
    backends: [
      commandAgentBackend(claudeAgent, { environment }),
      commandAgentBackend(codexAgent, { environment }),
      scriptedBackend({ b: 'said by another' }),
    ],
    services: { backend: { default: 'claude' }, environment },
  });
  const outcome = await handler.execute(run);
  if ('parked' in outcome) throw new Error('a model node does not park');
  return outcome;
}

const answers = (id: string, text: string): Step[] => [init(id), result(text)];
const kept = (outcome: Outcome): JsonObject => ({ 'internal.threads': outcome.systemUpdates?.['internal.threads'] ?? null });
const resumed = (program = claude): (string | undefined)[] =>
  program.seen().map(({ args }) => {
    const at = args.indexOf(program === claude ? '--resume' : 'resume');
    return at < 0 ? undefined : args[program === claude ? at + 1 : args.length - 2];
  });

describe('backends.md 3: full fidelity with a command-line agent', () => {
  test('backends.md 3: a thread is one session of the agent, and nothing is told twice', async () => {
    const handler = codergenHandler();
    claude.plays(answers('s-1', 'one'), answers('s-1', 'two'));
    await node(handler, 1, { id: 'a' });
    await node(handler, 2, { id: 'b' });
    expect(resumed()).toEqual([undefined, 's-1']);
    expect(claude.seen()[1]?.stdin).not.toContain('Task of a');
  });

  test('backends.md 3: a node that is not full, or of another thread, gets a session of its own', async () => {
    const handler = codergenHandler();
    claude.plays(answers('s-1', 'one'), answers('s-2', 'two'), answers('s-3', 'three'));
    await node(handler, 1, { id: 'a', attributes: { thread_id: 'x' } });
    await node(handler, 2, { id: 'b', attributes: { thread_id: 'y' } });
    await node(handler, 3, { id: 'c', attributes: { fidelity: 'compact' } });
    expect(resumed()).toEqual([undefined, undefined, undefined]);
  });

  test('backends.md 3: what another backend said in the thread is told in text', async () => {
    const handler = codergenHandler();
    claude.plays(answers('s-1', 'one'), answers('s-1', 'three'));
    await node(handler, 1, { id: 'a' });
    await node(handler, 2, { id: 'b', attributes: { backend: 'scripted' } });
    await node(handler, 3, { id: 'c' });
    expect(resumed()).toEqual([undefined, 's-1']);
    const told = claude.seen()[1]?.stdin ?? '';
    expect(told).toContain('## Task\n\nTask of b\n\n## Answer\n\nsaid by another\n\n# Now\n\n');
    expect(told).not.toContain('Task of a');
  });

  test('engine.md 14: after a resume the session goes on, by the id in the journal', async () => {
    claude.plays(answers('s-1', 'one'), answers('s-1', 'two'));
    const first = await node(codergenHandler(), 1, { id: 'a' });
    // Another process: nothing is in memory, the context is.
    const second = await node(codergenHandler(), 2, { id: 'b', context: kept(first) });
    expect(resumed()).toEqual([undefined, 's-1']);
    expect(kept(second)).toEqual(kept(first));
  });

  test('backends.md 3: a session that the agent no longer has is begun anew, with a warning and all that was said', async () => {
    const handler = codergenHandler();
    const gone = result('', { is_error: true, errors: ['No conversation found with session ID: s-1'] });
    claude.plays(answers('s-1', 'one'), [gone, { exit: 1 }], answers('s-2', 'two'), answers('s-2', 'three'));
    await node(handler, 1, { id: 'a' });
    expect(await node(handler, 2, { id: 'b' })).toMatchObject({ status: 'success' });
    await node(handler, 3, { id: 'c' });
    expect(resumed()).toEqual([undefined, 's-1', undefined, 's-2']);
    expect(claude.seen()[2]?.stdin).toContain('## Task\n\nTask of a\n\n## Answer\n\none');
  });

  test('§8, §9: a branch that starts with a copy of the context does not go on in it', async () => {
    claude.plays(answers('s-1', 'one'), answers('s-2', 'two'));
    const first = await node(codergenHandler(), 1, { id: 'a', attributes: { thread_id: 't' } });
    await node(codergenHandler(), 2, { id: 'b', attributes: { thread_id: 't' }, context: kept(first), branch: 'branch:fan:1' });
    expect(resumed()).toEqual([undefined, undefined]);
  });

  test('backends.md 3: thread_reset begins anew in the next iteration, also after a resume', async () => {
    claude.plays(answers('s-1', 'one'), answers('s-2', 'two'), answers('s-1', 'three'));
    const graph = { attributes: { thread_reset: 'true' }, nodes: [] };
    const first = await node(codergenHandler(), 1, { id: 'a', graph });
    await node(codergenHandler(), 2, { id: 'a', graph, context: kept(first), iteration: 1 });
    await node(codergenHandler(), 2, { id: 'a', context: kept(first), iteration: 1 });
    expect(resumed()).toEqual([undefined, undefined, 's-1']);
  });

  test('backends.md 2: a repair round goes on in the session of the first answer', async () => {
    claude.plays(answers('s-1', 'no JSON'), answers('s-1', '{"n": 1}'));
    const schema = '{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}';
    expect(await node(codergenHandler(), 1, { attributes: { response_schema: schema } })).toMatchObject({ status: 'success' });
    expect(resumed()).toEqual([undefined, 's-1']);
  });

  test('backends.md 3: turns used up keep the session for the next visit', async () => {
    const handler = codergenHandler();
    claude.plays([init('s-1'), result('', { subtype: 'error_max_turns', is_error: true })], answers('s-1', 'done'));
    expect(await node(handler, 1)).toMatchObject({ status: 'fail', failureReason: expect.stringMatching(/^turn_limit/) });
    await node(handler, 2);
    expect(resumed()).toEqual([undefined, 's-1']);
  });

  test('backends.md 4: Codex tells what a session used in all; a node is charged what it used itself', async () => {
    const says = (input: number, output: number): Step[] => [
      { line: '{"type":"thread.started","thread_id":"t-1"}' },
      { line: '{"type":"item.completed","item":{"type":"agent_message","text":"ok"}}' },
      { line: JSON.stringify({ type: 'turn.completed', usage: { input_tokens: input, cached_input_tokens: 4, output_tokens: output } }) },
    ];
    codex.plays(says(20, 5), says(50, 9), says(80, 12));
    const handler = codergenHandler();
    const attributes = { backend: 'codex' };
    const one = await node(handler, 1, { attributes });
    const two = await node(handler, 2, { attributes });
    const three = await node(codergenHandler(), 3, { attributes, context: kept(two) });
    expect([one, two, three].map((outcome) => [outcome.usage?.inputTokens, outcome.usage?.outputTokens])).toEqual([
      [16, 5],
      [30, 4],
      [30, 3],
    ]);
    expect(resumed(codex)).toEqual([undefined, 't-1', 't-1']);
    expect([one, two, three].map((outcome) => outcome.usage?.costUsd)).toEqual([undefined, undefined, undefined]);
  });
});
