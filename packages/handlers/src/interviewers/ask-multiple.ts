import type { Answer, Interviewer, Question } from '@attractor/engine';

/** Answers to several questions, in their order: as the interviewer does it, else one after the other (canonical 6.1). */
export async function askMultiple(
  interviewer: Interviewer,
  questions: readonly Question[],
  signal: AbortSignal,
): Promise<readonly Answer[]> {
  if (interviewer.askMultiple !== undefined) return interviewer.askMultiple(questions, signal);
  const answers: Answer[] = [];
  for (const question of questions) answers.push(signal.aborted ? { kind: 'skipped' } : await interviewer.ask(question, signal));
  return answers;
}
