import { describe, expect, test } from 'vitest';
import { fixedInterviewer, memoryNotes, queueInterviewer, scriptedBackend, silentInterviewer } from '../src/index.ts';

const question = { id: 'q', text: 't', type: 'choice', options: [], stage: 'gate', metadata: {} } as const;
const { signal } = new AbortController();

describe('testing: interviewers', () => {
  test('queue: answers in order, then skipped; it remembers what was asked', async () => {
    const queue = queueInterviewer(['yes', { kind: 'timeout' }]);
    expect([await queue.ask(question, signal), await queue.ask(question, signal), await queue.ask(question, signal)]).toEqual([
      { kind: 'answer', value: 'yes' },
      { kind: 'timeout' },
      { kind: 'skipped' },
    ]);
    queue.inform('hello', 'gate');
    expect(queue.questions).toHaveLength(3);
    expect(queue.messages).toEqual([{ message: 'hello', stage: 'gate' }]);
  });

  test('fixed and silent', async () => {
    expect(await fixedInterviewer('no').ask(question, signal)).toEqual({ kind: 'answer', value: 'no' });
    const abort = new AbortController();
    const waiting = silentInterviewer().ask(question, abort.signal);
    abort.abort();
    expect(await waiting).toEqual({ kind: 'timeout' });
  });
});

test('testing: notes survive as JSON does', () => {
  const notes = memoryNotes([1]);
  notes.append({ a: [1] });
  expect(notes.read()).toEqual([1, { a: [1] }]);
});

test('testing: a scripted backend without an answer says so', async () => {
  const backend = scriptedBackend({ a: 'x' });
  await expect(backend.run({ node: { id: 'b' } } as never)).rejects.toThrow("no scripted answer for node 'b'; there are answers for a");
});
