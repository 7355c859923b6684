import type { SyntaxDiagnostic } from '../diagnostic.ts';
import type { SourceFile } from '../source.ts';
import type { Digraph, Name, Statement, SyntaxTree } from '../syntax.ts';
import { beginsGraph, parseBody, takeSecondHeader } from './body.ts';
import { type Cursor, isWord, lastEnd, openCursor, peek, report, reportFound, take } from './cursor.ts';
import { parseName, startsName } from './names.ts';

/**
 * Reads a pipeline's text (language.md 1). Always answers a tree and reports every error of the file, in source order.
 * Never throws on any text; time and memory grow linearly with it, nesting costs no call stack.
 */
export function parse(source: SourceFile): SyntaxTree {
  const cursor = openCursor(source);
  reportUnterminated(cursor);
  const body: Statement[] = [];
  const graph = findGraph(cursor) ? parseGraph(cursor, body) : undefined;
  if (graph !== undefined) parseRest(cursor, body);
  const diagnostics = inSourceOrder(cursor.diagnostics);
  return { source, tokens: cursor.allTokens, ...(graph === undefined ? {} : { graph }), diagnostics };
}

const UNTERMINATED = {
  string: { code: 'unterminated-string', closer: '"', length: 1, what: 'string' },
  comment: { code: 'unterminated-comment', closer: '*/', length: 2, what: 'comment' },
  html: { code: 'unterminated-html', closer: '>', length: 1, what: 'HTML value' },
} as const;

function reportUnterminated(cursor: Cursor): void {
  const token = cursor.unterminated;
  if (token?.kind !== 'string' && token?.kind !== 'comment' && token?.kind !== 'html') return;
  const { code, closer, length, what } = UNTERMINATED[token.kind];
  const range = { start: token.start, end: token.start + length };
  report(cursor, code, range, `found the end of the file, expected \`${closer}\`: the ${what} that begins here is not closed`);
}

/** Goes to the graph's first word. Text before it is one finding; a file without a graph is another. */
function findGraph(cursor: Cursor): boolean {
  if (isHeaderWord(cursor, 0)) return true;
  let ahead = 1;
  while (peek(cursor, ahead).kind !== 'end' && !isWord(cursor, peek(cursor, ahead), 'digraph')) ahead++;
  if (peek(cursor, ahead).kind !== 'end' && peek(cursor).kind !== 'end') {
    reportFound(cursor, 'text-before-graph', '`digraph` as the first word of the file');
    cursor.index += ahead;
    return true;
  }
  if (peek(cursor).kind === 'end' && cursor.unterminated !== undefined) return false;
  reportFound(cursor, 'missing-digraph', '`digraph`');
  return takeMisspelt(cursor);
}

function isHeaderWord(cursor: Cursor, ahead: number): boolean {
  return ['digraph', 'graph', 'strict'].some((word) => isWord(cursor, peek(cursor, ahead), word));
}

/** `digrph name {` is read as the graph it was meant to be, so that the findings inside it are reported too. */
function takeMisspelt(cursor: Cursor): boolean {
  const named = peek(cursor, 1).kind === 'word' || peek(cursor, 1).kind === 'string';
  return peek(cursor).kind === 'word' && peek(cursor, named ? 2 : 1).kind === '{';
}

function parseGraph(cursor: Cursor, body: Statement[]): Digraph {
  const start = peek(cursor).start;
  const id = parseHeader(cursor);
  parseBraces(cursor, body);
  return { ...(id === undefined ? {} : { id }), body, range: { start, end: lastEnd(cursor) } };
}

function parseHeader(cursor: Cursor): Name | undefined {
  const strict = isWord(cursor, peek(cursor), 'strict');
  if (strict) {
    report(cursor, 'strict-graph', peek(cursor), 'found `strict`, expected `digraph`: repeated edges are kept, remove `strict`');
    take(cursor);
  }
  if (isWord(cursor, peek(cursor), 'graph')) {
    const { start, end } = peek(cursor);
    const fix = { title: 'Write `digraph`', edits: [{ range: { start, end }, text: 'digraph' }] };
    report(cursor, 'undirected-graph', { start, end }, 'found `graph`, expected `digraph`: only directed graphs are pipelines', fix);
    take(cursor);
  } else if (strict && !isWord(cursor, peek(cursor), 'digraph')) reportFound(cursor, 'missing-digraph', '`digraph` after `strict`');
  else take(cursor);
  return startsName(cursor) ? parseName(cursor) : undefined;
}

/** Reads `{ .. }`. Without the `{` the body is read all the same. */
function parseBraces(cursor: Cursor, body: Statement[]): void {
  const open = peek(cursor);
  if (open.kind === '{') take(cursor);
  else reportFound(cursor, 'missing-open-brace', '`{` after the name of the graph');
  if (open.kind === 'end') return;
  parseBody(cursor, body, open);
  if (peek(cursor).kind === '}') take(cursor);
}

/** Whatever follows the graph is read for its errors: text after it is one finding, each further graph another. */
function parseRest(cursor: Cursor, body: Statement[]): void {
  let textReported = false;
  let reopened = false;
  while (peek(cursor).kind !== 'end') {
    if (beginsGraph(cursor)) {
      takeSecondHeader(cursor, 'the end of the file');
      parseBraces(cursor, []);
      continue;
    }
    if (!textReported) {
      reportFound(
        cursor,
        'text-after-graph',
        `the end of the file: the graph is closed in line ${cursor.source.lineAt(lastEnd(cursor) - 1)}`,
      );
      textReported = true;
      reopened = closesTooOften(cursor);
    }
    if (reopened && peek(cursor).kind !== '}') parseBody(cursor, body, undefined);
    else take(cursor);
  }
}

/** Whether a `}` without partner follows: then one before it closed the graph too early, and statements of the graph follow. */
function closesTooOften(cursor: Cursor): boolean {
  let depth = 0;
  for (let ahead = 0; peek(cursor, ahead).kind !== 'end' && depth >= 0; ahead++) {
    const { kind } = peek(cursor, ahead);
    if (kind === '{') depth++;
    if (kind === '}') depth--;
  }
  return depth < 0;
}

function inSourceOrder(diagnostics: SyntaxDiagnostic[]): readonly SyntaxDiagnostic[] {
  return diagnostics.sort((a, b) => a.range.start - b.range.start);
}
