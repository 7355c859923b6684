import { resolve } from 'node:path';
import type { QueuedAnswer } from '@attractor/handlers';
import { UserError } from '../command.ts';
import { readInputText } from '../sources/read-input.ts';
import type { Io } from '../terminal/io.ts';
import { readFailure } from './parameters.ts';

/** How human gates are answered (engine.md 9). */
export type HumanGate =
  | { readonly kind: 'console' | 'auto-approve' | 'fail' | 'park' }
  | { readonly kind: 'queue'; readonly file: string; readonly answers: readonly QueuedAnswer[] };

const words = ['console', 'auto-approve', 'fail', 'park'] as const;

/** Reads `--on-human-gate`; without it, the console when a person sits at it, else `fail`. */
export function readHumanGate(text: string | undefined, io: Io): HumanGate {
  if (text === undefined) return { kind: io.stdinIsTerminal && process.stderr.isTTY === true ? 'console' : 'fail' };
  const word = words.find((candidate) => candidate === text);
  if (word !== undefined) {
    if (word === 'console' && !io.stdinIsTerminal) {
      throw new UserError('--on-human-gate console: stdin is not a terminal; use auto-approve, fail, park or queue:FILE');
    }
    return { kind: word };
  }
  if (text.startsWith('queue:') && text.length > 'queue:'.length) {
    const file = resolve(io.cwd, text.slice('queue:'.length));
    return { kind: 'queue', file, answers: readQueue(file) };
  }
  throw new UserError(`--on-human-gate is console, auto-approve, fail, park or queue:FILE, not \`${text}\``);
}

function readQueue(file: string): QueuedAnswer[] {
  let text: string;
  try {
    text = readInputText(file);
  } catch (error) {
    throw new UserError(`--on-human-gate queue: cannot read ${file}: ${readFailure(error)}`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UserError(`--on-human-gate queue: ${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!Array.isArray(value))
    throw new UserError(
      `--on-human-gate queue: ${file} must hold a list of answers, e.g. ["approve", {"node": "review", "answer": "fix"}]`,
    );
  return value.map((item: unknown, i) => readAnswer(item, file, i));
}

function readAnswer(item: unknown, file: string, index: number): QueuedAnswer {
  if (typeof item === 'string') return { answer: item };
  if (typeof item === 'object' && item !== null && 'answer' in item && typeof item.answer === 'string') {
    const node = 'node' in item ? item.node : undefined;
    const text = 'text' in item ? item.text : undefined;
    if ((node === undefined || typeof node === 'string') && (text === undefined || typeof text === 'string')) {
      return { answer: item.answer, ...(node === undefined ? {} : { node }), ...(text === undefined ? {} : { text }) };
    }
  }
  throw new UserError(`--on-human-gate queue: ${file}: entry ${index + 1} is neither a text nor {"node"?, "answer", "text"?} with texts`);
}
