import { isKeyword, type Token } from '@attractor/dot';
import type { Snapshot } from './snapshot.ts';

/** What an attribute block belongs to. */
export interface Owner {
  readonly scope: 'graph' | 'group' | 'node' | 'edge';
  /** The node, or the ends of the edge in order; empty for graphs, defaults and ends that are groups. */
  readonly nodes: readonly string[];
  /** `node [..]` or `edge [..]`. */
  readonly defaults: boolean;
}

/** What stands before the `[` at a position, other blocks of the same statement skipped. */
export function headOf(snapshot: Snapshot, tokens: readonly Token[], open: number): Owner {
  let at = open - 1;
  while (tokens[at]?.kind === ']') at = before(tokens, at, ']', '[');
  const nodes: string[] = [];
  let edge = false;
  for (;;) {
    at = skipPort(tokens, at);
    const token = tokens[at];
    if (token?.kind === '}') {
      at = before(tokens, at, '}', '{');
      at = skipGroupHeader(snapshot, tokens, at);
    } else if (token?.kind === 'word' || token?.kind === 'string') {
      nodes.unshift(nameText(snapshot, token));
      at--;
    } else break;
    if (tokens[at]?.kind !== 'arrow' && tokens[at]?.kind !== 'undirected') break;
    edge = true;
    at--;
  }
  if (edge) return { scope: 'edge', nodes, defaults: false };
  const [word = ''] = nodes;
  const keyword = tokens[open - 1]?.kind === 'string' || !isKeyword(word) ? '' : word.toLowerCase();
  if (keyword === 'graph') return { scope: 'graph', nodes: [], defaults: false };
  if (keyword === 'node' || keyword === 'edge') return { scope: keyword, nodes: [], defaults: true };
  return { scope: 'node', nodes, defaults: false };
}

/** The position before the mark that a closing one pairs with. */
function before(tokens: readonly Token[], from: number, close: Token['kind'], open: Token['kind']): number {
  let depth = 0;
  for (let at = from; at >= 0; at--) {
    const kind = tokens[at]?.kind;
    if (kind === close) depth++;
    if (kind === open && --depth === 0) return at - 1;
  }
  return -1;
}

function skipPort(tokens: readonly Token[], from: number): number {
  let at = from;
  for (let parts = 0; parts < 2 && tokens[at - 1]?.kind === ':'; parts++) at -= 2;
  return at;
}

/** `subgraph name?` before the brace of a group. */
function skipGroupHeader(snapshot: Snapshot, tokens: readonly Token[], from: number): number {
  const isHeader = (token: Token | undefined): boolean => token?.kind === 'word' && nameText(snapshot, token).toLowerCase() === 'subgraph';
  if (isHeader(tokens[from])) return from - 1;
  return isHeader(tokens[from - 1]) ? from - 2 : from;
}

/** A name as tokens have it, without its quotes. */
export function nameText(snapshot: Snapshot, token: Token): string {
  const text = snapshot.text.slice(token.start, token.end);
  return token.kind === 'string' ? text.replace(/^"|"$/g, '').replace(/\\(["\\])/g, '$1') : text;
}
