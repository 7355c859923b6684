import type { Answer, Interviewer, Question } from '@attractor/engine';
import { askMultiple } from './ask-multiple.ts';

export interface Interview {
  readonly question: Question;
  readonly answer: Answer;
}

export interface RecordingInterviewer extends Interviewer {
  /** Every question that was answered, skipped or timed out, in the order of the answers. */
  readonly recordings: readonly Interview[];
}

/** Passes everything on to another interviewer and keeps what was asked and answered (canonical 6.4). */
export function recordingInterviewer(inner: Interviewer): RecordingInterviewer {
  const recordings: Interview[] = [];
  return {
    parks: inner.parks,
    ...(inner.attempts === undefined ? {} : { attempts: inner.attempts }),
    recordings,
    async ask(question, signal) {
      const answer = await inner.ask(question, signal);
      recordings.push({ question, answer });
      return answer;
    },
    async askMultiple(questions, signal) {
      const answers = await askMultiple(inner, questions, signal);
      for (const [i, question] of questions.entries()) {
        const answer = answers[i];
        if (answer !== undefined) recordings.push({ question, answer });
      }
      return answers;
    },
    inform: (message, stage) => inner.inform(message, stage),
  };
}
