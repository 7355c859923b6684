import {
  type Answer,
  fail,
  type Handler,
  type Interviewer,
  type Invocation,
  type Json,
  type Outcome,
  type Parked,
  StoreError,
} from '@attractor/engine';
import { firstCharacters } from '../codergen/text.ts';
import { autoApproveInterviewer } from '../interviewers/auto-approve.ts';
import { maskerOf } from '../masker.ts';
import { closeQuestion, maskAnswer } from '../questions/close-question.ts';
import { copyFiles, removeFiles } from '../questions/copy-files.ts';
import { meaningOf } from '../questions/match-answer.ts';
import { questionDirectory, readAnswer } from '../questions/read-questions.ts';
import { noAnswerText } from '../questions/record-answer.ts';
import { questionPlace, reserveQuestion } from '../questions/reserve-question.ts';
import { type StoredAnswer, writeQuestionFile } from '../questions/stored.ts';
import { buildQuestion, leanQuestion } from './build-question.ts';
import { conclude, type Gate } from './conclude.ts';
import { waitForAnswer } from './wait-for-answer.ts';

/** How often a question is put before unknown answers count as skipped, where the channel does not say (engine.md 9). */
const defaultAttempts = 3;

/**
 * A human gate (engine.md 9): asks once per visit and routes by the answer. The question lies in the run directory, so a
 * crash or a park loses neither it nor its answer, and another process may answer it while somebody is asked here.
 */
export const waitHumanHandler: Handler = { execute };

async function execute(invocation: Invocation): Promise<Outcome | Parked> {
  const noted = notedQuestion(invocation.memory.read());
  const place = questionPlace(invocation.branch, invocation.node.id);
  const built = buildQuestion(invocation, noted?.id ?? place);
  if (!built.ok) return fail('deterministic', built.problem);
  const id = noted?.id ?? reserveQuestion(invocation.runDirectory, place);
  const askedAt = noted?.askedAt ?? new Date(invocation.services.clock.now()).toISOString();
  if (noted === undefined) invocation.memory.append({ question: id, asked_at: askedAt });
  const directory = questionDirectory(invocation.runDirectory, id);
  const gate: Gate = { question: { ...built.question, id }, routes: built.routes, directory };
  const standing = noted === undefined ? undefined : taken(invocation, directory);
  if (standing !== undefined) return finish(invocation, gate, standing, askedAt);
  writeQuestionFile(`${directory}/question.json`, { question: gate.question, askedAt });
  invocation.emit({
    type: 'interview.started',
    node: invocation.node.id,
    question: leanQuestion(gate.question) as unknown as { readonly [key: string]: Json },
  });
  const interviewer = invocation.mode === 'dry-run' ? autoApproveInterviewer() : invocation.services.interviewer;
  if (interviewer.parks) return { parked: true, questions: [leanQuestion(gate.question)] };
  return put(invocation, gate, interviewer, askedAt);
}

/** Puts the question until it is closed: by an answer, by skipping, by its time, or by a cancel that leaves it open. */
async function put(invocation: Invocation, gate: Gate, interviewer: Interviewer, askedAt: string): Promise<Outcome> {
  const { signal, services } = invocation;
  const { clock } = services;
  const { timeoutMs } = gate.question;
  const until = timeoutMs === undefined ? undefined : clock.monotonic() + timeoutMs;
  const attempts = Math.max(1, interviewer.attempts ?? defaultAttempts);
  let { question } = gate;
  for (let attempt = 1; ; attempt++) {
    const left = until === undefined ? undefined : Math.max(0, until - clock.monotonic());
    const waited = await waitForAnswer({ interviewer, question, signal, clock, timeoutMs: left, directory: gate.directory });
    switch (waited.by) {
      case 'cancel':
        // Nobody comes back to a branch that lost; everything else may go on and ask again.
        if (signal.reason === 'sibling') close(invocation, gate, { ...empty, kind: 'withdrawn' });
        return fail('cancelled', `the question of '${invocation.node.id}' was interrupted`);
      case 'file':
        return finish(invocation, gate, requireTaken(invocation, gate.directory), askedAt);
      case 'time':
        return finish(invocation, gate, close(invocation, gate, { ...empty, kind: 'timeout' }), askedAt);
      case 'error':
        close(invocation, gate, { ...empty, kind: 'withdrawn' });
        throw waited.error;
      case 'person': {
        const taken = take(invocation, gate, waited.answer, attempt < attempts);
        if (typeof taken !== 'string') return finish(invocation, gate, taken, askedAt);
        question = { ...gate.question, rejected: taken };
      }
    }
  }
}

const empty = { value: '', files: [], reason: '', channel: 'engine' } as const;

/** Records what an interviewer brought; a text says why it is no answer and the question is put again. */
function take(invocation: Invocation, gate: Gate, answer: Answer, again: boolean): StoredAnswer | string {
  if (answer.kind === 'timeout') return close(invocation, gate, { ...empty, kind: 'timeout' });
  const source = {
    channel: answer.source?.channel ?? 'interviewer',
    ...(answer.source?.index === undefined ? {} : { queueIndex: answer.source.index }),
  };
  if (answer.kind === 'skipped') return close(invocation, gate, { ...empty, ...source, kind: 'skipped', reason: answer.reason ?? '' });
  const masker = maskerOf(invocation);
  const given = { value: masker.text(answer.value), ...(answer.text === undefined ? {} : { text: masker.text(answer.text) }) };
  const refuse = (problem: string): StoredAnswer | string =>
    again ? problem : close(invocation, gate, { ...empty, ...source, kind: 'skipped', reason: `no answer was given: ${problem}` });
  if (meaningOf(gate.question, given) === undefined) return refuse(noAnswerText(gate.question, given));
  const copied = copyFiles(answer.files ?? [], invocation.workingDirectory, gate.directory);
  if (!copied.ok) return refuse(copied.problem);
  return close(invocation, gate, { ...empty, ...source, kind: 'answer', ...given, files: copied.names });
}

/** What stands after trying to close the question: another process may have been faster. */
function close(invocation: Invocation, gate: Gate, answer: Omit<StoredAnswer, 'answeredAt'>): StoredAnswer {
  const answeredAt = new Date(invocation.services.clock.now()).toISOString();
  const closing = closeQuestion(gate.directory, { ...answer, answeredAt });
  if (!closing.won) removeFiles(answer.files, gate.directory);
  return closing.answer;
}

function finish(invocation: Invocation, gate: Gate, answer: StoredAnswer, askedAt: string): Outcome {
  const { node } = invocation;
  const duration_ms = Math.max(0, Date.parse(answer.answeredAt) - Date.parse(askedAt));
  const outcome = conclude(invocation, gate, answer);
  if (answer.kind === 'timeout') invocation.emit({ type: 'interview.timeout', node: node.id, question_id: gate.question.id, duration_ms });
  else
    invocation.emit({
      type: 'interview.completed',
      node: node.id,
      question_id: gate.question.id,
      answer: answeredWith(outcome) || answer.kind,
      duration_ms,
    });
  return outcome;
}

/** What was answered, for the event: the label, else the beginning of the text. */
function answeredWith(outcome: Outcome): string {
  return outcome.preferredLabel ?? firstCharacters(outcome.responseText ?? '', 200);
}

function notedQuestion(notes: readonly Json[]): { readonly id: string; readonly askedAt: string } | undefined {
  for (const note of notes) {
    if (typeof note !== 'object' || note === null || !('question' in note) || !('asked_at' in note)) continue;
    if (typeof note.question === 'string' && typeof note.asked_at === 'string') return { id: note.question, askedAt: note.asked_at };
  }
  return undefined;
}

/** What another process has recorded; it enters the run here, so secret parameters in it are masked here, in its file too (files.md 1). */
function taken(invocation: Invocation, directory: string): StoredAnswer | undefined {
  const answer = readAnswer(directory);
  if (typeof answer === 'string') throw new StoreError('unreadable', `the answer is damaged: ${answer}`, directory);
  if (answer === undefined) return undefined;
  const masker = maskerOf(invocation);
  const value = masker.text(answer.value);
  const text = answer.text === undefined ? undefined : masker.text(answer.text);
  if (value === answer.value && text === answer.text) return answer;
  const masked = { ...answer, value, ...(text === undefined ? {} : { text }) };
  maskAnswer(directory, masked);
  return masked;
}

function requireTaken(invocation: Invocation, directory: string): StoredAnswer {
  const answer = taken(invocation, directory);
  if (answer === undefined) throw new StoreError('unreadable', `the answer in ${directory} is gone`, directory);
  return answer;
}
