import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { replaceFile, replaceJson } from '@attractor/engine';

/** What a study is to find out. */
export interface ProblemStatement {
  readonly text: string;
  readonly sha256: string;
  /** `goal` where the study folder has no file. */
  readonly source: 'PROBLEM_STATEMENT.md' | 'goal';
}

const fileName = 'PROBLEM_STATEMENT.md';

/** The problem as it stands now: the file of the study folder, else the graph's goal. */
export function problemOf(folder: string, goal: string): ProblemStatement {
  const text = textOf(path.join(folder, fileName));
  const source = text === undefined ? 'goal' : fileName;
  return { text: text ?? goal, sha256: hashOf(text ?? goal), source };
}

/** Keeps the problem as it is at the start of a run: its text, masked, and the hash of what it was (RS-09). */
export function snapshotProblem(problem: ProblemStatement, debug: string, mask: (text: string) => string = (text) => text): void {
  mkdirSync(debug, { recursive: true });
  const { text, sha256, source } = problem;
  replaceFile(path.join(debug, 'problem_statement.md'), mask(text));
  replaceJson(path.join(debug, 'problem_statement.json'), { sha256, source });
}

/** The hash kept by the last start of a run; undefined when there is none (RS-08). */
export function snapshotHash(debug: string): string | undefined {
  const text = textOf(path.join(debug, 'problem_statement.json'));
  return text === undefined ? undefined : /"sha256"\s*:\s*"([0-9a-f]{64})"/.exec(text)?.[1];
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
