import type { Range, Token } from '@attractor/dot';
import type { AttributeScope } from '@attractor/pipeline';
import { headOf, nameText, type Owner } from './owner.ts';
import type { Snapshot } from './snapshot.ts';
import { commentAt, lastStartingAt, significantTokens } from './tokens.ts';
import { plainText, type ValueText } from './value-text.ts';
import { attributeAt, statementAt } from './walk-tree.ts';

/** A value as far as it is typed. */
export interface ValuePlace {
  readonly kind: 'value';
  readonly owner: Owner;
  readonly key: string;
  readonly quoted: boolean;
  /** What a completion replaces: the content of the string, the bare word, or nothing yet. */
  readonly content: Range;
  readonly value: ValueText;
}

/** Where in the language an offset is, by the tokens before it: right also in the middle of typing. */
export type Place =
  | { readonly kind: 'comment'; readonly range: Range }
  | { readonly kind: 'key'; readonly owner: Owner; readonly word: Range; readonly present: readonly string[]; readonly assigned: boolean }
  | ValuePlace
  | { readonly kind: 'edge-end'; readonly word: Range; readonly quoted: boolean; readonly sources: readonly string[] }
  | { readonly kind: 'statement'; readonly word: Range; readonly quoted: boolean; readonly inGroup: boolean }
  | { readonly kind: 'outside'; readonly word: Range };

/** The place of an offset. Costs at most the tokens back to the nearest bracket or arrow. */
export function placeAt(snapshot: Snapshot, offset: number): Place {
  const comment = commentAt(snapshot, offset);
  if (comment !== undefined) return { kind: 'comment', range: comment };
  const tokens = significantTokens(snapshot);
  const touched = touchedToken(snapshot, tokens, offset);
  const index = touched ?? tokensBefore(tokens, offset);
  const token = touched === undefined ? undefined : tokens[touched];
  const word = token === undefined ? { start: offset, end: offset } : { start: token.start, end: token.end };
  const open = enclosingBracket(tokens, index);
  const previous = tokens[index - 1];
  const assignment = assignmentBefore(tokens, index);
  if (open !== undefined) {
    const owner = headOf(snapshot, tokens, open);
    if (assignment !== undefined) return valuePlace(snapshot, owner, assignment, token, offset);
    const assigned = tokens[touched === undefined ? index : index + 1]?.kind === '=';
    return { kind: 'key', owner, word, present: keysInBlock(snapshot, tokens, open, touched), assigned };
  }
  const quoted = token?.kind === 'string';
  if (previous?.kind === 'arrow' || previous?.kind === 'undirected') {
    const before = tokens[index - 2];
    const source = before === undefined || (before.kind !== 'word' && before.kind !== 'string') ? [] : [nameText(snapshot, before)];
    return { kind: 'edge-end', word, quoted, sources: source };
  }
  const owner: Owner = { scope: groupAround(snapshot, offset) ? 'group' : 'graph', nodes: [], defaults: false };
  if (assignment !== undefined) return valuePlace(snapshot, owner, assignment, token, offset);
  const graph = snapshot.tree.graph;
  const body = tokens.find((item) => item.kind === '{');
  if (graph === undefined || body === undefined || offset <= body.start) return { kind: 'outside', word };
  return { kind: 'statement', word, quoted, inGroup: owner.scope === 'group' };
}

/** The scope in the registry of an owner; a group's label and class are those of the graph's table. */
export function registryScope(owner: Owner): AttributeScope {
  return owner.scope === 'group' ? 'graph' : owner.scope;
}

/** The word or string that the offset is in or right behind. */
function touchedToken(snapshot: Snapshot, tokens: readonly Token[], offset: number): number | undefined {
  const last = lastStartingAt(tokens, offset);
  for (const index of [last, last - 1]) {
    const token = tokens[index];
    if (token === undefined || token.kind === 'end' || offset > token.end) continue;
    if (token.kind === 'word' || token.kind === 'unknown') return index;
    const open = token.kind === 'string' && isUnclosed(snapshot, token);
    if ((token.kind === 'string' || token.kind === 'html') && offset > token.start && (offset < token.end || open)) return index;
  }
  return undefined;
}

function isUnclosed(snapshot: Snapshot, token: Token): boolean {
  return token.end === snapshot.text.length && snapshot.tree.diagnostics.some((item) => item.code === 'unterminated-string');
}

/** How many tokens lie wholly before an offset. */
function tokensBefore(tokens: readonly Token[], offset: number): number {
  let index = lastStartingAt(tokens, offset);
  while (index >= 0 && (tokens[index]?.end ?? 0) > offset) index--;
  // The end token has no width and is no token before anything.
  while (index >= 0 && tokens[index]?.kind === 'end') index--;
  return index + 1;
}

/** The `[` whose block an offset is in; what ends a block for the parser ends it here. */
function enclosingBracket(tokens: readonly Token[], index: number): number | undefined {
  for (let at = index - 1; at >= 0; at--) {
    const kind = tokens[at]?.kind;
    if (kind === '[') return at;
    if (kind === ']' || kind === '{' || kind === '}' || kind === 'arrow' || kind === 'undirected') return undefined;
  }
  return undefined;
}

/** The key token when a value is being written: `key =`, or `key = "a" +`. */
function assignmentBefore(tokens: readonly Token[], index: number): Token | undefined {
  let at = index - 1;
  while (tokens[at]?.kind === '+' && tokens[at - 1]?.kind === 'string') at -= 2;
  const key = tokens[at - 1];
  return tokens[at]?.kind === '=' && (key?.kind === 'word' || key?.kind === 'string') ? key : undefined;
}

function valuePlace(snapshot: Snapshot, owner: Owner, key: Token, token: Token | undefined, offset: number): ValuePlace {
  const name = nameText(snapshot, key);
  if (token === undefined) {
    const content = { start: offset, end: offset };
    return { kind: 'value', owner, key: name, quoted: false, content, value: plainText(snapshot.text, content) };
  }
  const quoted = token.kind === 'string';
  const content = quoted
    ? { start: token.start + 1, end: isUnclosed(snapshot, token) ? token.end : token.end - 1 }
    : { start: token.start, end: token.end };
  const known = attributeAt(snapshot, offset)?.attribute.value;
  const value = known !== undefined && known.range.start <= offset ? known : plainText(snapshot.text, content);
  return { kind: 'value', owner, key: name, quoted, content, value };
}

function keysInBlock(snapshot: Snapshot, tokens: readonly Token[], open: number, except: number | undefined): string[] {
  const keys: string[] = [];
  for (let at = open + 1; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined || token.kind === ']' || token.kind === 'end' || token.kind === '{' || token.kind === '}') break;
    if (tokens[at]?.kind === 'arrow' || tokens[at]?.kind === '[') break;
    if (tokens[at + 1]?.kind === '=' && at !== except) keys.push(nameText(snapshot, token));
  }
  return keys;
}

function groupAround(snapshot: Snapshot, offset: number): boolean {
  const placed = statementAt(snapshot, offset);
  return placed !== undefined && (placed.within !== undefined || placed.statement.kind === 'subgraph');
}
