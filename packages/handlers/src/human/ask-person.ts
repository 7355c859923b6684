import type { Answer, Clock, Interviewer, Masker, Question } from '@attractor/engine';
import { closeQuestion, maskAnswer } from '../questions/close-question.ts';
import { meaningOf } from '../questions/match-answer.ts';
import { questionDirectory, readAnswer } from '../questions/read-questions.ts';
import { noAnswerText } from '../questions/record-answer.ts';
import { reserveQuestion } from '../questions/reserve-question.ts';
import { type StoredAnswer, writeQuestionFile } from '../questions/stored.ts';
import { waitForAnswer } from './wait-for-answer.ts';

/** A question that is no gate: nobody waits for more than its time, and nothing parks. */
export interface PersonQuestion extends Omit<Question, 'id' | 'timeoutMs'> {
  /** Milliseconds that are waited at most. */
  readonly timeoutMs: number;
}

export interface PersonOptions {
  readonly runDirectory: string;
  /** What the ids of such questions begin with; no two are asked there at the same time. */
  readonly place: string;
  readonly interviewer: Interviewer;
  readonly clock: Clock;
  readonly masker: Masker;
  /** Takes the question back. */
  readonly signal: AbortSignal;
  /** It is on record before anybody is asked. */
  onAsked?(id: string): void;
}

export interface PersonAnswer {
  readonly id: string;
  /** What closed it, by whomever; the first that was written stands. */
  readonly answer: StoredAnswer;
}

const nothing = { value: '', files: [], reason: '', channel: 'engine' } as const;

/**
 * Puts a question into the store of human gates (engine.md 9) and waits: for the person at the channel, for `attractor answer` from
 * another process, for its time. The channel is asked as a gate's would be, but one that parks asks nobody: the question is closed as
 * skipped. A question that is taken back is withdrawn.
 */
export async function askPerson(given: PersonQuestion, options: PersonOptions): Promise<PersonAnswer> {
  const { runDirectory, interviewer, clock, masker, signal } = options;
  const id = reserveQuestion(runDirectory, options.place);
  const directory = questionDirectory(runDirectory, id);
  const asked: Question = { ...given, id };
  const now = (): string => new Date(clock.now()).toISOString();
  const close = (answer: Omit<StoredAnswer, 'answeredAt'>): PersonAnswer => ({
    id,
    answer: closeQuestion(directory, { ...answer, answeredAt: now() }).answer,
  });
  writeQuestionFile(`${directory}/question.json`, { question: asked, askedAt: now() });
  options.onAsked?.(id);
  if (interviewer.parks) return close({ ...nothing, kind: 'skipped', reason: 'nobody is there: this channel parks' });
  const until = clock.monotonic() + given.timeoutMs;
  let question = asked;
  for (let attempt = 1; ; attempt++) {
    const timeoutMs = Math.max(0, until - clock.monotonic());
    const waited = await waitForAnswer({ interviewer, question, signal, clock, timeoutMs, directory });
    switch (waited.by) {
      case 'cancel':
        return close({ ...nothing, kind: 'withdrawn' });
      case 'time':
        return close({ ...nothing, kind: 'timeout' });
      case 'error':
        close({ ...nothing, kind: 'withdrawn' });
        throw waited.error;
      case 'file':
        return { id, answer: taken(directory, masker) };
      case 'person': {
        const stored = storedOf(waited.answer, masker);
        if (stored.kind !== 'answer' || meaningOf(asked, stored) !== undefined) return close(stored);
        const problem = noAnswerText(asked, stored);
        if (attempt >= Math.max(1, interviewer.attempts ?? 3))
          return close({ ...nothing, channel: stored.channel, kind: 'skipped', reason: problem });
        question = { ...asked, rejected: problem };
      }
    }
  }
}

function storedOf(answer: Answer, masker: Masker): Omit<StoredAnswer, 'answeredAt'> {
  if (answer.kind === 'timeout') return { ...nothing, kind: 'timeout' };
  const channel = answer.source?.channel ?? 'interviewer';
  const source = { channel, ...(answer.source?.index === undefined ? {} : { queueIndex: answer.source.index }) };
  if (answer.kind === 'skipped') return { ...nothing, ...source, kind: 'skipped', reason: answer.reason ?? '' };
  const text = answer.text === undefined ? {} : { text: masker.text(answer.text) };
  return { ...nothing, ...source, kind: 'answer', value: masker.text(answer.value), ...text };
}

/** What another process wrote enters the run here, masked in its file too (files.md 1). */
function taken(directory: string, masker: Masker): StoredAnswer {
  const answer = readAnswer(directory);
  if (answer === undefined || typeof answer === 'string')
    return { ...nothing, kind: 'withdrawn', reason: answer ?? '', answeredAt: new Date(0).toISOString() };
  const masked = { ...answer, value: masker.text(answer.value), ...(answer.text === undefined ? {} : { text: masker.text(answer.text) }) };
  if (masked.value !== answer.value || masked.text !== answer.text) maskAnswer(directory, masked);
  return masked;
}
