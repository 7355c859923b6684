import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Choice, Question } from '@attractor/engine';
import { fixedInterviewer } from '@attractor/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  askMultiple,
  autoApproveInterviewer,
  callbackInterviewer,
  parkInterviewer,
  queueInterviewer,
  recordingInterviewer,
  refuseInterviewer,
  usedQueueAnswers,
} from '../../src/index.ts';

const signal = new AbortController().signal;
const choice = (target: string, more: Partial<Choice> = {}): Choice => ({ key: '', label: target, target, ...more });
const question = (more: Partial<Question> = {}): Question => ({
  id: 'q',
  stage: 'gate',
  text: '?',
  type: 'choice',
  options: [choice('a'), choice('b')],
  metadata: {},
  ...more,
});

describe('engine.md 9: auto-approve', () => {
  const back = { leadsBack: true };
  test.each<[string, Partial<Question>, object]>([
    ['the default choice', { defaultAnswer: 'b' }, { kind: 'answer', value: 'b' }],
    ['the default also when it leads back', { defaultAnswer: 'b', options: [choice('a'), choice('b', back)] }, { value: 'b' }],
    [
      'the first choice from whose target the gate cannot be reached again',
      { options: [choice('a', back), choice('b'), choice('c')] },
      { value: 'b' },
    ],
    [
      'all lead back: the first whose target has not run',
      { options: [choice('a', { ...back, hasRun: true }), choice('b', { ...back, hasRun: false })] },
      { value: 'b' },
    ],
    [
      'all lead back and have run: none',
      { options: [choice('a', { ...back, hasRun: true })] },
      { kind: 'skipped', reason: expect.stringContaining("'gate'") },
    ],
    [
      'yes before no',
      { type: 'yes_no', options: [choice('a', { key: 'Y', label: 'Yes' }), choice('b', { key: 'N', label: 'No' })] },
      { value: 'Yes' },
    ],
    [
      'no when only no leads on',
      { type: 'confirmation', options: [choice('', { label: 'Yes' }), choice('b', { label: 'No' })] },
      { value: 'No' },
    ],
    ['a freeform text', { type: 'freeform' }, { value: 'auto-approved' }],
    ['a freeform default text', { type: 'freeform', defaultAnswer: 'fine' }, { value: 'fine' }],
    ['a freeform default that names a choice', { type: 'freeform', defaultAnswer: 'b' }, { value: 'b', text: '' }],
    [
      'a choice whose label is another one is named by its key',
      { options: [choice('x', { key: '1', label: 'go' }), choice('y', { key: '2', label: 'go' })] },
      { value: '1' },
    ],
  ])('%s', async (_, given, expected) => {
    expect(await autoApproveInterviewer().ask(question(given), signal)).toMatchObject(expected);
  });
});

describe('backends.md 1: the queue', () => {
  test('in order, each once, an answer for a node only to that node, then skipped', async () => {
    const queue = queueInterviewer([{ node: 'other', answer: 'x' }, 'a', { answer: 'b', text: 'why' }]);
    const ask = (stage: string) => queue.ask(question({ stage }), signal);
    expect(await ask('gate')).toMatchObject({ value: 'a', source: { channel: 'queue', index: 1 } });
    expect(await ask('gate')).toMatchObject({ value: 'b', text: 'why' });
    expect(await ask('gate')).toMatchObject({ kind: 'skipped', reason: expect.stringContaining("'gate'") });
    expect(await ask('other')).toMatchObject({ value: 'x' });
    expect(await ask('other')).toMatchObject({ kind: 'skipped' });
    expect(queue.attempts).toBe(1);
  });

  test('a resumed run does not give an answer twice', async () => {
    const queue = queueInterviewer(['a', 'b', 'c'], { used: [0, 2] });
    expect(await queue.ask(question(), signal)).toMatchObject({ value: 'b' });
    expect(await queue.ask(question(), signal)).toMatchObject({ kind: 'skipped' });
    const empty = mkdtempSync(join(tmpdir(), 'queue-'));
    onTestFinished(() => rmSync(empty, { recursive: true, force: true }));
    expect(usedQueueAnswers(empty)).toEqual([]);
  });
});

describe('engine.md 9: the other channels', () => {
  test('callback: a text or an answer, at once or later', async () => {
    const seen: string[] = [];
    const callback = callbackInterviewer((asked) => {
      seen.push(asked.id);
      return asked.id === '1' ? 'a' : Promise.resolve({ kind: 'skipped' });
    });
    expect(await askMultiple(callback, [question({ id: '1' }), question({ id: '2' })], signal)).toMatchObject([
      { value: 'a' },
      { kind: 'skipped' },
    ]);
    expect(seen).toEqual(['1', '2']);
  });

  test('recording: keeps what was asked and answered, and changes nothing', async () => {
    const recorder = recordingInterviewer(queueInterviewer(['a', 'b']));
    await recorder.ask(question({ id: '1' }), signal);
    await askMultiple(recorder, [question({ id: '2' }), question({ id: '3' })], signal);
    expect(recorder.recordings.map((item) => [item.question.id, item.answer.kind])).toEqual([
      ['1', 'answer'],
      ['2', 'answer'],
      ['3', 'skipped'],
    ]);
    expect([recorder.parks, recorder.attempts]).toEqual([false, 1]);
    expect(recordingInterviewer(parkInterviewer()).parks).toBe(true);
  });

  test('askMultiple: one after the other where the channel has no way of its own, none after a cancel', async () => {
    const plain = fixedInterviewer('a');
    expect(await askMultiple(plain, [question(), question()], signal)).toHaveLength(2);
    expect(plain.questions).toHaveLength(2);
    expect(await askMultiple(plain, [question()], AbortSignal.abort())).toEqual([{ kind: 'skipped' }]);
  });

  test('--on-human-gate fail: the reason names the flag and its values', async () => {
    const answer = await refuseInterviewer().ask(question(), signal);
    for (const word of ['--on-human-gate', 'console', 'auto-approve', 'park', 'queue:FILE', "'gate'"]) {
      expect(answer).toMatchObject({ kind: 'skipped', reason: expect.stringContaining(word) });
    }
  });
});
