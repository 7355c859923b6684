import type { FileAccess } from '../files/file-access.ts';

/** What ends a cycle. `count` is how often at most, where the graph says; a person, a counter and a handler have none. */
export interface CycleLimit {
  readonly kind: 'max_visits' | 'iteration' | 'failure_jumps' | 'gate_retries' | 'person' | 'counter' | 'handler';
  /** The node it belongs to; absent for `gate_retries` and `iteration`. */
  readonly node?: string;
  readonly count?: number;
}

/** A knot of cycles: nodes that lie on cycles with each other. */
export interface CycleBound {
  /** A shortest cycle without a limit when there is one, else a shortest one; the first node is not repeated. */
  readonly cycle: readonly string[];
  /** All nodes of the knot, in file order. */
  readonly nodes: readonly string[];
  /** The component or manager within whose branch or child it runs; absent in the pipeline itself. */
  readonly within?: string;
  readonly limits: readonly CycleLimit[];
  /** Something of its own ends it: a number, or a person, a counter, a handler (TOPO-012 is silent). */
  readonly bounded: boolean;
  /** The numbers follow from the graph's own bounds; else from `max_steps`. */
  readonly proved: boolean;
  /** Visits of its nodes at most, in one run of what it lies in; blocks and children that its nodes run included. */
  readonly visits: number;
  readonly modelCalls: number;
}

/** The most that a run of a graph can do (language.md 8). `Infinity` where not even `max_steps` gives a number. */
export interface WorstCase {
  /** Visits of nodes, those in branches and children included. */
  readonly visits: number;
  /** Calls of model backends; an agent's own turns are not counted. */
  readonly modelCalls: number;
  /** The limit of each frame (the pipeline, a branch, a child of it) by `max_steps`, stated or default. */
  readonly maxSteps: number;
  /** No cycle is without a limit of its own. */
  readonly bounded: boolean;
  /** In file order of their first nodes. */
  readonly cycles: readonly CycleBound[];
  /** Nodes whose child graph could not be read: what it does is not counted. */
  readonly unread: readonly string[];
}

export interface WorstCaseOptions {
  /** Reads child graphs; without it they count as unread. */
  readonly files?: FileAccess;
  readonly workingDirectory?: string;
}
