import type { Statement, Token, TokenKind } from '../syntax.ts';
import { parseAssigned, parseAttributeBlocks } from './attributes.ts';
import {
  type BodyState,
  type Chain,
  closeGroup,
  continueChain,
  defaultsTarget,
  isArrow,
  isGroupKeyword,
  openGroup,
  statementsOf,
} from './chain.ts';
import { type Cursor, describe, isWord, lastEnd, peek, report, reportFound, skipHashText, take } from './cursor.ts';
import { checkKey, checkName, parsePort, startsName, takeName } from './names.ts';

const STATEMENT = 'a statement or `}`';

/**
 * Reads statements up to, not including, the `}` that closes the body, or the end of the file.
 * `open` is the body's own `{`; without it nothing is missing at the end.
 */
export function parseBody(cursor: Cursor, body: Statement[], open: Token | undefined): void {
  const state: BodyState = { cursor, groups: [], body };
  for (;;) {
    const token = peek(cursor);
    if (token.kind === 'end') {
      reportOpenBlocks(state, open);
      while (state.groups.length > 0) closeGroup(state);
      return;
    }
    if (token.kind === '}') {
      if (state.groups.length === 0) return;
      take(cursor);
      closeGroup(state);
    } else if (token.kind === ';') take(cursor);
    else if (beginsGraph(cursor)) openSecondGraph(state);
    else parseStatement(state);
  }
}

/** `digraph name? {`, or `strict` or `graph` before it: a graph of its own, not a name. */
export function beginsGraph(cursor: Cursor): boolean {
  let ahead = isWord(cursor, peek(cursor), 'strict') ? 1 : 0;
  const keyword = peek(cursor, ahead++);
  if (!isWord(cursor, keyword, 'digraph') && !isWord(cursor, keyword, 'graph')) return false;
  if (peek(cursor, ahead).kind === 'word' || peek(cursor, ahead).kind === 'string') ahead++;
  return peek(cursor, ahead).kind === '{';
}

/** A graph that begins inside another is reported and read as a group of it. */
function openSecondGraph(state: BodyState): void {
  const { cursor } = state;
  const { start } = peek(cursor);
  takeSecondHeader(cursor, STATEMENT);
  const open = take(cursor);
  state.groups.push({ chain: { ends: [], start }, start, open, id: undefined, body: [] });
}

/** Reports and takes what `beginsGraph` saw before the `{`. */
export function takeSecondHeader(cursor: Cursor, expected: string): void {
  report(cursor, 'second-graph', peek(cursor), `found ${describe(cursor, peek(cursor))}, expected ${expected}: one file holds one graph`);
  while (peek(cursor).kind !== '{') take(cursor);
}

function reportOpenBlocks({ cursor, groups }: BodyState, open: Token | undefined): void {
  const innermost = groups.at(-1)?.open ?? open;
  if (innermost === undefined) return;
  const line = cursor.source.lineAt(innermost.start);
  const count = groups.length + (open === undefined ? 0 : 1);
  const what =
    count === 1 ? `the block opened in line ${line} is not closed` : `${count} blocks are not closed, the last opened in line ${line}`;
  reportFound(cursor, 'missing-close-brace', `\`}\`: ${what}`);
}

function parseStatement(state: BodyState): void {
  const { cursor } = state;
  const token = peek(cursor);
  if (skipHashText(cursor)) return;
  if (token.kind === '{' || isGroupKeyword(cursor)) parseGroup(state);
  else if (isArrow(token)) skipLeadingArrows(cursor);
  else if (token.kind === '[') skipStrayBlocks(cursor);
  else if (!startsName(cursor)) skipUnexpected(cursor);
  else parseNamed(state);
}

function parseGroup(state: BodyState): void {
  const chain: Chain = { ends: [], start: peek(state.cursor).start };
  if (!openGroup(state, chain)) continueChain(state, chain);
}

function parseNamed(state: BodyState): void {
  const { cursor } = state;
  const target = defaultsTarget(cursor);
  if (target !== undefined) {
    parseDefaults(state, target);
    return;
  }
  const name = takeName(cursor);
  if (peek(cursor).kind === '=') {
    checkKey(cursor, name);
    const attribute = parseAssigned(cursor, name);
    if (attribute !== undefined) statementsOf(state).push({ kind: 'assignment', attribute, range: attribute.range });
  } else {
    checkName(cursor, name);
    continueChain(state, { ends: [parsePort(cursor, name)], start: name.range.start });
  }
}

function parseDefaults(state: BodyState, target: 'graph' | 'node' | 'edge'): void {
  const { cursor } = state;
  const { start } = take(cursor);
  if (peek(cursor).kind !== '[') {
    reportFound(cursor, 'missing-attributes', `\`[\` after \`${target}\``);
    return;
  }
  const attributes = parseAttributeBlocks(cursor);
  statementsOf(state).push({ kind: 'defaults', target, attributes, range: { start, end: lastEnd(cursor) } });
}

function skipLeadingArrows(cursor: Cursor): void {
  const arrow = peek(cursor);
  const behindBlock = cursor.tokens[cursor.index - 1]?.kind === ']';
  const advice = behindBlock ? ': an edge chain has its attributes at its end' : ': no node stands before the arrow';
  report(cursor, 'dangling-arrow', arrow, `found ${describe(cursor, arrow)}, expected ${STATEMENT}${advice}`);
  while (isArrow(peek(cursor))) take(cursor);
}

function skipStrayBlocks(cursor: Cursor): void {
  reportFound(cursor, 'unexpected-token', `${STATEMENT}: attributes follow a node, an edge, \`graph\`, \`node\` or \`edge\``);
  parseAttributeBlocks(cursor);
}

const RESUMES: ReadonlySet<TokenKind> = new Set(['word', 'string', '{', '}', ';', '[', 'arrow', 'undirected', 'end']);

function skipUnexpected(cursor: Cursor): void {
  const kind = peek(cursor).kind;
  reportFound(cursor, kind === 'unknown' ? 'unexpected-character' : 'unexpected-token', kind === ',' ? '`;` or a statement' : STATEMENT);
  do take(cursor);
  while (!RESUMES.has(peek(cursor).kind));
}
