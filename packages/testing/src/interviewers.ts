import type { Answer, Interviewer, Question } from '@attractor/engine';

export interface FakeInterviewer extends Interviewer {
  /** Every question asked, in order. */
  readonly questions: readonly Question[];
  readonly messages: readonly { readonly message: string; readonly stage: string }[];
}

/** Gives the answers in order, a bare text as an answer; asks beyond the last are skipped. */
export function queueInterviewer(answers: readonly (string | Answer)[]): FakeInterviewer {
  const queue = [...answers];
  return fakeInterviewer(() => answerOf(queue.shift() ?? { kind: 'skipped' }));
}

/** Gives the same answer to every question. */
export function fixedInterviewer(answer: string | Answer): FakeInterviewer {
  return fakeInterviewer(() => answerOf(answer));
}

/** Never answers; the question ends when its signal aborts, as `timeout`. */
export function silentInterviewer(): FakeInterviewer {
  return fakeInterviewer(
    (_question, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) resolve({ kind: 'timeout' });
        signal.addEventListener('abort', () => resolve({ kind: 'timeout' }), { once: true });
      }),
  );
}

export function fakeInterviewer(ask: (question: Question, signal: AbortSignal) => Answer | Promise<Answer>): FakeInterviewer {
  const questions: Question[] = [];
  const messages: { message: string; stage: string }[] = [];
  return {
    parks: false,
    questions,
    messages,
    async ask(question, signal) {
      questions.push(question);
      return ask(question, signal);
    },
    inform: (message, stage) => void messages.push({ message, stage }),
  };
}

function answerOf(answer: string | Answer): Answer {
  return typeof answer === 'string' ? { kind: 'answer', value: answer } : answer;
}
