import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Question } from '@attractor/engine';
import { parseAnswer, parseQuestion, type StoredAnswer } from './stored.ts';

/** A question of a run as its folder tells it. */
export type QuestionState =
  | { readonly state: 'open'; readonly id: string; readonly directory: string; readonly question: Question; readonly askedAt: string }
  | {
      readonly state: 'closed';
      readonly id: string;
      readonly directory: string;
      readonly question: Question;
      readonly askedAt: string;
      readonly answer: StoredAnswer;
    }
  | { readonly state: 'damaged'; readonly id: string; readonly directory: string; readonly problem: string };

/** Folder of a question; `runDirectory` is that of the root run (files.md 1). */
export function questionDirectory(runDirectory: string, id: string): string {
  return join(runDirectory, 'questions', id);
}

/** Every question of a run, children and branches included, oldest first. Never throws; a damaged one says what is wrong. */
export function readQuestions(runDirectory: string): QuestionState[] {
  const order = (item: QuestionState): string => (item.state === 'damaged' ? '' : item.askedAt);
  return questionIds(runDirectory)
    .map((id) => readQuestion(runDirectory, id))
    .filter((item) => item !== undefined)
    .sort((a, b) => compare(order(a), order(b)) || compare(a.id, b.id));
}

/** One question by its exact id; undefined when the run has none of that name. */
export function readQuestion(runDirectory: string, id: string): QuestionState | undefined {
  if (id === '' || id === '.' || id === '..' || /[/\\\0]/.test(id)) return undefined;
  const directory = questionDirectory(runDirectory, id);
  const text = readText(join(directory, 'question.json'));
  // A folder without a question was reserved by a process that died before it asked.
  if (text === undefined) return undefined;
  const stored = parseQuestion(text);
  if (typeof stored === 'string') return { state: 'damaged', id, directory, problem: `${join(directory, 'question.json')}: ${stored}` };
  const answer = readAnswer(directory);
  if (answer === undefined) return { state: 'open', id, directory, ...stored };
  if (typeof answer === 'string') return { state: 'damaged', id, directory, problem: answer };
  return { state: 'closed', id, directory, ...stored, answer };
}

/** What closed the question of a folder; undefined while it is open, a text when the file is damaged. */
export function readAnswer(directory: string): StoredAnswer | string | undefined {
  const path = join(directory, 'answer.json');
  const text = readText(path);
  if (text === undefined) return undefined;
  const answer = parseAnswer(text);
  return typeof answer === 'string' ? `${path}: ${answer}` : answer;
}

function questionIds(runDirectory: string): string[] {
  try {
    return readdirSync(join(runDirectory, 'questions'));
  } catch {
    return [];
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return existsSync(path) ? '' : undefined;
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
