import type { Json } from '../json.ts';

/** What an attribute's text is read as (language.md 2). */
export type AttributeType =
  | 'string'
  | 'text'
  | 'int'
  | 'float'
  | 'bool'
  | 'duration'
  | 'enum'
  | 'node-id'
  | 'condition'
  | 'path'
  | 'list'
  | 'json'
  | 'command';

export type AttributeScope = 'graph' | 'node' | 'edge';

/** One attribute: the only place in the code that says what it is (language.md 2). */
export interface AttributeDefinition {
  readonly type: AttributeType;
  readonly aliases?: readonly string[];
  /** The typed value of an attribute that is not set; durations in milliseconds. */
  readonly default?: string | number | boolean | readonly string[];
  /** How people should read a default that is computed, e.g. `the node's id`. */
  readonly defaultText?: string;
  /** Allowed words of an enum, allowed elements of a list. */
  readonly values?: readonly string[];
  /** What each element of a list is; `key`: the name of a context key. */
  readonly items?: 'key';
  /** Usual values of an open set, for completion. */
  readonly suggestions?: readonly string[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  /** Unit of a bare integer of a duration. */
  readonly unit?: 's' | 'ms';
  /** A duration may also be written HH:MM:SS. */
  readonly clock?: true;
  /** Handler types that read it; `engine` for what applies to every kind of node, `study` to study graphs; `drawing` for looks only. */
  readonly readBy: readonly string[];
  /** The graph attribute that holds when a node does not set this one (language.md 5). */
  readonly inherits?: string;
  /** A validation rule of its own reports unreadable values; then `attribute_value` is silent. */
  readonly rule?: string;
  /** One line. */
  readonly doc: string;
  /** `canonical 2.6`, `§22`, `ours`. */
  readonly source: string;
}

type WrittenValue<D> = D extends { type: 'enum'; values: readonly (infer V)[] }
  ? V
  : D extends { type: 'list'; values: readonly (infer V)[] }
    ? readonly V[]
    : D extends { type: 'list' }
      ? readonly string[]
      : D extends { type: 'int' | 'float' | 'duration' }
        ? number
        : D extends { type: 'bool' }
          ? boolean
          : D extends { type: 'json' }
            ? Json
            : string;

/** The TypeScript type of an attribute's value: never undefined when the table gives a default. */
export type ValueOf<D> = D extends { default: unknown } ? WrittenValue<D> : WrittenValue<D> | undefined;

export type AttributeTable = Readonly<Record<string, AttributeDefinition>>;
