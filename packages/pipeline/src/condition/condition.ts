import type { Range } from '@attractor/dot';

export type ComparisonOperator = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'contains' | 'matches';

/** A parsed condition (language.md 3). Ranges are indexes into the condition's own text. */
export type Condition =
  | { readonly kind: 'truthy'; readonly key: string; readonly range: Range }
  | {
      readonly kind: 'comparison';
      readonly key: string;
      readonly operator: ComparisonOperator;
      readonly literal: string;
      readonly range: Range;
      readonly keyRange: Range;
      readonly literalRange: Range;
    }
  | { readonly kind: 'not'; readonly operand: Condition; readonly range: Range }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Condition[]; readonly range: Range };

/** What a condition can see: the outcome of the node just finished and the context. */
export interface ConditionScope {
  /** The status word, e.g. `success`. */
  readonly status: string;
  /** The outcome's preferred label; empty when it has none. */
  readonly preferredLabel: string;
  readonly failureClass: string;
  /** When true (a human gate), `outcome` is always the status. */
  readonly outcomeIsStatus: boolean;
  /** A context value; undefined when the key does not exist. */
  get(key: string): unknown;
}
