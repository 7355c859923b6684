import { isLineEnd } from '../characters.ts';
import type { SyntaxTree, Token, TokenKind } from '../syntax.ts';
import { droppedBrackets, isSeparator } from './dropped-brackets.ts';
import { type Dialect, rewrite } from './rewrite.ts';

/** What a formatted text is made of: tokens and comments, without white space and separators, which the layout writes anew. */
export interface Piece {
  readonly kind: Exclude<TokenKind, 'comment'> | 'line comment' | 'block comment';
  readonly start: number;
  readonly end: number;
  /** What is written in its place, if not its own text. */
  readonly rewritten: string | undefined;
  /** Its text holds a line end. */
  readonly lines: boolean;
  /** A line ends between it and the token before it. */
  readonly breaks: boolean;
  /** A blank line stands between it and the piece before it. */
  readonly blank: boolean;
  /** A separator stands between it and the piece of the language before it, comments not counted. */
  readonly separated: boolean;
  /** A line ends between it and the piece after it. */
  ends: boolean;
}

export function isComment({ kind }: Piece): boolean {
  return kind === 'line comment' || kind === 'block comment';
}

/** The pieces of a tree without errors. Linear. */
export function piecesOf({ source, tokens }: SyntaxTree, dialect: Dialect): readonly Piece[] {
  const { text } = source;
  const dropped = droppedBrackets(tokens, text);
  const pieces: Piece[] = [];
  let breaks = false;
  let blank = false;
  let ends = false;
  let separated = false;
  let before: TokenKind | undefined;
  let last: Piece | undefined;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) break;
    const { kind, start, end } = token;
    if (kind === 'bom') continue;
    if (kind === 'whitespace') {
      const count = countLineEnds(text, token);
      breaks ||= count > 0;
      ends ||= count > 0;
      blank ||= count > 1;
      continue;
    }
    if (isSeparator(kind) || dropped[index] === 1) {
      separated = true;
      breaks = false;
      continue;
    }
    if (last !== undefined) last.ends = ends || kind === 'end';
    if (kind === 'end') break;
    const lines = (kind === 'string' || kind === 'html' || kind === 'comment') && countLineEnds(text, token) > 0;
    const rewritten = rewrite(text, token, before, dialect);
    last = { kind: pieceKind(text, token), start, end, rewritten, lines, breaks, blank, separated, ends: false };
    pieces.push(last);
    breaks = false;
    blank = false;
    ends = false;
    if (kind === 'comment') continue;
    separated = false;
    before = kind;
  }
  return pieces;
}

function pieceKind(text: string, { kind, start }: Token): Piece['kind'] {
  if (kind !== 'comment') return kind;
  return text.startsWith('/*', start) ? 'block comment' : 'line comment';
}

function countLineEnds(text: string, { start, end }: Token): number {
  let count = 0;
  for (let i = start; i < end; i++) {
    if (!isLineEnd(text.charCodeAt(i))) continue;
    if (text.charCodeAt(i) === 13 && text.charCodeAt(i + 1) === 10) i++;
    count++;
  }
  return count;
}
