import type { Range } from '@attractor/dot';
import type { Diagnostic } from '../diagnostic.ts';
import type { Attribute, Edge } from '../model.ts';
import { type Defaults, noDefaults } from './defaults.ts';

export interface GroupDraft {
  readonly id: string;
  readonly parent: GroupDraft | undefined;
  readonly depth: number;
  readonly range: Range;
  readonly attributes: Map<string, Attribute>;
  readonly members: Set<string>;
}

export interface NodeDraft {
  readonly id: string;
  /** Own statement if there is one, else the first mention. */
  range: Range;
  defaults: Defaults;
  readonly own: Map<string, Attribute>;
  /** What of the node has been seen: a mention in an edge, a bare statement, a statement with attributes. */
  seen: 'mention' | 'statement' | 'attributes';
  /** Groups in which its statements stand; until there is one, those of its mentions. */
  groups: Set<GroupDraft>;
  stated: boolean;
}

/** What a body of statements is read under. */
export interface Scope {
  readonly group: GroupDraft | undefined;
  nodeDefaults: Defaults;
  edgeDefaults: Defaults;
}

/** A graph in the making; the only mutable thing of `buildGraph`. */
export interface Draft {
  readonly attributes: Map<string, Attribute>;
  readonly nodes: Map<string, NodeDraft>;
  readonly edges: Edge[];
  readonly groups: Map<string, GroupDraft>;
  readonly diagnostics: Diagnostic[];
  /** Node mentions in order, kept while an edge end is a group. */
  readonly mentions: string[];
  collecting: number;
  /** Edges made from group ends so far: `{a b} -> {c d}` multiplies. */
  groupEdges: number;
  anonymous: number;
  /** Groups nested too deep have been reported. */
  tooDeep: boolean;
  report(diagnostic: Diagnostic): void;
}

export function emptyDraft(): Draft {
  const diagnostics: Diagnostic[] = [];
  return {
    attributes: new Map(),
    nodes: new Map(),
    edges: [],
    groups: new Map(),
    diagnostics,
    mentions: [],
    collecting: 0,
    groupEdges: 0,
    anonymous: 0,
    tooDeep: false,
    report: (diagnostic) => diagnostics.push(diagnostic),
  };
}

export function rootScope(): Scope {
  return { group: undefined, nodeDefaults: noDefaults, edgeDefaults: noDefaults };
}
