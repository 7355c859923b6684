import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, HandlerError, type JsonObject, type Outcome, success } from '@attractor/engine';
import { type InvocationSpec, invocation, type ScriptedAnswer, scriptedBackend, type TestInvocation } from '@attractor/testing';
import { describe, expect, test } from 'vitest';
import { codergenHandler } from '../../src/codergen/codergen.ts';

type Spec = Partial<InvocationSpec> & { readonly attributes?: Readonly<Record<string, string>> };

const verdict = (text: string, rest: JsonObject = {}): string => `${text}\n${JSON.stringify({ status: 'success', ...rest })}`;

function make(answers: ScriptedAnswer | readonly ScriptedAnswer[], spec: Spec = {}) {
  const { attributes, ...rest } = spec;
  const backend = scriptedBackend({ work: answers });
  const made = invocation({ node: { id: 'work', attributes: { prompt: 'Do it', ...attributes } }, backends: [backend], ...rest });
  return { backend, made, file: (name: string) => readFileSync(join(made.directory.path, name), 'utf8') };
}

async function run(made: TestInvocation, handler = codergenHandler()): Promise<Outcome> {
  const outcome = await handler.execute(made);
  if ('parked' in outcome) throw new Error('a model node never parks');
  return outcome;
}

describe('engine.md 12: a model node', () => {
  test('prompt.md is exactly what is sent, response.md the whole answer', async () => {
    const { backend, made, file } = make(`${'long '.repeat(100)}`, { context: { 'graph.goal': 'Ship' } });
    const outcome = await run(made);
    expect(file('prompt.md')).toBe(backend.prompts('work')[0]);
    expect(file('prompt.md')).toBe('Goal: Ship\nRun: test-run\n\n---\n\nDo it');
    expect(file('response.md')).toBe('long '.repeat(100));
    expect(outcome).toMatchObject({
      status: 'success',
      isExplicit: false,
      notes: 'Stage completed: work',
      responseText: 'long '.repeat(100),
      systemUpdates: { last_stage: 'work', last_response: 'long '.repeat(40) },
    });
  });

  test('the label stands in for a missing prompt, the id for a missing label', async () => {
    const { backend, made } = make('ok', { attributes: { prompt: '', label: 'Write $what' }, context: { what: 'tests' } });
    await run(made);
    expect(backend.prompts('work')[0]).toMatch(/Write tests$/);
  });

  test('language.md 4: one substitution of the instruction alone, inserted text is never scanned again', async () => {
    const { backend, made } = make('ok', {
      attributes: { prompt: '$a ${b.c} $unknown $$a $goal' },
      context: { a: '$b', b: 'B', 'b.c': '$a', 'graph.goal': 'G $a' },
    });
    await run(made);
    const prompt = backend.prompts('work')[0] ?? '';
    expect(prompt.split('\n\n---\n\n')[1]).toBe('$b $a $unknown $a G $a');
    expect(prompt).toContain('Goal: G $a\n');
  });

  test('files.md 1: secrets are sent, and masked in the files', async () => {
    const { backend, made, file } = make('the password is open-sesame', {
      attributes: { prompt: 'Use $pass' },
      context: { pass: 'open-sesame' },
      graph: { nodes: [], attributes: { secret_params: 'pass' } },
    });
    await run(made);
    expect(backend.prompts('work')[0]).toMatch(/Use open-sesame$/);
    expect(backend.prompts('work')[0]?.split('---')[0]).not.toContain('open-sesame');
    expect(file('prompt.md')).toMatch(/Use \*\*\*$/);
    expect(file('response.md')).toBe('the password is ***');
  });

  test('an outcome made by the backend is taken as it is, its answer kept (§26)', async () => {
    const { made, file } = make(success(true, { notes: 'n', responseText: 'the answer', usage: { inputTokens: 1, outputTokens: 2 } }));
    expect(await run(made)).toMatchObject({
      isExplicit: true,
      notes: 'n',
      usage: { inputTokens: 1 },
      systemUpdates: { last_response: 'the answer' },
    });
    expect(file('response.md')).toBe('the answer');
  });
});

describe('backends.md 1: choice of the backend', () => {
  const backends = ['own', 'graph', 'scripted', 'forced', 'simulate'].map((name) => scriptedBackend({ '*': name }, name));
  const chosen = async (spec: Spec) =>
    (await run(invocation({ node: { id: 'work', attributes: spec.attributes ?? {} }, backends, ...spec }))).responseText;

  test('forced, own attribute, graph, default', async () => {
    const graph = { nodes: [], attributes: { backend: 'graph' } };
    expect(await chosen({ attributes: { backend: 'own' }, graph, services: { backend: { default: 'scripted', forced: 'forced' } } })).toBe(
      'forced',
    );
    expect(await chosen({ attributes: { backend: 'own' }, graph })).toBe('own');
    expect(await chosen({ graph })).toBe('graph');
    expect(await chosen({})).toBe('scripted');
  });

  test('a simulated run reaches no model even when nothing is forced', async () => {
    expect(await chosen({ attributes: { backend: 'own' }, mode: 'dry-run' })).toBe('simulate');
  });

  test('a missing one fails the node and names what is there; nothing steps in (§36)', async () => {
    const { made } = make('x', { attributes: { backend: 'claude' } });
    expect(await run(made)).toMatchObject({
      status: 'fail',
      isExplicit: false,
      failureReason:
        "node 'work' needs the backend 'claude', which is not there (registered: scripted); set the attribute 'backend' or --backend",
    });
  });
});

describe('backends.md 2: verdicts of nodes', () => {
  const gate = { attributes: { goal_gate: 'true' } };

  test('a report is stronger than a status file, that than the text', async () => {
    const answer =
      (report?: JsonObject): ScriptedAnswer =>
      (request) => {
        writeFileSync(request.statusFile, '{"outcome":"partial_success"}');
        return { text: verdict('done'), toolCalls: 1, ...(report === undefined ? {} : { report }) };
      };
    expect(await run(make(answer({ status: 'fail', failure_reason: 'reported' })).made)).toMatchObject({
      status: 'fail',
      failureReason: 'reported',
    });
    expect(await run(make(answer()).made)).toMatchObject({ status: 'partial_success', isExplicit: true });
  });

  test('a status file of an earlier attempt does not count', async () => {
    const { made } = make('prose', gate);
    made.directory.write('status.json', '{"outcome":"success"}');
    expect(await run(made)).toMatchObject({ status: 'retry' });
  });

  test('a string answer on a goal gate goes through the ladder', async () => {
    expect(await run(make(verdict('fine'), gate).made)).toMatchObject({ status: 'success', isExplicit: true });
    expect(await run(make('NOT CONVERGED', gate).made)).toMatchObject({ status: 'retry', isExplicit: false });
  });

  test('a word counts as a label when an edge has it, or tests the outcome for it', async () => {
    const graph = { nodes: [{ id: 'next' }], edges: [['work', 'next', { label: '[A] Approve' }]] as const };
    expect(await run(make('{"status":"approve"}', { ...gate, graph }).made)).toMatchObject({
      status: 'success',
      isExplicit: false,
      preferredLabel: 'approve',
    });
    expect(await run(make('{"status":"approve"}', gate).made)).toMatchObject({ status: 'retry' });
  });

  test('§30: failed_step of a failure: prompt, end of the answer, reason', async () => {
    const outcome = await run(make(verdict('x'.repeat(3000), { status: 'fail', failure_reason: 'bad' })).made);
    expect(outcome.failedStep).toMatchObject({ prompt: expect.stringContaining('Do it'), error: 'bad' });
    expect(outcome.failedStep?.['response_tail']).toHaveLength(2000);
  });
});

describe('engine.md 1, 4: errors of a backend', () => {
  test('go to the ladder with what it needs', async () => {
    const { made } = make(new HandlerError('429: slow down', { retryable: true, type: 'Http429', retryAfterMs: 7 }));
    const error = await codergenHandler()
      .execute(made)
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
    expect(error).toBeInstanceOf(HandlerError);
    expect(error).toMatchObject({ message: '429: slow down', retryable: true, type: 'Http429', retryAfterMs: 7, scriptCalls: 1 });
    expect(error).toMatchObject({ failedStep: { error: '429: slow down', response_tail: '' } });
  });

  test('an unknown error is not retryable and keeps its name', async () => {
    const { made } = make(new TypeError('oops'));
    await expect(codergenHandler().execute(made)).rejects.toMatchObject({ retryable: false, type: 'TypeError', message: 'oops' });
  });

  test('an abort during the call is an interruption, not an error', async () => {
    const abort = new AbortController();
    const { made } = make(
      () => {
        abort.abort();
        return new Error('aborted');
      },
      { signal: abort.signal },
    );
    expect(await run(made)).toMatchObject({ status: 'fail', failureClass: 'cancelled' });
  });

  test('a fail of the backend is kept', async () => {
    expect(await run(make(fail('budget', 'quota')).made)).toMatchObject({ status: 'fail', failureClass: 'budget', failureReason: 'quota' });
  });
});

describe('§29: feedback', () => {
  const spec = (prompt: string, context: JsonObject): Spec => ({ attributes: { prompt, feedback_from: 'critic' }, context });
  const block = '\n\n## Critiques of earlier iterations\n\nIteration 1 critique: $x';
  const sent = async (prompt: string, context: JsonObject) => {
    const { backend, made } = make('ok', spec(prompt, context));
    await run(made);
    return (backend.prompts('work')[0] ?? '').split('\n\n---\n\n').at(-1);
  };

  test('delivery is guaranteed: the block is appended when the placeholder is absent', async () => {
    expect(await sent('Do it', { prior_critiques_work: 'Iteration 1 critique: $x', x: 'no' })).toBe(`Do it${block}`);
    expect(await sent('Do it $prior_critiques_workshop', { prior_critiques_work: 'Iteration 1 critique: $x' })).toBe(
      `Do it $prior_critiques_workshop${block}`,
    );
  });

  test('the placeholder decides where', async () => {
    expect(await sent('Heed: $prior_critiques_work.', { prior_critiques_work: 'C' })).toBe('Heed: C.');
    expect(await sent('Heed: ${prior_critiques_work}.', { prior_critiques_work: 'C' })).toBe('Heed: C.');
  });

  test('on the first pass it reads as empty', async () => {
    expect(await sent('Do it. $prior_critiques_work', {})).toBe('Do it. ');
    expect(await sent('Do it', {})).toBe('Do it');
  });
});

describe('§23: response_schema', () => {
  const schema = JSON.stringify({
    type: 'object',
    properties: { name: { type: 'string' }, status: { type: 'string' } },
    required: ['name'],
  });
  const spec: Spec = { attributes: { response_schema: schema } };

  test('the parsed answer is in the context under the node id, the raw JSON in the notes; format is no verdict', async () => {
    const { backend, made } = make('Here: ```\n{"name": "Ann"}\n```', spec);
    expect(await run(made)).toMatchObject({
      status: 'success',
      isExplicit: false,
      notes: '{"name": "Ann"}',
      systemUpdates: { work: { name: 'Ann' } },
    });
    expect(backend.requests[0]?.responseSchema).toEqual(JSON.parse(schema));
  });

  test('a recognised status in it is a verdict', async () => {
    const outcome = await run(make('{"name":"Ann","status":"fail"}', spec).made);
    expect(outcome).toMatchObject({ status: 'fail', isExplicit: true, systemUpdates: { work: { name: 'Ann' } } });
  });

  test('a goal gate cannot pass by format', async () => {
    const outcome = await run(make('{"name":"Ann"}', { attributes: { response_schema: schema, goal_gate: 'true' } }).made);
    expect(outcome).toMatchObject({ status: 'retry', isExplicit: false });
  });

  test('one repair round, told what is wrong; both calls count', async () => {
    const usage = { inputTokens: 1, outputTokens: 1, costUsd: 0.5 };
    const { backend, made, file } = make(
      [
        { text: '{"name":7}', toolCalls: 0, usage },
        { text: '{"name":"Ann"}', toolCalls: 0, usage },
      ],
      spec,
    );
    expect(await run(made)).toMatchObject({
      status: 'success',
      notes: '{"name":"Ann"}',
      scriptCalls: 2,
      usage: { inputTokens: 2, outputTokens: 2, costUsd: 1 },
    });
    expect(backend.requests.map((request) => request.call)).toEqual([1, 2]);
    expect(backend.prompts('work')[1]).toContain('- /name must be string');
    expect(file('repair.md')).toBe(backend.prompts('work')[1]);
    expect(file('prompt.md')).toBe(backend.prompts('work')[0]);
  });

  test('then a fail', async () => {
    const outcome = await run(make('no JSON here', spec).made);
    expect(outcome).toMatchObject({
      status: 'fail',
      failureClass: 'contract',
      isExplicit: false,
      failureReason: 'the answer does not fit response_schema after one repair round: the answer holds no JSON value',
    });
  });

  test('a reported failure needs no answer', async () => {
    const { backend, made } = make({ text: '', toolCalls: 1, report: { status: 'fail', failure_reason: 'cannot' } }, spec);
    expect(await run(made)).toMatchObject({ status: 'fail', failureReason: 'cannot', scriptCalls: 1 });
    expect(backend.requests).toHaveLength(1);
  });
});

describe('language.md 5: what a request carries', () => {
  test('own value, else the graph value', async () => {
    const { backend, made } = make('ok', {
      attributes: { llm_model: 'm1', max_turns: '7' },
      graph: { nodes: [], attributes: { llm_model: 'm0', llm_provider: 'openai', reasoning_effort: 'low' } },
    });
    await run(made);
    expect(backend.requests[0]).toMatchObject({ model: 'm1', provider: 'openai', reasoningEffort: 'low', maxTurns: 7 });
    expect(existsSync(join(made.directory.path, 'status.json'))).toBe(false);
  });
});
