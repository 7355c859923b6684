import type { SyntaxNode } from 'unbash';
import type { Analysis, Arithmetic } from './analysis.ts';
import type { Layer } from './layer.ts';
import type { MaskedText } from './mask.ts';

/** In what position a part of a command stands. */
export interface Context {
  readonly arithmetic: Arithmetic;
  /** Whether bare words are names of variables, as in arithmetic. */
  readonly bareNames: boolean;
  /** In command position. */
  readonly command: boolean;
  /** Where a name of a variable is expected. */
  readonly identifier: boolean;
  /** The variable that gets this text as its value. */
  readonly copyTo: string | undefined;
}

export const PLAIN: Context = { arithmetic: 'none', bareNames: false, command: false, identifier: false, copyTo: undefined };
export const ARITHMETIC: Context = { ...PLAIN, arithmetic: 'strict', bareNames: true };

/** The walk over the tree of one layer. */
export interface Walk {
  readonly layer: Layer;
  readonly masked: MaskedText;
  readonly analysis: Analysis;
  readonly shell: 'bash' | 'sh';
  isKnown(key: string): boolean;
  push(node: SyntaxNode, context: Context): void;
  /** Work to do when everything pushed so far has been visited. */
  later(job: () => void): void;
  /** Walks code that is quoted inside this layer. */
  descend(layer: Layer): boolean;
}

type NodeOf<T extends SyntaxNode['type']> = Extract<SyntaxNode, { type: T }>;
export type Visitors = { readonly [T in SyntaxNode['type']]?: (walk: Walk, node: NodeOf<T>, context: Context) => void };
