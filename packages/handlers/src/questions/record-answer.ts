import { type Masker, type Question, readManifest, runIsLive } from '@attractor/engine';
import { closeQuestion } from './close-question.ts';
import { copyFiles, removeFiles } from './copy-files.ts';
import { type GivenAnswer, type Meaning, meaningOf } from './match-answer.ts';
import { type QuestionState, readQuestion, readQuestions } from './read-questions.ts';
import { answerProblem, type StoredAnswer } from './stored.ts';

export interface AnswerToRecord extends GivenAnswer {
  /** Paths of files that come with it; copied. */
  readonly files?: readonly string[];
}

export interface RecordOptions {
  /** Who answers, e.g. `cli`. */
  readonly channel: string;
  /** What relative paths in `files` are relative to. Absolute. */
  readonly from: string;
  /** Masks secrets: the answer enters the run here (files.md 1). */
  readonly masker?: Masker;
  /** Epoch milliseconds. */
  readonly now?: number;
}

export type AnswerRefusal =
  | 'unknown_question'
  | 'damaged_question'
  | 'already_answered'
  | 'run_over'
  | 'no_answer'
  | 'bad_file'
  | 'bad_answer';

export type Recorded =
  | {
      readonly ok: true;
      readonly question: Extract<QuestionState, { state: 'open' }>;
      readonly answer: StoredAnswer;
      readonly meaning: Meaning;
    }
  | { readonly ok: false; readonly code: AnswerRefusal; readonly message: string };

/**
 * Answers a question of a live or parked run from any process (engine.md 9). Refused, with nothing changed, when the
 * question is unknown or closed, the run is over or cancelled, or the answer is none of its choices. Atomic: of two
 * answers at once one is recorded and the other refused.
 */
export function recordAnswer(runDirectory: string, id: string, answer: AnswerToRecord, options: RecordOptions): Recorded {
  const found = readQuestion(runDirectory, id);
  if (found === undefined) return refused('unknown_question', unknownQuestion(runDirectory, id));
  if (found.state === 'damaged') return refused('damaged_question', found.problem);
  if (found.state === 'closed') return refused('already_answered', `question ${id} is closed: ${closedText(found.answer)}`);
  const over = endOf(runDirectory);
  if (over !== undefined) return refused('run_over', `the run is over (${over}); nobody waits for an answer to ${id}`);
  const mask = (text: string): string => options.masker?.text(text) ?? text;
  const given: GivenAnswer = { value: mask(answer.value), ...(answer.text === undefined ? {} : { text: mask(answer.text) }) };
  const meaning = meaningOf(found.question, given);
  if (meaning === undefined) return refused('no_answer', noAnswerText(found.question, given));
  const stored = storedAnswer(given, options);
  const problem = answerProblem(stored);
  if (problem !== undefined) return refused('bad_answer', `the answer cannot be recorded: ${problem}; a long text can be given as a file`);
  const copied = copyFiles(answer.files ?? [], options.from, found.directory);
  if (!copied.ok) return refused('bad_file', copied.problem);
  const closed = closeQuestion(found.directory, { ...stored, files: copied.names });
  if (closed.won) return { ok: true, question: found, answer: closed.answer, meaning };
  removeFiles(copied.names, found.directory);
  return refused('already_answered', `question ${id} is closed: ${closedText(closed.answer)}`);
}

function storedAnswer({ value, text }: GivenAnswer, options: RecordOptions): StoredAnswer {
  return {
    kind: 'answer',
    value,
    ...(text === undefined ? {} : { text }),
    files: [],
    reason: '',
    channel: options.channel,
    answeredAt: new Date(options.now ?? Date.now()).toISOString(),
  };
}

/** What closed a question, in words. */
export function closedText(answer: StoredAnswer): string {
  const when = answer.answeredAt;
  switch (answer.kind) {
    case 'answer':
      return `answered \`${short(answer.value || (answer.text ?? ''))}\` (${answer.channel}, ${when})`;
    case 'skipped':
      return `skipped${answer.reason === '' ? '' : `, ${answer.reason}`} (${when})`;
    case 'timeout':
      return `its time was over (${when})`;
    case 'withdrawn':
      return `nobody waits for it any more (${when})`;
  }
}

/** Why a text is no answer, with what would be one. */
export function noAnswerText(question: Pick<Question, 'type' | 'options'>, given: GivenAnswer): string {
  if (question.type === 'freeform' && (given.value.trim() === '' || given.text === undefined)) return 'the answer is blank';
  const choices = question.options.map(({ key, label, target }) => (key === '' ? `${label} (or ${target})` : `${key} (${label})`));
  return `\`${short(given.value)}\` is no answer here; the choices are: ${choices.join(', ')}`;
}

function refused(code: AnswerRefusal, message: string): Recorded {
  return { ok: false, code, message };
}

function unknownQuestion(runDirectory: string, id: string): string {
  const open = readQuestions(runDirectory).filter((item) => item.state === 'open');
  const there = open.length === 0 ? 'no question is open' : `open: ${open.map((item) => item.id).join(', ')}`;
  return `the run has no question \`${short(id)}\`; ${there}`;
}

/** A resumed run still has the end of its last segment in the manifest: while a process executes it, it is not over. */
function endOf(runDirectory: string): string | undefined {
  const { status } = readManifest(runDirectory);
  const ended = status === 'success' || status === 'partial_success' || status === 'fail' || status === 'cancelled';
  return ended && !runIsLive(runDirectory) ? status : undefined;
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= 80 ? line : `${line.slice(0, 79)}…`;
}
