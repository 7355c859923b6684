export { type GivenAnswer, type Meaning, matchChoice, meaningOf } from './match-answer.ts';
export { type QuestionState, questionDirectory, readQuestion, readQuestions } from './read-questions.ts';
export { type AnswerRefusal, type AnswerToRecord, closedText, type Recorded, type RecordOptions, recordAnswer } from './record-answer.ts';
export { renderQuestion, withoutAnswer } from './render-question.ts';
export { answerSchema, questionSchema } from './schema.ts';
export type { StoredAnswer } from './stored.ts';
export type { TextStyle } from './terminal-text.ts';
