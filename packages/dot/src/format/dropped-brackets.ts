import type { Token, TokenKind } from '../syntax.ts';
import { isKeywordToken } from './rewrite.ts';

export function isSeparator(kind: TokenKind): boolean {
  return kind === ',' || kind === ';';
}

/** Marks, by index of token, the brackets that say nothing: between two blocks of one statement, and empty ones behind a node or edge. */
export function droppedBrackets(tokens: readonly Token[], text: string): Uint8Array {
  const dropped = new Uint8Array(tokens.length);
  let open = -1; // the last bracket that is kept
  let needed = false; // its block holds something, or the statement is nothing without it
  let close = -1; // the bracket right before, comments not counted
  let keyword = false; // right before stands a keyword
  let before: TokenKind | undefined;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) break;
    const { kind } = token;
    if (kind === 'whitespace' || kind === 'bom' || isSeparator(kind)) continue;
    if (kind === 'comment') {
      if (close < 0) needed = true;
      continue;
    }
    if (kind === '[' && close >= 0) {
      dropped[close] = 1;
      dropped[index] = 1;
    } else {
      if (close >= 0 && !needed) dropped[open] = dropped[close] = 1;
      if (kind === '[') {
        open = index;
        needed = keyword;
      } else if (kind !== ']') needed = true;
    }
    close = kind === ']' ? index : -1;
    keyword = isKeywordToken(text, token, before);
    before = kind;
  }
  return dropped;
}
