import { isLineEnd, isOddSpace, isWhitespace, wordCharLength } from './characters.ts';
import type { SourceFile } from './source.ts';
import type { Token, TokenKind } from './syntax.ts';

/** What the lexer knows beyond the tokens: the one token, if any, that the end of the file cut off. */
export interface Lexed {
  readonly tokens: readonly Token[];
  readonly unterminated: Token | undefined;
  /** White space that holds characters which only look like it. */
  readonly oddSpaces: readonly Token[];
}

/** Splits a text into tokens whose texts, joined, are the text (language.md 1). Linear; never throws. */
export function tokenize(source: SourceFile): readonly Token[] {
  return lex(source.text).tokens;
}

const QUOTE = 34;
const BACKSLASH = 92;

const PUNCTUATION: ReadonlyMap<string, TokenKind> = new Map(
  (['{', '}', '[', ']', '=', ',', ';', ':', '+'] as const).map((mark) => [mark, mark]),
);

/** Quotes that are not DOT's; in value position the whole quoted text is one unreadable token, for one good message. */
const FOREIGN_QUOTES: ReadonlyMap<string, string> = new Map([
  ["'", "'"],
  ['`', '`'],
  ['\u201c', '\u201d'],
  ['\u2018', '\u2019'],
]);

export function lex(text: string): Lexed {
  const tokens: Token[] = [];
  let unterminated: Token | undefined;
  const oddSpaces: Token[] = [];
  let at = 0;
  let lineStart = true; // nothing but blanks since the line began: only there does `#` start a comment
  let inValue = false; // after `=`: bare values may hold `:` and `--`, and `<` starts HTML
  const unclosedUntil = new Map<string, number>(); // closing quote -> end of a line known not to hold it

  const push = (kind: TokenKind, end: number): void => {
    tokens.push({ kind, start: at, end });
    at = end;
  };
  const pushClosed = (kind: TokenKind, end: number | undefined): void => {
    push(kind, end ?? text.length);
    if (end === undefined) unterminated = tokens.at(-1);
  };

  while (at < text.length) {
    const unit = text.charCodeAt(at);
    const char = text[at] ?? '';
    if (at === 0 && unit === 0xfeff) {
      push('bom', 1);
      continue;
    }
    if (isWhitespace(unit) || isOddSpace(unit)) {
      const odd = isOddSpace(unit);
      const end = odd ? endOfOddSpace(text, at) : endOfWhitespace(text, at);
      lineStart ||= hasLineEnd(text, at, end);
      if (odd) oddSpaces.push({ kind: 'whitespace', start: at, end });
      push('whitespace', end);
      continue;
    }
    const next = text[at + 1];
    if ((char === '#' && lineStart) || (char === '/' && next === '/')) {
      push('comment', endOfLine(text, at));
      lineStart = false;
      continue;
    }
    lineStart = false;
    if (char === '/' && next === '*') {
      const close = text.indexOf('*/', at + 2);
      pushClosed('comment', close < 0 ? undefined : close + 2);
      continue;
    }
    const mark = PUNCTUATION.get(char);
    if (char === '"') pushClosed('string', endOfString(text, at));
    else if (char === '<' && inValue) pushClosed('html', endOfHtml(text, at));
    else if (char === '-' && next === '>') push('arrow', at + 2);
    else if (char === '-' && next === '-' && !inValue) push('undirected', at + 2);
    else if (mark !== undefined && !(char === ':' && inValue)) push(mark, at + 1);
    else {
      const end = endOfWord(text, at, inValue);
      if (end > at) push('word', end);
      else push('unknown', (inValue ? endOfForeignQuote(text, at, unclosedUntil) : undefined) ?? endOfUnknown(text, at));
    }
    inValue = char === '=';
  }
  push('end', text.length);
  return { tokens, unterminated, oddSpaces };
}

function endOfWhitespace(text: string, at: number): number {
  let end = at;
  while (end < text.length && isWhitespace(text.charCodeAt(end))) end++;
  return end;
}

function endOfOddSpace(text: string, at: number): number {
  let end = at;
  while (end < text.length && isOddSpace(text.charCodeAt(end))) end++;
  return end;
}

function hasLineEnd(text: string, at: number, end: number): boolean {
  for (let i = at; i < end; i++) if (isLineEnd(text.charCodeAt(i))) return true;
  return false;
}

function endOfLine(text: string, at: number): number {
  let end = at;
  while (end < text.length && !isLineEnd(text.charCodeAt(end))) end++;
  return end;
}

function endOfString(text: string, at: number): number | undefined {
  for (let i = at + 1; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === BACKSLASH) i++;
    else if (unit === QUOTE) return i + 1;
  }
  return undefined;
}

/** HTML ends at the `>` that balances its `<`; comments in it may hold either. */
function endOfHtml(text: string, at: number): number | undefined {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const char = text[i];
    if (char === '<' && i > at && text.startsWith('<!--', i)) {
      const close = text.indexOf('-->', i + 4);
      if (close < 0) return undefined;
      i = close + 2;
    } else if (char === '<') depth++;
    else if (char === '>' && --depth === 0) return i + 1;
  }
  return undefined;
}

/**
 * Words run over letters, digits and `_ . / -`, in values also `:`. An arrow, a comment and, outside values, `--` end them;
 * `://` does not, so that a bare URL is one value. Characters an identifier may not have are the parser's to report.
 */
function endOfWord(text: string, at: number, inValue: boolean): number {
  let end = at;
  while (end < text.length) {
    const char = text[end];
    const next = text[end + 1];
    if (char === '.' || (char === ':' && inValue)) end++;
    else if (char === '/') {
      if (next === '/' && inValue && end > at && text[end - 1] === ':') end += 2;
      else if (next === '/' || next === '*') break;
      else end++;
    } else if (char === '-') {
      if (next === '>') break;
      if (!inValue && (next === undefined || (next !== '.' && wordCharLength(text, end + 1) === 0))) break;
      end++;
    } else {
      const length = wordCharLength(text, end);
      if (length === 0) break;
      end += length;
    }
  }
  return end;
}

function endOfForeignQuote(text: string, at: number, unclosedUntil: Map<string, number>): number | undefined {
  const close = FOREIGN_QUOTES.get(text[at] ?? '');
  if (close === undefined || at < (unclosedUntil.get(close) ?? 0)) return undefined;
  let end = at + 1;
  while (end < text.length && !isLineEnd(text.charCodeAt(end))) {
    if (text[end] === close) return end + 1;
    end++;
  }
  unclosedUntil.set(close, end);
  return undefined;
}

function endOfUnknown(text: string, at: number): number {
  let end = at + pointLength(text, at);
  while (end < text.length) {
    const char = text[end] ?? '';
    if (char === '"' || char === '-' || char === '/' || char === '.' || PUNCTUATION.has(char)) break;
    if (isWhitespace(text.charCodeAt(end)) || isOddSpace(text.charCodeAt(end)) || wordCharLength(text, end) > 0) break;
    end += pointLength(text, end);
  }
  return end;
}

function pointLength(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
