import type { Answer, Interviewer, Question } from '@attractor/engine';

export interface CallbackOptions {
  /** How often an unknown answer is asked again before the question counts as skipped. */
  readonly attempts?: number;
  inform?(message: string, stage: string): void;
}

/** Hands every question to a function, e.g. of a chat or a web page; a bare text is an answer. The signal aborts when nobody waits any more (canonical 6.4). */
export function callbackInterviewer(
  answer: (question: Question, signal: AbortSignal) => Answer | string | Promise<Answer | string>,
  options: CallbackOptions = {},
): Interviewer {
  const ask = async (question: Question, signal: AbortSignal): Promise<Answer> => {
    const given = await answer(question, signal);
    return typeof given === 'string' ? { kind: 'answer', value: given, source: { channel: 'callback' } } : given;
  };
  return {
    parks: false,
    ...(options.attempts === undefined ? {} : { attempts: options.attempts }),
    ask,
    askMultiple: (questions, signal) => Promise.all(questions.map((question) => ask(question, signal))),
    inform: (message, stage) => options.inform?.(message, stage),
  };
}
