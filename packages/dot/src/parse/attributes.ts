import type { Range } from '../source.ts';
import type { Attribute, Name, Token, TokenKind, Value } from '../syntax.ts';
import { type Cursor, describe, isWord, lastEnd, peek, report, reportFound, skipHashText, take } from './cursor.ts';
import { isText, parseKey, startsName } from './names.ts';
import { keyForMessage, parseValue } from './values.ts';

/** Reads all attribute blocks that follow (language.md 1: several after one statement are all read). */
export function parseAttributeBlocks(cursor: Cursor): Attribute[] {
  const attributes: Attribute[] = [];
  while (peek(cursor).kind === '[') parseBlock(cursor, attributes);
  return attributes;
}

/** Reads `= value` after a key. Answers nothing when there is no value; that is reported. */
export function parseAssigned(cursor: Cursor, key: Name): Attribute | undefined {
  take(cursor);
  if (peek(cursor).kind === '=') reportFound(cursor, 'unexpected-token', `a value for ${keyForMessage(key)} after \`=\``);
  while (peek(cursor).kind === '=') take(cursor);
  const value = parseValue(cursor, key);
  return value === undefined ? undefined : attributeOf(key, value);
}

const BREAKS_BLOCK: ReadonlySet<TokenKind> = new Set(['}', 'arrow', 'undirected', 'end']);

function parseBlock(cursor: Cursor, attributes: Attribute[]): void {
  const open = take(cursor);
  let separated = true; // by the bracket, a comma or a semicolon
  let afterMark = true; // a comma or semicolon here would separate nothing
  for (;;) {
    const token = peek(cursor);
    if (token.kind === ']') {
      take(cursor);
      return;
    }
    if (BREAKS_BLOCK.has(token.kind) || beginsStatement(cursor)) {
      reportFound(cursor, 'missing-close-bracket', `\`]\` for the attribute block opened in line ${cursor.source.lineAt(open.start)}`);
      return;
    }
    if (skipHashText(cursor)) {
      separated = true;
    } else if (token.kind === ',' || token.kind === ';') {
      if (afterMark) reportFound(cursor, 'unexpected-token', 'an attribute or `]`');
      takeSeparators(cursor, afterMark);
      separated = true;
      afterMark = true;
    } else if (startsName(cursor)) {
      const before = { start: lastEnd(cursor), end: token.start };
      const attribute = parseAttribute(cursor);
      if (attribute !== undefined && !separated) reportWhitespace(cursor, before);
      if (attribute !== undefined) attributes.push(attribute);
      separated = attribute === undefined; // no advice on top of an error
      afterMark = false;
    } else {
      reportFound(cursor, token.kind === 'unknown' ? 'unexpected-character' : 'unexpected-token', 'an attribute, `,` or `]`');
      skipInBlock(cursor);
      separated = true;
      afterMark = false;
    }
  }
}

/** A run of separators that are all too many is one finding. */
function takeSeparators(cursor: Cursor, all: boolean): void {
  take(cursor);
  while (all && (peek(cursor).kind === ',' || peek(cursor).kind === ';')) take(cursor);
}

/** `b -> c`, `b [`, `subgraph x`: the block before it was never closed. */
function beginsStatement(cursor: Cursor): boolean {
  const token = peek(cursor);
  if (token.kind !== 'word' && token.kind !== 'string') return false;
  const next = peek(cursor, 1);
  if (next.kind === 'arrow' || next.kind === 'undirected' || next.kind === '[') return true;
  if (!isWord(cursor, token, 'subgraph')) return false;
  return next.kind === '{' || ((next.kind === 'word' || next.kind === 'string') && peek(cursor, 2).kind === '{');
}

function parseAttribute(cursor: Cursor): Attribute | undefined {
  const first = peek(cursor);
  const before = cursor.tokens[cursor.index - 1];
  const key = parseKey(cursor);
  const next = peek(cursor);
  if (next.kind === '=') return parseAssigned(cursor, key);
  if (before?.kind === 'string' && before.end === first.start) {
    reportRunaway(cursor, before, key);
    return undefined;
  }
  return parseWithoutEquals(cursor, key, next);
}

/** Text right behind a string: a quote inside it has no escape, or a closing quote lines before is missing. */
function reportRunaway(cursor: Cursor, string: Token, key: Name): void {
  const line = cursor.source.lineAt(string.start);
  const advice =
    line < cursor.source.lineAt(string.end) ? `is a closing quote missing in line ${line}?` : 'a quote inside a string is written `\\"`';
  const found = `found ${describe(cursor, { kind: 'word', ...key.range })} right behind a string`;
  report(cursor, 'runaway-string', key.range, `${found}, expected \`,\` or \`]\`: ${advice}`);
  while (peek(cursor).start === lastEnd(cursor) && (isText(peek(cursor)) || peek(cursor).kind === 'string')) take(cursor);
}

/** `[label: "x"]` and `[label "x"]` still give their value; `[label]` gives none. */
function parseWithoutEquals(cursor: Cursor, key: Name, next: Token): Attribute | undefined {
  const expected = `\`=\` and a value for ${keyForMessage(key)}`;
  if (next.kind === ':') {
    const fix = { title: 'Write `=`', edits: [{ range: { start: next.start, end: next.end }, text: '=' }] };
    report(cursor, 'missing-equals', next, `found ${describe(cursor, next)}, expected ${expected}`, fix);
    take(cursor);
    const after = peek(cursor).kind;
    const value = after === 'string' || after === 'word' ? parseValue(cursor, key) : undefined;
    return value === undefined ? undefined : attributeOf(key, value);
  }
  reportFound(cursor, 'missing-equals', expected);
  const givesValue = next.kind === 'string' && peek(cursor, 1).kind !== '=';
  const value = givesValue ? parseValue(cursor, key) : undefined;
  return value === undefined ? undefined : attributeOf(key, value);
}

function attributeOf(key: Name, value: Value): Attribute {
  return { key, value, range: { start: key.range.start, end: value.range.end } };
}

function reportWhitespace(cursor: Cursor, between: Range): void {
  const at = { start: between.start, end: between.start };
  const fix = { title: 'Insert a comma', edits: [{ range: at, text: ',' }] };
  report(cursor, 'whitespace-separator', at, 'only white space separates two attributes: write a comma', fix, 'info');
}

const RESUMES_BLOCK: ReadonlySet<TokenKind> = new Set(['word', 'string', ',', ';', ']', '}', 'arrow', 'undirected', 'end']);

function skipInBlock(cursor: Cursor): void {
  let touching = true; // text that touches unreadable text belongs to it
  do {
    const token = take(cursor);
    touching = token.kind === 'unknown' || (touching && token.kind === 'word');
  } while (!RESUMES_BLOCK.has(peek(cursor).kind) || (touching && peek(cursor).kind === 'word' && peek(cursor).start === lastEnd(cursor)));
}
