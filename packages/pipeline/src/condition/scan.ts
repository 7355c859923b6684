import type { Range } from '@attractor/dot';
import type { ComparisonOperator } from './condition.ts';

/** A literal of a condition: what it says and where. */
export interface Literal {
  readonly text: string;
  readonly range: Range;
  /** Where reading goes on. */
  readonly next: number;
  /** A quoted literal without its closing quote. */
  readonly unterminated?: true;
}

const KEY = /[A-Za-z0-9_][A-Za-z0-9_.-]*/y;
const SYMBOL = /==?|!=|<=?|>=?/y;
const WORD = /(?:contains|matches)(?![A-Za-z0-9_.-])/y;
const SPACE = /\s*/y;
const LITERAL_END = /&&|\|\||[()<>=]|!=/g;

export function skipSpace(text: string, at: number): number {
  return matchAt(SPACE, text, at) === undefined ? at : SPACE.lastIndex;
}

export function readKey(text: string, at: number): string | undefined {
  return matchAt(KEY, text, at);
}

/** The operator at `at` and its length as written; `==` is `=`. */
export function readOperator(text: string, at: number): { operator: ComparisonOperator; length: number } | undefined {
  const written = matchAt(SYMBOL, text, at) ?? matchAt(WORD, text, at);
  if (written === undefined) return undefined;
  return { operator: (written === '==' ? '=' : written) as ComparisonOperator, length: written.length };
}

/** A quoted literal, or the text up to the next operator or parenthesis, trimmed. */
export function readLiteral(text: string, at: number): Literal {
  const quote = text[at];
  if (quote === '"' || quote === "'") return readQuoted(text, at, quote);
  LITERAL_END.lastIndex = at;
  const end = LITERAL_END.exec(text)?.index ?? text.length;
  const literal = text.slice(at, end).trimEnd();
  return { text: literal, range: { start: at, end: at + literal.length }, next: end };
}

/** `\` before the quote or another `\` is dropped; any other `\x` stays, so regular expressions need no doubling. */
function readQuoted(text: string, start: number, quote: string): Literal {
  const parts: string[] = [];
  let from = start + 1;
  let at = from;
  while (at < text.length && text[at] !== quote) {
    const next = text[at + 1];
    if (text[at] === '\\' && (next === quote || next === '\\')) {
      parts.push(text.slice(from, at));
      from = at + 1;
      at++;
    }
    at++;
  }
  parts.push(text.slice(from, at));
  const closed = at < text.length;
  const end = closed ? at + 1 : text.length;
  const literal = { text: parts.join(''), range: { start, end }, next: end };
  return closed ? literal : { ...literal, unterminated: true };
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
