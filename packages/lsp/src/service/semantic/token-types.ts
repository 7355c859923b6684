/** Kinds of coloured text; the order is the legend of the protocol. All are standard names, so that every theme knows them. */
export const tokenTypes = [
  'comment',
  'keyword',
  'namespace',
  'class',
  'property',
  'string',
  'number',
  'operator',
  'variable',
  'function',
  'parameter',
  'enumMember',
  'type',
  'regexp',
] as const;

export const tokenModifiers = ['declaration'] as const;

export type TokenType = (typeof tokenTypes)[number];

/** A coloured part of one text: spans of one list are in order and never overlap. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly type: TokenType;
  readonly declaration?: true;
}
