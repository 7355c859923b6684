import type { Range, Severity } from '@attractor/dot';
import type { StyleProblem } from './rule.ts';

/** A place in a stylesheet's text. */
export interface Scanner {
  readonly text: string;
  at: number;
  readonly problems: StyleProblem[];
}

const blank = /(?:\s+|\/\*[\s\S]*?\*\/)+/y;

/** Goes past white space and comments; an open comment is a problem and ends the text. */
export function skipBlank(scanner: Scanner): void {
  blank.lastIndex = scanner.at;
  const match = blank.exec(scanner.text);
  if (match !== null) scanner.at += match[0].length;
  if (!scanner.text.startsWith('/*', scanner.at)) return;
  problem(scanner, { start: scanner.at, end: scanner.at + 2 }, 'the comment is not closed: expected `*/`');
  scanner.at = scanner.text.length;
}

/** Takes what a sticky expression matches here. */
export function take(scanner: Scanner, pattern: RegExp): { readonly text: string; readonly range: Range } | undefined {
  pattern.lastIndex = scanner.at;
  const match = pattern.exec(scanner.text);
  if (match === null || match[0] === '') return undefined;
  const start = scanner.at;
  scanner.at += match[0].length;
  return { text: match[0], range: { start, end: scanner.at } };
}

export function problem(scanner: Scanner, range: Range, message: string, severity: Severity = 'error'): void {
  scanner.problems.push({ message, severity, range });
}

/** `found X, expected Y` at the present place. */
export function unexpected(scanner: Scanner, expected: string): void {
  const { text, at } = scanner;
  const found = at < text.length ? `\`${String.fromCodePoint(text.codePointAt(at) ?? 0)}\`` : 'the end of the stylesheet';
  problem(scanner, { start: at, end: Math.min(text.length, at + 1) }, `found ${found}, expected ${expected}`);
}

/** Goes to the first of some characters, or to the end. */
export function skipTo(scanner: Scanner, characters: string): void {
  while (scanner.at < scanner.text.length && !characters.includes(scanner.text[scanner.at] as string)) scanner.at++;
}
