import type { Fix, Severity, SyntaxDiagnostic } from '../diagnostic.ts';
import type { Range, SourceFile } from '../source.ts';
import type { Token, TokenKind } from '../syntax.ts';
import type { SyntaxCode } from '../syntax-codes.ts';
import { lex } from '../tokenize.ts';
import { codePointName, visible } from '../visible.ts';

/** Where the parser stands in the tokens that matter (no trivia), and what it has found so far. */
export interface Cursor {
  readonly source: SourceFile;
  readonly text: string;
  readonly allTokens: readonly Token[];
  readonly tokens: readonly Token[];
  /** The token that the end of the file cut off: after it nothing is known to be missing. */
  readonly unterminated: Token | undefined;
  readonly diagnostics: SyntaxDiagnostic[];
  index: number;
}

const TRIVIA: ReadonlySet<TokenKind> = new Set(['whitespace', 'comment', 'bom']);

export function openCursor(source: SourceFile): Cursor {
  const { tokens, unterminated, oddSpaces } = lex(source.text);
  const cursor: Cursor = {
    source,
    text: source.text,
    allTokens: tokens,
    tokens: tokens.filter((token) => !TRIVIA.has(token.kind)),
    unterminated,
    diagnostics: [],
    index: 0,
  };
  for (const range of oddSpaces) reportOddSpace(cursor, range);
  return cursor;
}

function reportOddSpace(cursor: Cursor, range: Range): void {
  const name = codePointName(cursor.text.charCodeAt(range.start));
  const fix = { title: 'Write a space', edits: [{ range: { start: range.start, end: range.end }, text: ' ' }] };
  report(cursor, 'unexpected-character', range, `found ${name}, expected a plain space: it only looks like white space`, fix);
}

/** The token `ahead` places on; past the end it is the `end` token. */
export function peek(cursor: Cursor, ahead = 0): Token {
  const token = cursor.tokens[Math.min(cursor.index + ahead, cursor.tokens.length - 1)];
  if (token === undefined) throw new Error('a token list ends with an end token');
  return token;
}

export function take(cursor: Cursor): Token {
  const token = peek(cursor);
  if (token.kind !== 'end') cursor.index++;
  return token;
}

/** The end of the last token taken; 0 before any. */
export function lastEnd(cursor: Cursor): number {
  return cursor.tokens[cursor.index - 1]?.end ?? 0;
}

export function textOf(cursor: Cursor, range: Range): string {
  return cursor.text.slice(range.start, range.end);
}

export function isWord(cursor: Cursor, token: Token, word: string): boolean {
  return token.kind === 'word' && token.end - token.start === word.length && textOf(cursor, token).toLowerCase() === word;
}

/** The part of a string or HTML token between its delimiters; the end of the file closes an open one. */
export function contentOf(cursor: Cursor, token: Token): Range {
  return { start: token.start + 1, end: cursor.unterminated === token ? token.end : token.end - 1 };
}

export function report(cursor: Cursor, code: SyntaxCode, range: Range, message: string, fix?: Fix, severity: Severity = 'error'): void {
  const { start, end } = range;
  cursor.diagnostics.push({ code, severity, message, range: { start, end }, ...(fix === undefined ? {} : { fix }) });
}

/** Reports the next token as not the expected one. The end of the file is shown right after the last token. */
export function reportFound(cursor: Cursor, code: SyntaxCode, expected: string): void {
  const token = peek(cursor);
  if (token.kind === 'end' && cursor.unterminated !== undefined) return;
  const range = token.kind === 'end' ? { start: lastEnd(cursor), end: lastEnd(cursor) } : token;
  report(cursor, code, range, `found ${describe(cursor, token)}, expected ${expected}`);
}

/** Text from a `#` that begins no comment to the end of its line; skipped, for it was meant as one. */
export function skipHashText(cursor: Cursor): boolean {
  const hash = peek(cursor);
  if (hash.kind !== 'unknown' || cursor.text[hash.start] !== '#') return false;
  const advice = 'a `#` comment stands on a line of its own, `//` may follow other text';
  report(
    cursor,
    'unexpected-character',
    { start: hash.start, end: hash.start + 1 },
    `found \`#\` behind other text, expected \`//\`: ${advice}`,
  );
  const lineEnd = cursor.source.lineStarts[cursor.source.lineAt(hash.start)] ?? cursor.text.length;
  while (peek(cursor).kind !== 'end' && peek(cursor).start < lineEnd) take(cursor);
  return true;
}

/** A token for a message. */
export function describe(cursor: Cursor, token: Token): string {
  if (token.kind === 'end') return 'the end of the file';
  if (token.kind === 'string') return `the string ${clip(textOf(cursor, token))}`;
  if (token.kind === 'html') return 'an HTML value';
  const text = textOf(cursor, token);
  const point = text.codePointAt(0) ?? 0;
  return token.kind === 'unknown' && point > 127 ? `\`${clip(text)}\` (${codePointName(point)})` : `\`${clip(text)}\``;
}

/** The first 40 characters of a text, safe to print. */
export function clip(text: string): string {
  const points = [...text.slice(0, 100)];
  return points.length > 40 ? `${visible(points.slice(0, 40).join(''))}…` : visible(text);
}
