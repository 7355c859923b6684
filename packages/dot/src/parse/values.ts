import { isGraphvizWord, quote } from '../quote.ts';
import type { Range } from '../source.ts';
import { plainValue, stringValue } from '../string-value.ts';
import type { Name, Token, Value } from '../syntax.ts';
import { type Cursor, clip, contentOf, lastEnd, peek, report, reportFound, take, textOf } from './cursor.ts';
import { isText, quotingFix, takeStrings, takeText } from './names.ts';

/** Attributes whose text goes to a model, a shell or the condition evaluator: markup has no meaning there. */
const PLAIN_TEXT_ONLY: ReadonlySet<string> = new Set([
  'prompt',
  'llm_prompt',
  'condition',
  'manager.stop_condition',
  'tool_command',
  'tool_hooks.pre',
  'tool_hooks.post',
]);

const BARE_VALUE = /^[\p{L}\p{M}\p{N}_.:/-]+$/u;
const FOREIGN_QUOTED = /^(?:'(.*)'|`(.*)`|\u201c(.*)\u201d|\u2018(.*)\u2019)$/su;

/** Reads the value after `=`. When there is none, reports it and answers nothing. */
export function parseValue(cursor: Cursor, key: Name): Value | undefined {
  const token = peek(cursor);
  if (token.kind === 'string') {
    const contents = takeStrings(cursor);
    return stringValue(cursor.text, contents, { start: token.start, end: lastEnd(cursor) });
  }
  if (token.kind === 'html') return parseHtml(cursor, key);
  if (isText(token)) return parseBare(cursor);
  reportFound(cursor, 'missing-value', `a value for ${keyForMessage(key)} after \`=\``);
  if (token.kind === '{') skipBraces(cursor);
  return undefined;
}

export function keyForMessage(key: Name): string {
  return `\`${clip(key.text)}\``;
}

function parseHtml(cursor: Cursor, key: Name): Value {
  const token = take(cursor);
  if (PLAIN_TEXT_ONLY.has(key.text)) {
    const message = `found an HTML value, expected a quoted string: ${keyForMessage(key)} takes plain text`;
    report(cursor, 'html-not-allowed', token, message);
  }
  return plainValue('html', cursor.text, contentOf(cursor, token), { start: token.start, end: token.end });
}

function parseBare(cursor: Cursor): Value {
  const range = takeText(cursor, joinsValue);
  const text = textOf(cursor, range);
  if (!BARE_VALUE.test(text)) reportUnquotedText(cursor, text, range);
  else if (!isGraphvizWord(text)) {
    const message = `the value \`${clip(text)}\` has no quotes: Graphviz refuses it`;
    report(cursor, 'bare-value', range, message, quotingFix(text, range), 'info');
  }
  return plainValue('bare', cursor.text, range, range);
}

// Right behind unreadable text a colon is more of it: `key=$a:b`.
function joinsValue(token: Token): boolean {
  return isText(token) || token.kind === ':';
}

function reportUnquotedText(cursor: Cursor, text: string, range: Range): void {
  const quoted = FOREIGN_QUOTED.exec(text);
  const inner = quoted?.slice(1).find((group) => group !== undefined) ?? text;
  const advice = quoted === null ? 'text needs double quotes' : 'strings are written with double quotes (")';
  const fix = { title: `Write ${clip(quote(inner))}`, edits: [{ range, text: quote(inner) }] };
  report(cursor, 'unquoted-text', range, `found \`${clip(text)}\`, expected a quoted string or a bare word: ${advice}`, fix);
}

/** Skips a `{ .. }` written as a value; what ends an attribute block or belongs to an edge ends it too. */
function skipBraces(cursor: Cursor): void {
  let depth = 0;
  do {
    const kind = peek(cursor).kind;
    if (kind === 'end' || kind === 'arrow' || (kind === ']' && depth === 0)) return;
    if (kind === '{') depth++;
    if (kind === '}') depth--;
    take(cursor);
  } while (depth > 0);
}
