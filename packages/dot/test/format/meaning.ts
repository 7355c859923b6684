import type { Attribute, NodeRef, Statement, Subgraph, SyntaxTree, Token } from '../../src/index.ts';
import { decodeString } from '../../src/string-value.ts';

/** What a tree says, in order: statements, names, attributes, values by their decoded text. Layout, quotes and comments do not count. */
export function meaningOf(tree: SyntaxTree): readonly string[] {
  const said: string[] = [JSON.stringify(['digraph', tree.graph?.id?.text])];
  const open: (Statement | NodeRef | string)[] = [...(tree.graph?.body ?? [])].reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') said.push(next);
    else if (next.kind === 'node-ref') said.push(JSON.stringify(['ref', next.id.text, portOf(tree, next)]));
    else if (next.kind === 'subgraph') {
      said.push(JSON.stringify(['group', next.id?.text]));
      open.push('end of group', ...[...next.body].reverse());
    } else open.push(...partsOf(next).reverse());
  }
  return said;
}

function partsOf(statement: Exclude<Statement, Subgraph>): (Statement | NodeRef | string)[] {
  switch (statement.kind) {
    case 'node':
      return ['node', statement.node, ...statement.attributes.map(attributeText)];
    case 'edge':
      return ['edge', ...statement.ends, ...statement.attributes.map(attributeText)];
    case 'defaults':
      return [`defaults of ${statement.target}`, ...statement.attributes.map(attributeText)];
    case 'assignment':
      return ['assignment', attributeText(statement.attribute)];
  }
}

/** HTML and text are different values; whether a text has quotes is not. */
function attributeText({ key, value }: Attribute): string {
  return JSON.stringify([key.text, value.kind === 'html', value.text]);
}

function portOf({ source, tokens }: SyntaxTree, { port }: NodeRef): readonly string[] {
  if (port === undefined) return [];
  const parts = tokens.filter(({ kind, start, end }) => start >= port.start && end <= port.end && (kind === 'word' || kind === 'string'));
  return parts.map(({ kind, start, end }) =>
    kind === 'word' ? source.text.slice(start, end) : decodeString(source.text.slice(start + 1, end - 1)),
  );
}

/** A comment and where it stands. */
export interface CommentPlace {
  readonly text: string;
  /** How many tokens that cannot be left out stand before it. */
  readonly behind: number;
  /** It ends the line of what stands before it, or it begins a line. */
  readonly place: 'line end' | 'line start' | 'inside';
  /** Nothing but separators follows it in its line. */
  readonly ends: boolean;
  /** Its line begins with a separator or bracket, which the layout may leave out or put elsewhere. */
  readonly loose: boolean;
}

const OPTIONAL: ReadonlySet<Token['kind']> = new Set([',', ';', '[', ']']);

/** Every comment with its place. Marker, indentation and blanks at line ends do not count. */
export function commentsOf({ source, tokens }: SyntaxTree): readonly CommentPlace[] {
  const comments: CommentPlace[] = [];
  let behind = 0;
  let loose = false;
  tokens.forEach((token, index) => {
    const { kind, start, end } = token;
    if (kind === 'whitespace' && breaksAt(source.text, token)) loose = false;
    if (OPTIONAL.has(kind) && breaksAt(source.text, tokens[index - 1])) loose = true;
    if (kind === 'comment') {
      const text = source.text.slice(start, end);
      const begins = (behind === 0 && comments.length === 0) || breaksAt(source.text, tokens[index - 1]);
      const ends = end === source.text.length || breaksAt(source.text, tokens[index + 1]);
      const lines = text.replace(/^#/, '//').split(/\r\n|\r|\n/);
      comments.push({
        text: lines.map((line) => line.trim()).join('\n'),
        behind,
        place: begins ? 'line start' : ends ? 'line end' : 'inside',
        ends: endsLine(source.text, tokens, index),
        loose,
      });
    } else if (kind !== 'whitespace' && kind !== 'bom' && !OPTIONAL.has(kind)) behind++;
  });
  return comments;
}

function endsLine(text: string, tokens: readonly Token[], index: number): boolean {
  let next = index + 1;
  while (tokens[next]?.kind === ',' || tokens[next]?.kind === ';') next++;
  return tokens[next]?.kind === 'end' || breaksAt(text, tokens[next]);
}

function breaksAt(text: string, token: Token | undefined): boolean {
  return (
    token !== undefined && (token.kind === 'bom' || (token.kind === 'whitespace' && /[\r\n]/.test(text.slice(token.start, token.end))))
  );
}

/** The strings and HTML values as written, byte for byte. */
export function writtenStrings({ source, tokens }: SyntaxTree): readonly string[] {
  return tokens.filter(({ kind }) => kind === 'string' || kind === 'html').map(({ start, end }) => source.text.slice(start, end));
}
