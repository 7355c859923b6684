import type { Answer, Interviewer, Question } from '@attractor/engine';
import { readQuestions } from '../questions/read-questions.ts';

/** One answer of a queue (backends.md 1); with `node`, only for that node. */
export interface QueuedAnswer {
  readonly node?: string;
  readonly answer: string;
  readonly text?: string;
}

export interface QueueOptions {
  /** Places that earlier processes of this run have used: `usedQueueAnswers`. */
  readonly used?: Iterable<number>;
}

/** Gives prepared answers in order, each once: to a question goes the first one left that fits its node. An empty queue, and an answer that is none, skip the question (engine.md 9). */
export function queueInterviewer(answers: readonly (string | QueuedAnswer)[], options: QueueOptions = {}): Interviewer {
  const queue = answers.map((item): QueuedAnswer => (typeof item === 'string' ? { answer: item } : item));
  const used = new Set(options.used ?? []);
  const next = (question: Question): Answer => {
    const index = queue.findIndex((item, i) => !used.has(i) && (item.node === undefined || item.node === question.stage));
    const item = queue[index];
    if (item === undefined)
      return { kind: 'skipped', reason: `the queue holds no answer for '${question.stage}'`, source: { channel: 'queue' } };
    used.add(index);
    return {
      kind: 'answer',
      value: item.answer,
      ...(item.text === undefined ? {} : { text: item.text }),
      source: { channel: 'queue', index },
    };
  };
  return {
    parks: false,
    attempts: 1,
    ask: (question) => Promise.resolve(next(question)),
    askMultiple: (questions) => Promise.resolve(questions.map(next)),
    inform: () => {},
  };
}

/** Places of a queue whose answers stand in a run directory already: a resumed run does not give them twice. */
export function usedQueueAnswers(runDirectory: string): readonly number[] {
  return readQuestions(runDirectory).flatMap((item) =>
    item.state === 'closed' && item.answer.channel === 'queue' && item.answer.queueIndex !== undefined ? [item.answer.queueIndex] : [],
  );
}
