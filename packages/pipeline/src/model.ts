import type { Range, SourceFile, Value } from '@attractor/dot';
import type { Condition } from './condition/condition.ts';

/** Where an attribute's value comes from (language.md 1 and 5). Defaults count as own against the stylesheet. */
export type AttributeOrigin = 'own' | 'default' | 'stylesheet' | 'transform';

/** One attribute of a graph, node or edge after defaults, aliases and transforms. */
export interface Attribute {
  /** The registry's name; an unknown attribute keeps the name it was written with. */
  readonly name: string;
  /** The decoded text, after transforms. */
  readonly text: string;
  readonly origin: AttributeOrigin;
  /** The name as written (an alias, say); absent when no line of the file says it. */
  readonly written?: string;
  readonly keyRange?: Range;
  /** The value in the source: its range and the mapping from text indexes to source offsets. */
  readonly value?: Value;
}

export type Attributes = ReadonlyMap<string, Attribute>;

export interface Node {
  readonly id: string;
  /** The resolved handler type: explicit `type` (aliases resolved), else by shape, else by the id rule of language.md 2. */
  readonly type: string;
  readonly attributes: Attributes;
  /** Own classes, then those derived from enclosing subgraphs. */
  readonly classes: readonly string[];
  /** Ids of the enclosing groups, outermost first. */
  readonly groups: readonly string[];
  /** The first mention, or the node's own statement when it has one. */
  readonly range: Range;
  /** True when the node has no statement of its own (`implicit_node`). */
  readonly implicit: boolean;
}

export interface Edge {
  /** Position in the file's order of edges; the identity of an edge. */
  readonly index: number;
  readonly from: string;
  readonly to: string;
  readonly attributes: Attributes;
  /** Parsed `condition`; absent when there is none, it is empty, or it has a syntax error (then validation says so). */
  readonly condition?: Condition;
  readonly range: Range;
}

export interface Group {
  readonly id: string;
  readonly label: string;
  readonly className?: string;
  readonly parent?: string;
  readonly nodes: readonly string[];
  readonly range: Range;
}

/** A pipeline before or after transforms. Immutable; transforms return a new one. */
export interface Graph {
  readonly name: string;
  readonly attributes: Attributes;
  /** In order of first mention. */
  readonly nodes: ReadonlyMap<string, Node>;
  /** Flow and delegates edges, in file order. Use `flowOut`/`flowIn` for routes. */
  readonly edges: readonly Edge[];
  readonly groups: readonly Group[];
  readonly source: SourceFile;
  /** Absolute path of the file; absent for text without a file. */
  readonly file?: string;
  /** Digests of the statically known child graphs by their path as written; set by preparation, part of the digest (engine.md 14). */
  readonly children?: ReadonlyMap<string, string>;
}
