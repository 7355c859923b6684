import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Interviewer, Outcome } from '@attractor/engine';
import {
  fakeInterviewer,
  fixedInterviewer,
  type InvocationSpec,
  invocation,
  memoryNotes,
  queueInterviewer,
  silentInterviewer,
  simulatedClock,
  type TestInvocation,
} from '@attractor/testing';
import { describe, expect, test } from 'vitest';
import { readQuestions, queueInterviewer as realQueue, recordAnswer, waitHumanHandler } from '../../src/index.ts';

interface Spec {
  readonly attributes?: Readonly<Record<string, string>>;
  readonly interviewer?: Interviewer;
  readonly more?: Partial<InvocationSpec>;
}

const edges: NonNullable<NonNullable<InvocationSpec['graph']>['edges']> = [
  ['gate', 'ship', { label: '[A] Approve' }],
  ['gate', 'fix', { label: '[R] Reject' }],
  ['fix', 'gate'],
];

function gate({ attributes = {}, interviewer = queueInterviewer(['a']), more = {} }: Spec = {}): TestInvocation {
  return invocation({
    node: { id: 'gate', type: 'wait.human', attributes: { label: 'Ship it?', ...attributes } },
    graph: {
      nodes: [{ id: 'gate', type: 'wait.human', attributes: { label: 'Ship it?', ...attributes } }, { id: 'ship' }, { id: 'fix' }],
      edges,
    },
    ...more,
    services: { interviewer, clock: simulatedClock(), ...more.services },
  });
}

async function outcomeOf(at: TestInvocation): Promise<Outcome> {
  const result = await waitHumanHandler.execute(at);
  if ('parked' in result) throw new Error('parked');
  return result;
}

/** The same visit after a crash, a park or a cancel: memory and run directory stay. */
function again(at: TestInvocation, spec: Spec = {}): TestInvocation {
  const next = gate({ ...spec, more: { ...spec.more, resumed: true, memory: at.memory } });
  return { ...next, runDirectory: at.runDirectory, workingDirectory: at.workingDirectory };
}

const types = (at: TestInvocation): string[] => at.events.map((event) => event.type);

describe('engine.md 9: the outcome of a gate', () => {
  test('engine.md 9: success, explicit, the label without accelerator, the keys of 1a, the edge for step 0', async () => {
    const at = gate({ interviewer: queueInterviewer(['reject']) });
    expect(await outcomeOf(at)).toMatchObject({
      status: 'success',
      isExplicit: true,
      preferredLabel: 'Reject',
      systemUpdates: {
        'human.gate.selected': 'R',
        'human.gate.label': 'Reject',
        'human.gate.text': '',
        'human.gate.files': [],
        'human.gate.by': 'person',
        'human.gate.edge': 1,
        last_stage: 'gate',
        last_response: 'Reject',
      },
    });
    expect(types(at)).toEqual(['interview.started', 'interview.completed']);
    expect(at.events[1]).toMatchObject({ question_id: 'gate', answer: 'Reject', duration_ms: 0 });
  });

  test('engine.md 9: no choice fails', async () => {
    const at = invocation({ node: { id: 'gate', type: 'wait.human' }, services: { interviewer: fixedInterviewer('a') } });
    expect(await outcomeOf(at)).toMatchObject({ status: 'fail', failureReason: expect.stringContaining('no choice') });
  });

  test('engine.md 9: an unknown answer is asked again, with what was wrong; three of them are skipped, which fails explicitly', async () => {
    const right = queueInterviewer(['x', 'a) Reject', 'A']);
    expect(await outcomeOf(gate({ interviewer: right }))).toMatchObject({ status: 'success', preferredLabel: 'Approve' });
    expect(right.questions.map((question) => question.rejected)).toEqual([
      undefined,
      expect.stringContaining('`x`'),
      expect.stringContaining('A (Approve)'),
    ]);
    const wrong = fixedInterviewer('x');
    expect(await outcomeOf(gate({ interviewer: wrong }))).toMatchObject({
      status: 'fail',
      isExplicit: true,
      failureReason: expect.stringContaining('`x`'),
    });
    expect(wrong.questions).toHaveLength(3);
  });

  test('engine.md 9: queue: an unknown answer is skipped at once, and so is an empty queue', async () => {
    expect(await outcomeOf(gate({ interviewer: realQueue(['x', 'a']) }))).toMatchObject({ status: 'fail', isExplicit: true });
    expect(await outcomeOf(gate({ interviewer: realQueue([]) }))).toMatchObject({
      status: 'fail',
      isExplicit: true,
      failureReason: expect.stringContaining('queue'),
    });
  });

  test('engine.md 9: freeform: the text whole, routed by weight', async () => {
    const text = 'Shorter, please.\nAnd "quoted".';
    const outcome = await outcomeOf(gate({ attributes: { mode: 'freeform' }, interviewer: queueInterviewer([text]) }));
    expect(outcome).toMatchObject({
      status: 'success',
      isExplicit: true,
      systemUpdates: { 'human.gate.text': text, 'human.gate.selected': '' },
    });
    expect(outcome.preferredLabel).toBeUndefined();
    expect(outcome.systemUpdates).not.toHaveProperty('human.gate.edge');
  });

  test.each(['yes_no', 'confirm'])('engine.md 9: %s: yes takes the only edge, no without an edge fails', async (mode) => {
    const graph: InvocationSpec['graph'] = {
      nodes: [{ id: 'gate', type: 'wait.human', attributes: { mode } }, { id: 'ship' }],
      edges: [['gate', 'ship']],
    };
    const ask = (answer: string) =>
      outcomeOf(invocation({ node: { id: 'gate' }, graph, services: { interviewer: fixedInterviewer(answer), clock: simulatedClock() } }));
    expect(await ask('Y')).toMatchObject({ status: 'success', preferredLabel: 'Yes', systemUpdates: { 'human.gate.edge': 0 } });
    expect(await ask('no')).toMatchObject({ status: 'fail', isExplicit: true, failureReason: expect.stringContaining('No') });
  });

  test('files.md 5: in a dry run gates auto-approve', async () => {
    const interviewer = fixedInterviewer('r');
    expect(await outcomeOf(gate({ interviewer, more: { mode: 'dry-run' } }))).toMatchObject({
      status: 'success',
      preferredLabel: 'Approve',
    });
    expect(interviewer.questions).toEqual([]);
  });

  test('engine.md 9: the choices that lead back, and whether their targets have run, reach the channel', async () => {
    const interviewer = fixedInterviewer('a');
    await outcomeOf(gate({ interviewer }));
    expect(interviewer.questions[0]?.options.map((option) => option.leadsBack)).toEqual([false, true]);
  });
});

describe('engine.md 9: what a person sees', () => {
  test('prompt, label, description, attachments and what ran before, values filled in, in every channel', async () => {
    const interviewer = fixedInterviewer('a');
    const history = [{ node: 'plan', type: 'codergen', status: 'success', notes: 'three steps' }];
    const at = gate({
      interviewer,
      attributes: {
        prompt: 'Ship $version?',
        description: 'Tests: $state',
        attachments_inline: '*.md',
        attachments_ref: '*.bin',
        timeout: '5m',
      },
      more: { context: { version: '1.2', state: 'green', 'graph.goal': 'Release' }, history },
    });
    writeFileSync(join(at.workingDirectory, 'notes.md'), 'hello');
    writeFileSync(join(at.workingDirectory, 'big.bin'), 'xx');
    await outcomeOf(at);
    const expected = {
      text: 'Ship 1.2?',
      label: 'Ship it?',
      description: 'Tests: green',
      attachments: [
        { path: 'notes.md', size: 5, content: 'hello' },
        { path: 'big.bin', size: 2 },
      ],
      history,
      timeoutMs: 300_000,
      metadata: { goal: 'Release', branch: '', visit: 1 },
    };
    expect(interviewer.questions[0]).toMatchObject(expected);
    expect(readQuestions(at.runDirectory)[0]).toMatchObject({
      state: 'closed',
      question: expected,
      answer: { kind: 'answer', value: 'a' },
    });
    expect(JSON.stringify(at.events[0])).toContain('Ship 1.2?');
    expect(JSON.stringify(at.events[0])).not.toContain('hello');
  });

  test('without a prompt the label is the question, and stands once', async () => {
    const interviewer = fixedInterviewer('a');
    await outcomeOf(gate({ interviewer }));
    expect(interviewer.questions[0]).toMatchObject({ text: 'Ship it?' });
    expect(interviewer.questions[0]).not.toHaveProperty('label');
  });

  test('engine.md 9: a pattern that goes upwards fails the gate before anybody is asked', async () => {
    const interviewer = fixedInterviewer('a');
    expect(await outcomeOf(gate({ interviewer, attributes: { attachments_ref: 'ok/*, ../x' } }))).toMatchObject({
      status: 'fail',
      failureReason: expect.stringContaining('`../x`'),
    });
    expect(interviewer.questions).toEqual([]);
  });

  test('files.md 1: secrets are masked in the question and in the answer', async () => {
    const interviewer = fixedInterviewer({ kind: 'answer', value: 'a', text: 'use tok-12345678' });
    const at = gate({
      interviewer,
      attributes: { prompt: 'Use $note?' },
      more: { context: { note: 'tok-12345678' }, services: { environment: { API_TOKEN: 'tok-12345678' } } },
    });
    await outcomeOf(at);
    for (const name of ['question.json', 'answer.json']) {
      expect(readFileSync(join(at.runDirectory, 'questions/gate', name), 'utf8')).not.toContain('tok-12345678');
    }
    expect(interviewer.questions[0]?.text).toBe('Use ***?');
  });
});

describe('engine.md 9: the time of a question', () => {
  const wait = async (attributes: Readonly<Record<string, string>>) => {
    const clock = simulatedClock();
    const at = gate({ attributes: { timeout: '5m', ...attributes }, interviewer: silentInterviewer(), more: { services: { clock } } });
    const outcome = outcomeOf(at);
    await clock.advance(299_999);
    expect(clock.sleeping).toBe(1);
    await clock.advance(1);
    return { outcome: await outcome, at };
  };

  test.each(['r', 'Reject', '[R] reject', 'fix'])('engine.md 9: the default choice by key, label or target: %s', async (choice) => {
    const { outcome, at } = await wait({ 'human.default_choice': choice });
    expect(outcome).toMatchObject({
      status: 'success',
      isExplicit: true,
      preferredLabel: 'Reject',
      systemUpdates: { 'human.gate.edge': 1, 'human.gate.by': 'timeout' },
    });
    expect(types(at)).toEqual(['interview.started', 'interview.timeout']);
    expect(at.events[1]).toMatchObject({ duration_ms: 300_000 });
  });

  test.each<[string | undefined, object]>([
    [undefined, { status: 'retry', failureClass: 'timeout', isExplicit: false }],
    ['retry', { status: 'retry', failureClass: 'timeout' }],
    ['fail', { status: 'fail', failureClass: 'timeout', isExplicit: false }],
    ['skip', { status: 'skipped' }],
  ])('engine.md 9: without a default, human.timeout_action=%s', async (action, expected) => {
    const { outcome } = await wait(action === undefined ? {} : { 'human.timeout_action': action });
    expect(outcome).toMatchObject({ ...expected, failureReason: expect.stringContaining('300000 ms') });
  });

  test('freeform: the default names a choice, or is the text', async () => {
    expect((await wait({ mode: 'freeform', 'human.default_choice': 'reject' })).outcome).toMatchObject({
      systemUpdates: { 'human.gate.edge': 1, 'human.gate.text': '' },
    });
    expect((await wait({ mode: 'freeform', 'human.default_choice': 'go on' })).outcome.systemUpdates).toMatchObject({
      'human.gate.text': 'go on',
    });
  });

  test('the time runs over unknown answers too', async () => {
    const clock = simulatedClock();
    let asks = 0;
    const interviewer = fakeInterviewer((_question, signal) => {
      asks++;
      return asks === 1 ? clock.sleep(200_000).then(() => ({ kind: 'answer', value: 'x' })) : silentInterviewer().ask(_question, signal);
    });
    const outcome = outcomeOf(
      gate({ attributes: { timeout: '5m', 'human.timeout_action': 'fail' }, interviewer, more: { services: { clock } } }),
    );
    await clock.advance(200_000);
    await clock.advance(100_000);
    expect(await outcome).toMatchObject({ status: 'fail', failureClass: 'timeout' });
    expect(asks).toBe(2);
  });

  test('a channel may say itself that the time is over', async () => {
    expect(
      await outcomeOf(gate({ attributes: { 'human.default_choice': 'a' }, interviewer: fixedInterviewer({ kind: 'timeout' }) })),
    ).toMatchObject({ preferredLabel: 'Approve' });
  });
});

describe('engine.md 9: cancel, crash and answers from elsewhere', () => {
  test.each(['cancel', 'duration', 'sibling'])('engine.md 9: %s reaches the wait and takes the question back', async (reason) => {
    const controller = new AbortController();
    let told: unknown;
    const interviewer = fakeInterviewer(
      (_question, signal) => new Promise(() => signal.addEventListener('abort', () => (told = signal.reason))),
    );
    const at = gate({ interviewer, more: { signal: controller.signal } });
    const outcome = outcomeOf(at);
    await Promise.resolve();
    controller.abort(reason);
    expect(await outcome).toMatchObject({ status: 'fail', failureClass: 'cancelled' });
    expect(told).toBe('cancelled');
    // A run that goes on asks again; a branch that lost does not.
    expect(readQuestions(at.runDirectory)[0]?.state).toBe(reason === 'sibling' ? 'closed' : 'open');
  });

  test('a channel that park asks nobody: the node parks, and an answer from any process concludes it', async () => {
    const interviewer = { ...fixedInterviewer('a'), parks: true };
    const at = gate({ interviewer });
    expect(await waitHumanHandler.execute(at)).toMatchObject({ parked: true, questions: [{ id: 'gate', text: 'Ship it?' }] });
    expect(await waitHumanHandler.execute(again(at, { interviewer }))).toMatchObject({ parked: true });
    writeManifest(at, 'parked');
    expect(recordAnswer(at.runDirectory, 'gate', { value: 'R' }, { channel: 'cli', from: at.workingDirectory })).toMatchObject({
      ok: true,
    });
    const resumed = again(at, { interviewer });
    expect(await outcomeOf(resumed)).toMatchObject({ preferredLabel: 'Reject' });
    expect(types(resumed)).toEqual(['interview.completed']);
    expect(readQuestions(at.runDirectory)).toHaveLength(1);
  });

  test('engine.md 9: a gate asks once per visit: after a crash the recorded answer counts', async () => {
    const at = gate({ interviewer: fixedInterviewer('r') });
    const first = await outcomeOf(at);
    const interviewer = fixedInterviewer('a');
    expect(await outcomeOf(again(at, { interviewer }))).toEqual(first);
    expect(interviewer.questions).toEqual([]);
  });

  test('a crash before the answer asks the same question again', async () => {
    const at = gate({ interviewer: { ...fixedInterviewer('a'), parks: true } });
    await waitHumanHandler.execute(at);
    const interviewer = fixedInterviewer('a');
    await outcomeOf(again(at, { interviewer }));
    expect(interviewer.questions.map((question) => question.id)).toEqual(['gate']);
  });

  test('a crash between reserving and asking leaves no second question', async () => {
    const at = gate();
    mkdirSync(join(at.runDirectory, 'questions/gate'), { recursive: true });
    await outcomeOf(at);
    expect(readQuestions(at.runDirectory).map((item) => item.id)).toEqual(['gate']);
    const noted = memoryNotes([{ question: 'gate-2', asked_at: '2026-01-01T00:00:00.000Z' }]);
    mkdirSync(join(at.runDirectory, 'questions/gate-2'));
    const resumed = { ...gate({ more: { memory: noted } }), runDirectory: at.runDirectory };
    await outcomeOf(resumed);
    expect(readQuestions(at.runDirectory).map((item) => item.id)).toEqual(['gate', 'gate-2']);
  });

  test('while somebody is asked here, another process may answer; the question is taken back', async () => {
    let told: unknown;
    const interviewer = fakeInterviewer(
      (_question, signal) => new Promise(() => signal.addEventListener('abort', () => (told = signal.reason))),
    );
    const at = gate({ interviewer });
    writeManifest(at, '');
    const outcome = outcomeOf(at);
    expect(
      recordAnswer(at.runDirectory, 'gate', { value: 'fix', text: 'not yet' }, { channel: 'cli', from: at.workingDirectory }),
    ).toMatchObject({ ok: true });
    expect(await outcome).toMatchObject({ preferredLabel: 'Reject', systemUpdates: { 'human.gate.text': 'not yet' } });
    expect(told).toBe('answered');
  });

  test('of two answers the first recorded one stands', async () => {
    const at: TestInvocation = gate({
      interviewer: fakeInterviewer(() => {
        writeManifest(at, '');
        expect(recordAnswer(at.runDirectory, 'gate', { value: 'r' }, { channel: 'cli', from: at.workingDirectory })).toMatchObject({
          ok: true,
        });
        return { kind: 'answer', value: 'a' };
      }),
    });
    expect(await outcomeOf(at)).toMatchObject({ preferredLabel: 'Reject' });
  });

  test('a channel that throws fails the node by its own error and closes the question', async () => {
    const at = gate({ interviewer: fakeInterviewer(() => Promise.reject(new Error('chat is down'))) });
    await expect(outcomeOf(at)).rejects.toThrow('chat is down');
    expect(readQuestions(at.runDirectory)[0]).toMatchObject({ state: 'closed', answer: { kind: 'withdrawn' } });
  });

  test('a second visit, a branch and a child ask questions of their own', async () => {
    const at = gate();
    await outcomeOf(at);
    for (const branch of ['', 'branch:fan:1', 'branch:fan:1>subgraph:sub']) {
      await outcomeOf({ ...gate({ more: { branch } }), runDirectory: at.runDirectory });
    }
    expect(
      readQuestions(at.runDirectory)
        .map((item) => item.id)
        .sort(),
    ).toEqual(['fan.1.gate', 'fan.1.sub.gate', 'gate', 'gate-2']);
  });
});

describe('engine.md 9: files that come with an answer', () => {
  test('engine.md 9: copied beside the question, paths in human.gate.files', async () => {
    const at: TestInvocation = gate({
      interviewer: fakeInterviewer(() => ({ kind: 'answer', value: 'a', files: ['one.txt', 'sub/one.txt'] })),
    });
    mkdirSync(join(at.workingDirectory, 'sub'));
    writeFileSync(join(at.workingDirectory, 'one.txt'), '1');
    writeFileSync(join(at.workingDirectory, 'sub/one.txt'), '2');
    const files = join(at.runDirectory, 'questions/gate/files');
    expect((await outcomeOf(at)).systemUpdates?.['human.gate.files']).toEqual([join(files, 'one.txt'), join(files, 'one-2.txt')]);
    expect(readFileSync(join(files, 'one-2.txt'), 'utf8')).toBe('2');
  });

  test('a file that cannot be taken is no answer; nothing of it is left', async () => {
    const interviewer = fixedInterviewer({ kind: 'answer', value: 'a', files: ['real.txt', 'missing.txt'] });
    const at = gate({ interviewer });
    writeFileSync(join(at.workingDirectory, 'real.txt'), '1');
    symlinkSync('nowhere', join(at.workingDirectory, 'dangling'));
    expect(await outcomeOf(at)).toMatchObject({ status: 'fail', failureReason: expect.stringContaining('missing.txt') });
    expect(existsSync(join(at.runDirectory, 'questions/gate/files/real.txt'))).toBe(false);
  });
});

function writeManifest(at: TestInvocation, status: string): void {
  mkdirSync(at.runDirectory, { recursive: true });
  writeFileSync(join(at.runDirectory, 'manifest.json'), JSON.stringify(status === '' ? {} : { status }));
}
