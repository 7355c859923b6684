const IDENTIFIER = /^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u;
const ASCII_IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;
const NUMERAL = /^-?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)$/;
const DOTTED = /^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)+$/;
const KEYWORDS: ReadonlySet<string> = new Set(['digraph', 'subgraph', 'node', 'edge', 'graph', 'strict']);

/** Whether a bare word is a keyword of DOT; as in Graphviz, in any case. A quoted one never is. */
export function isKeyword(word: string): boolean {
  return KEYWORDS.has(word.toLowerCase());
}

/** Whether an id or value can be written without quotes, for us and for Graphviz: an ASCII identifier or a numeral, no keyword. */
export function isBareId(text: string): boolean {
  return (ASCII_IDENTIFIER.test(text) && !isKeyword(text)) || NUMERAL.test(text);
}

/** Whether Graphviz reads this bare word as one id: as `isBareId`, with letters of any script. */
export function isGraphvizWord(word: string): boolean {
  return (IDENTIFIER.test(word) && !isKeyword(word)) || NUMERAL.test(word);
}

/** `human.default_choice`: a key that we read without quotes and Graphviz does not. */
export function isDottedKey(word: string): boolean {
  return DOTTED.test(word);
}

/**
 * A text as a quoted string that `parse` reads back exactly. Backslashes that need no escape keep none, so that Graphviz
 * still sees its own `\l`, `\N` and the like.
 */
export function quote(text: string): string {
  const escaped = text.replace(/\\(?=["\\nt\t\r\n]|$)|["\n\t]/g, (char) => ESCAPES.get(char) ?? char);
  return `"${escaped}"`;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ['"', '\\"'],
  ['\n', '\\n'],
  ['\t', '\\t'],
]);
