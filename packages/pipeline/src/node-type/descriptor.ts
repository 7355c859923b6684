import type { Node } from '../model.ts';

/** What the engine must know about a kind of node (engine.md 15). Everything that is none of the others is `work`. */
export type NodeRole = 'start' | 'exit' | 'component' | 'fan_in' | 'conditional' | 'work';

/** A status that a node can end a visit with; a `retry` never outlives the retry ladder (engine.md 4). */
export type FinalStatus = 'success' | 'partial_success' | 'fail' | 'skipped';

/** The context keys that a visit of a node can leave behind, beside those of every node (engine.md 1a). */
export interface WrittenKeys {
  /** Written by the handler itself. */
  readonly keys: readonly string[];
  /** True when the node can report keys of its own choice: context updates, an object on stdout. */
  readonly reports: boolean;
}

/** What validation, lint and the engine know about a handler type, without the code that runs it (language.md 7). */
export interface NodeTypeDescriptor {
  readonly type: string;
  /** Shapes that mean this type when no known `type` is set. */
  readonly shapes: readonly string[];
  /** Other names for `type`. */
  readonly aliases: readonly string[];
  readonly role: NodeRole;
  /** Statuses the handler itself can end with. */
  readonly statuses: readonly FinalStatus[];
  /** Preferred labels the handler can give, where they are fixed; those of people and models are not. */
  readonly labels: readonly string[];
  /** Whose judgement the verdict is. */
  readonly decidedBy: 'engine' | 'model' | 'person';
  /** True when running this node calls a model (§36 checks its provider then). */
  callsModel(node: Node): boolean;
  /** The handler itself ends a cycle through the node after a while. */
  readonly boundsOwnCycle: boolean;
  /** A fail is a fault, never a verdict. */
  readonly failIsOnlyFault: boolean;
  /** Attributes without which the node cannot run: each missing one is an ERROR `<attribute>_required`. */
  readonly requires: readonly string[];
  /** What a visit can write, its declared `outputs` not counted. Absent: unknown, it may write anything. */
  readonly writes?: (node: Node) => WrittenKeys;
  /**
   * What the type is in a study graph, and that it stands in no other (study-rulings.md A2, C11, C12): an agent of the team, a station of
   * the flow, or a type that is known and not built yet. Absent: the type stands in any graph.
   */
  readonly study?: 'agent' | 'station' | 'reserved';
  /** The attribute that names the file of a child pipeline. */
  readonly childFile?: 'dot_file' | 'stack.child_dotfile';
}
