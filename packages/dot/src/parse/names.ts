import type { Fix } from '../diagnostic.ts';
import { isDottedKey, isGraphvizWord, isKeyword, quote } from '../quote.ts';
import type { Range } from '../source.ts';
import { decodeString } from '../string-value.ts';
import type { Name, NodeRef, Token } from '../syntax.ts';
import { type Cursor, clip, contentOf, describe, lastEnd, peek, report, reportFound, take, textOf } from './cursor.ts';

/** Whether a token can begin a name. Unreadable text does when more text follows at once, as in `$goal`. */
export function startsName(cursor: Cursor, ahead = 0): boolean {
  const token = peek(cursor, ahead);
  if (token.kind !== 'unknown') return token.kind === 'word' || token.kind === 'string';
  const next = peek(cursor, ahead + 1);
  return next.kind === 'word' && next.start === token.end;
}

/** Reads a graph or subgraph name. */
export function parseName(cursor: Cursor): Name {
  const name = takeName(cursor);
  checkName(cursor, name);
  return name;
}

/** Reads an attribute key: an identifier, dotted or quoted. */
export function parseKey(cursor: Cursor): Name {
  const name = takeName(cursor);
  checkKey(cursor, name);
  return name;
}

/** Reads a node id with its port. */
export function parseNodeRef(cursor: Cursor): NodeRef {
  return parsePort(cursor, parseName(cursor));
}

/** Takes a name without judging it: only what follows tells a key from an id. */
export function takeName(cursor: Cursor): Name {
  if (peek(cursor).kind === 'string') return takeQuotedName(cursor);
  const range = takeText(cursor);
  return { text: textOf(cursor, range), quoted: false, range };
}

export function checkName(cursor: Cursor, { text, quoted, range }: Name): void {
  if (!quoted && !isGraphvizWord(text)) reportUnquoted(cursor, text, range);
}

export function checkKey(cursor: Cursor, name: Name): void {
  const { text, quoted, range } = name;
  if (quoted || !isDottedKey(text)) {
    checkName(cursor, name);
    return;
  }
  const message = `the dotted key \`${clip(text)}\` has no quotes: Graphviz refuses it`;
  report(cursor, 'dotted-key', range, message, quotingFix(text, range), 'info');
}

/** Reads the port behind a node id, if any; it is ignored. */
export function parsePort(cursor: Cursor, id: Name): NodeRef {
  if (peek(cursor).kind !== ':') return { kind: 'node-ref', id, range: id.range };
  const start = peek(cursor).start;
  for (let parts = 0; parts < 2 && peek(cursor).kind === ':'; parts++) {
    take(cursor);
    if (peek(cursor).kind === 'string' || peek(cursor).kind === 'word') take(cursor);
    else {
      reportFound(cursor, 'unexpected-token', 'the name of a port');
      return { kind: 'node-ref', id, port: { start, end: lastEnd(cursor) }, range: { start: id.range.start, end: lastEnd(cursor) } };
    }
  }
  const port = { start, end: lastEnd(cursor) };
  const fix: Fix = { title: 'Remove the port', edits: [{ range: port, text: '' }] };
  report(cursor, 'port-ignored', port, `the port \`${clip(textOf(cursor, port))}\` is ignored: edges join nodes`, fix, 'info');
  return { kind: 'node-ref', id, port, range: { start: id.range.start, end: port.end } };
}

/** Reads strings joined by `+`; answers their contents without the quotes. */
export function takeStrings(cursor: Cursor): Range[] {
  const contents = [contentOf(cursor, take(cursor))];
  while (peek(cursor).kind === '+') {
    take(cursor);
    if (peek(cursor).kind !== 'string') {
      reportFound(cursor, 'missing-string', 'a quoted string after `+`');
      if (isText(peek(cursor))) takeText(cursor);
      continue;
    }
    contents.push(contentOf(cursor, take(cursor)));
  }
  return contents;
}

/** Takes words and unreadable tokens that touch each other: people see one text. */
export function takeText(cursor: Cursor, joins: (token: Token) => boolean = isText): Range {
  const start = take(cursor).start;
  while (peek(cursor).start === lastEnd(cursor) && joins(peek(cursor))) take(cursor);
  return { start, end: lastEnd(cursor) };
}

export function isText(token: Token): boolean {
  return token.kind === 'word' || token.kind === 'unknown';
}

export function quotingFix(text: string, range: Range): Fix {
  return { title: `Write ${clip(quote(text))}`, edits: [{ range, text: quote(text) }] };
}

function takeQuotedName(cursor: Cursor): Name {
  const start = peek(cursor).start;
  const contents = takeStrings(cursor);
  const text = contents.map((content) => decodeString(textOf(cursor, content))).join('');
  return { text, quoted: true, range: { start, end: lastEnd(cursor) } };
}

function reportUnquoted(cursor: Cursor, text: string, range: Range): void {
  const fix = quotingFix(text, range);
  if (isKeyword(text)) {
    report(cursor, 'keyword-as-id', range, `found the keyword \`${text}\`, expected a name: a keyword as a name needs quotes`, fix);
    return;
  }
  const found = describe(cursor, { kind: 'word', ...range });
  report(cursor, 'unquoted-name', range, `found ${found}, expected an identifier or a quoted name: other names need quotes`, fix);
}
