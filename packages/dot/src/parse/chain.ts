import type { Attribute, EdgeStatement, Name, NodeRef, Statement, Subgraph, Token } from '../syntax.ts';
import { parseAttributeBlocks } from './attributes.ts';
import { type Cursor, describe, isWord, lastEnd, peek, report, reportFound, take, textOf } from './cursor.ts';
import { parseName, parseNodeRef, startsName } from './names.ts';

/** The ends of an edge chain read so far. */
export interface Chain {
  readonly ends: (NodeRef | Subgraph)[];
  readonly start: number;
}

/** A group whose `}` is still to come, and the chain it is the latest end of. */
export interface OpenGroup {
  readonly chain: Chain;
  readonly start: number;
  readonly open: Token;
  readonly id: Name | undefined;
  readonly body: Statement[];
}

/** What a body's statements are read with; groups nest on an explicit stack, so that depth costs no call stack. */
export interface BodyState {
  readonly cursor: Cursor;
  readonly groups: OpenGroup[];
  readonly body: Statement[];
}

export function statementsOf(state: BodyState): Statement[] {
  return state.groups.at(-1)?.body ?? state.body;
}

/** `graph`, `node` or `edge` where it begins a statement; before `->`, `=` or `:` it is a name without quotes. */
export function defaultsTarget(cursor: Cursor): 'graph' | 'node' | 'edge' | undefined {
  const target = (['graph', 'node', 'edge'] as const).find((word) => isWord(cursor, peek(cursor), word));
  const next = peek(cursor, 1);
  return isArrow(next) || next.kind === '=' || next.kind === ':' ? undefined : target;
}

export function isArrow(token: Token): boolean {
  return token.kind === 'arrow' || token.kind === 'undirected';
}

/** Reads `-> end` as often as it comes. At a group it returns: closing the group goes on with the chain. */
export function continueChain(state: BodyState, chain: Chain): void {
  const { cursor } = state;
  while (isArrow(peek(cursor))) {
    const arrow = takeArrow(cursor);
    if (peek(cursor).kind === '{' || isGroupKeyword(cursor)) {
      if (openGroup(state, chain)) return;
      continue;
    }
    if (!startsName(cursor) || beginsDefaultsLine(cursor, arrow)) {
      reportDangling(cursor, arrow);
      break;
    }
    chain.ends.push(parseNodeRef(cursor));
  }
  finishChain(state, chain);
}

/** Takes an arrow; further arrows right behind it lack the node between, which is one finding. */
function takeArrow(cursor: Cursor): Token {
  const arrow = take(cursor);
  if (arrow.kind === 'undirected') reportUndirected(cursor, arrow);
  if (!isArrow(peek(cursor))) return arrow;
  reportDangling(cursor, arrow);
  let last = arrow;
  while (isArrow(peek(cursor))) last = take(cursor);
  return last;
}

function reportUndirected(cursor: Cursor, arrow: Token): void {
  const fix = { title: 'Write `->`', edits: [{ range: { start: arrow.start, end: arrow.end }, text: '->' }] };
  report(cursor, 'undirected-edge', arrow, 'found `--`, expected `->`: only directed edges are supported', fix);
}

function reportDangling(cursor: Cursor, arrow: Token): void {
  const next = peek(cursor);
  if (next.kind === 'end' && cursor.unterminated !== undefined) return;
  const message = `found ${describe(cursor, next)} after \`${textOf(cursor, arrow)}\`, expected a node, \`subgraph\` or \`{\``;
  report(cursor, 'dangling-arrow', arrow, message);
}

/** After an arrow at the end of a line, `node [` is the next statement rather than a name. */
function beginsDefaultsLine(cursor: Cursor, arrow: Token): boolean {
  return (
    defaultsTarget(cursor) !== undefined && peek(cursor, 1).kind === '[' && /[\r\n]/.test(cursor.text.slice(arrow.end, peek(cursor).start))
  );
}

function finishChain(state: BodyState, chain: Chain): void {
  const { cursor } = state;
  const [first, second] = chain.ends;
  if (first?.kind === 'subgraph' && second === undefined) {
    if (peek(cursor).kind === '[') {
      reportFound(cursor, 'attributes-after-subgraph', 'a statement: attributes of a subgraph stand in its braces');
      parseAttributeBlocks(cursor);
    }
    statementsOf(state).push(first);
    return;
  }
  const attributes = parseAttributeBlocks(cursor);
  const range = { start: chain.start, end: lastEnd(cursor) };
  if (first !== undefined) statementsOf(state).push(chainStatement(first, chain.ends, attributes, range));
}

function chainStatement(
  first: NodeRef | Subgraph,
  ends: readonly (NodeRef | Subgraph)[],
  attributes: readonly Attribute[],
  range: EdgeStatement['range'],
): Statement {
  return first.kind === 'node-ref' && ends.length === 1
    ? { kind: 'node', node: first, attributes, range }
    : { kind: 'edge', ends, attributes, range };
}

/** `subgraph` that begins a group; `subgraph -> x` is a name without quotes. */
export function isGroupKeyword(cursor: Cursor): boolean {
  if (!isWord(cursor, peek(cursor), 'subgraph')) return false;
  const next = peek(cursor, 1);
  return !isArrow(next) && next.kind !== '=' && next.kind !== ':' && next.kind !== '[';
}

/** Opens a group as the next end of a chain. Without its `{` it is an empty end, and nothing is open. */
export function openGroup(state: BodyState, chain: Chain): boolean {
  const { cursor } = state;
  const start = peek(cursor).start;
  let id: Name | undefined;
  if (peek(cursor).kind !== '{') {
    take(cursor);
    if (startsName(cursor)) id = parseName(cursor);
  }
  const open = peek(cursor);
  if (open.kind === '{') {
    take(cursor);
    state.groups.push({ chain, start, open, id, body: [] });
    return true;
  }
  reportFound(cursor, 'missing-open-brace', id === undefined ? 'a name or `{` after `subgraph`' : '`{` after the name of the subgraph');
  chain.ends.push(subgraphOf(id, [], start, lastEnd(cursor)));
  return false;
}

export function closeGroup(state: BodyState): void {
  const group = state.groups.pop();
  if (group === undefined) return;
  group.chain.ends.push(subgraphOf(group.id, group.body, group.start, lastEnd(state.cursor)));
  continueChain(state, group.chain);
}

function subgraphOf(id: Name | undefined, body: readonly Statement[], start: number, end: number): Subgraph {
  return { kind: 'subgraph', ...(id === undefined ? {} : { id }), body, range: { start, end } };
}
