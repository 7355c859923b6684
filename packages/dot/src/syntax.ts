import type { SyntaxDiagnostic } from './diagnostic.ts';
import type { Range, SourceFile } from './source.ts';

/**
 * Lexical kinds. Trivia (`whitespace`, `comment`, `bom`) and unreadable input (`unknown`) are tokens too:
 * the texts of all tokens of a tree, joined, are the source text byte for byte.
 */
export type TokenKind =
  | 'word' // identifiers, numbers, durations and other bare values
  | 'string'
  | 'html'
  | 'arrow'
  | 'undirected'
  | '{'
  | '}'
  | '['
  | ']'
  | '='
  | ','
  | ';'
  | ':'
  | '+'
  | 'whitespace'
  | 'comment'
  | 'bom'
  | 'unknown'
  | 'end';

export interface Token extends Range {
  readonly kind: TokenKind;
}

/** An identifier as written: bare, number or quoted; `text` is the decoded name. */
export interface Name {
  readonly text: string;
  readonly quoted: boolean;
  readonly range: Range;
}

/** An attribute value; `text` is decoded (escapes resolved, `+` joined). */
export interface Value {
  readonly kind: 'string' | 'bare' | 'html';
  readonly text: string;
  readonly range: Range;
  /** The source offset of a UTF-16 index into `text`; `text.length` maps to the end of the content. */
  offsetAt(index: number): number;
}

export interface Attribute {
  readonly key: Name;
  readonly value: Value;
  readonly range: Range;
}

export interface NodeRef {
  readonly kind: 'node-ref';
  readonly id: Name;
  readonly port?: Range;
  readonly range: Range;
}

export interface Subgraph {
  readonly kind: 'subgraph';
  readonly id?: Name;
  readonly body: readonly Statement[];
  readonly range: Range;
}

/** `graph [..]`, `node [..]`, `edge [..]`. */
export interface DefaultsStatement {
  readonly kind: 'defaults';
  readonly target: 'graph' | 'node' | 'edge';
  readonly attributes: readonly Attribute[];
  readonly range: Range;
}

/** `key = value` at statement level. */
export interface AssignmentStatement {
  readonly kind: 'assignment';
  readonly attribute: Attribute;
  readonly range: Range;
}

export interface NodeStatement {
  readonly kind: 'node';
  readonly node: NodeRef;
  readonly attributes: readonly Attribute[];
  readonly range: Range;
}

/** `a -> b -> { c d } [..]`: two or more ends. */
export interface EdgeStatement {
  readonly kind: 'edge';
  readonly ends: readonly (NodeRef | Subgraph)[];
  readonly attributes: readonly Attribute[];
  readonly range: Range;
}

export type Statement = DefaultsStatement | AssignmentStatement | NodeStatement | EdgeStatement | Subgraph;

export interface Digraph {
  readonly id?: Name;
  readonly body: readonly Statement[];
  readonly range: Range;
}

/** The result of parsing: always a tree, whatever the text holds. */
export interface SyntaxTree {
  readonly source: SourceFile;
  readonly tokens: readonly Token[];
  /** Absent when the file holds no `digraph`. */
  readonly graph?: Digraph;
  /** In source order. */
  readonly diagnostics: readonly SyntaxDiagnostic[];
}
