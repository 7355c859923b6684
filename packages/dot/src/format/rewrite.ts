import { isGraphvizWord, isKeyword, quote } from '../quote.ts';
import type { Token, TokenKind } from '../syntax.ts';

/** Whose rules the text is to satisfy: ours, or also those of Graphviz, which refuses some of what we read (language.md 1). */
export type Dialect = 'own' | 'graphviz';

/**
 * What is written in place of a token that follows one of kind `before`; nothing when it stays as it is. Strings and values do, byte
 * for byte, but for what Graphviz would refuse or read otherwise.
 */
export function rewrite(text: string, token: Token, before: TokenKind | undefined, dialect: Dialect): string | undefined {
  switch (token.kind) {
    case 'word':
      return rewriteWord(text, token, before, dialect);
    case 'comment':
      return rewriteComment(text, token, dialect);
    case 'string':
      return dialect === 'graphviz' ? changed(text, token, joinByLineFeed) : undefined;
    default:
      return undefined;
  }
}

/** Legal text has keywords in the place of a keyword, in a value, or as a port: only the first are keywords. */
export function isKeywordToken(text: string, { kind, start, end }: Token, before: TokenKind | undefined): boolean {
  const length = end - start;
  return kind === 'word' && length > 3 && length < 9 && before !== '=' && before !== ':' && isKeyword(text.slice(start, end));
}

function rewriteWord(text: string, token: Token, before: TokenKind | undefined, dialect: Dialect): string | undefined {
  if (isKeywordToken(text, token, before)) return changed(text, token, (word) => word.toLowerCase());
  return dialect === 'own' ? undefined : changed(text, token, (word) => (isGraphvizWord(word) ? word : quote(word)));
}

/** Blanks at the end of a line go. Graphviz takes a line with `#` for output of a preprocessor, and older ones refuse it behind blanks. */
function rewriteComment(text: string, token: Token, dialect: Dialect): string | undefined {
  if (text.startsWith('/*', token.start)) return undefined;
  return changed(text, token, (written) =>
    (dialect === 'graphviz' && written.startsWith('#') ? `//${written.slice(1)}` : written).trimEnd(),
  );
}

/** To Graphviz a backslash joins lines only before a line feed. */
function joinByLineFeed(written: string): string {
  return written.includes('\r') ? written.replace(/\\(?:\r\n?|[\s\S])/g, (escape) => (escape[1] === '\r' ? '\\\n' : escape)) : written;
}

function changed(text: string, { start, end }: Token, change: (written: string) => string): string | undefined {
  const written = text.slice(start, end);
  const now = change(written);
  return now === written ? undefined : now;
}
