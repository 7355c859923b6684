import type { Edge, Graph, Node } from '@attractor/pipeline';
import type { AgentEventData, EndStatus, RunEvent } from './event.ts';
import type { Question } from './interviewer.ts';
import type { Json, JsonObject } from './json.ts';
import type { Outcome, Usage } from './outcome.ts';
import type { Services } from './services.ts';

/** Read access to the context of the frame that runs a node. Secret parameters are visible here and nowhere else. */
export interface ContextView {
  get(key: string): Json | undefined;
  has(key: string): boolean;
  keys(): Iterable<string>;
}

/** The folder of one visit of a node (files.md 1), made at the first write. Names are single path segments. */
export interface NodeDirectory {
  /** Absolute path. */
  readonly path: string;
  /** Makes the folder if need be and returns its path. */
  ensure(): string;
  /** Writes a file whole, mode 0600. */
  write(name: string, content: string): void;
}

/** One finished stage, as preambles show it. */
export interface StageRecord {
  readonly node: string;
  readonly type: string;
  readonly status: string;
  readonly notes: string;
}

/** Notes that a handler keeps over a crash, in the journal; read back when the same visit is invoked again. */
export interface HandlerMemory {
  read(): readonly Json[];
  append(note: Json): void;
}

export type SimulationMode = 'off' | 'simulate' | 'dry-run';

/** A complete run of another graph inside this node's run (engine.md 11). */
export interface ChildRequest {
  readonly graph: Graph;
  /** Context values laid over the copy of the parent's context. */
  readonly seeds: JsonObject;
  readonly goal: string;
  readonly workingDirectory?: string;
  /** Branch string of trace lines, e.g. `subgraph:sub` or `cycle:boss:2`. */
  readonly branch: string;
  /** From 0; with it, a resumed visit finds the child that it had begun. */
  readonly cycleIndex: number;
  readonly signal: AbortSignal;
  /** What earlier children of the same visit have used: taken off the limits, and the scripts go on from there. */
  readonly spent?: { readonly usage: Usage; readonly scriptCalls: Readonly<Record<string, number>> };
  /** Sees the child's events as they happen, those of its own children included; `directory` is the child's. What it throws is dropped. */
  readonly observe?: (event: RunEvent, directory: string) => void;
}

export interface ChildResult {
  readonly end: EndStatus;
  /** What the child's end means for its node; usage included. */
  readonly outcome: Outcome;
  readonly context: ContextView;
  readonly directory: string;
  /** Questions the child waits for; then the node parks. */
  readonly questions: readonly Question[];
}

/** US dollars and tokens. */
export interface Spending {
  readonly usd: number;
  readonly tokens: number;
}

/**
 * The run's budgets while a node works (engine.md 3.1): a handler asks before each call what is left, and holds back the most that the
 * call can use, so that branches at work at the same time cannot overdraw together.
 */
export interface NodeBudget {
  /** Of each limit that the run has, after what is recorded, what this attempt has used, and what others use and hold. */
  left(): Partial<Spending>;
  /** The same as if the calls of others that are under way turned out to cost nothing. */
  leftAtMost(): Partial<Spending>;
  /** The most that the next call can use; in place of what was held before. Nothing may await between `left` and this. */
  hold(next: Spending): void;
  /** What the call used; nothing is held any more. */
  spend(used: Spending): void;
  /** Resolves when somebody's hold has been given back, or on abort. Whoever waits holds nothing. */
  released(signal: AbortSignal): Promise<void>;
}

/** Everything one attempt of a node can see. A handler keeps no state between invocations. */
export interface Invocation {
  readonly graph: Graph;
  /** The graphs this run lies in, the root's first, its own last (engine.md 11). */
  readonly lineage: readonly Graph[];
  readonly node: Node;
  /** The edge by which the node was entered; absent at the start, after a jump and after a resume. */
  readonly via?: Edge;
  readonly context: ContextView;
  /**
   * The root run's parameters as they were given, secret ones left out: what a node writes under such a name later is no
   * parameter (language.md 4).
   */
  readonly parameters: ReadonlyMap<string, string>;
  /** From 1, within this frame. */
  readonly visit: number;
  /** From 1, interrupted attempts included. */
  readonly attempt: number;
  readonly iteration: number;
  /** Branch string, empty at the root. */
  readonly branch: string;
  readonly runId: string;
  /** An earlier attempt of this visit was interrupted by a crash, a park or a cancel. */
  readonly resumed: boolean;
  readonly directory: NodeDirectory;
  /** The run directory of the root run; `questions/` lies there, also for children. Absolute. */
  readonly runDirectory: string;
  /** Absolute. */
  readonly workingDirectory: string;
  readonly signal: AbortSignal;
  readonly mode: SimulationMode;
  /** Finished stages of this run, newest last, bounded. */
  readonly history: readonly StageRecord[];
  /** Visits completed in this frame: the newest so many of `history` are its own, the rest its parent's. */
  readonly frameSteps: number;
  /** A visit of this node is over in this run, whatever its end. Linear in the run's visits. */
  hasRun(nodeId: string): boolean;
  /** Calls of a scripted backend made so far for a node, over the whole run. */
  scriptCalls(nodeId: string): number;
  readonly memory: HandlerMemory;
  readonly services: Services;
  /** Absent where no run is around the node. */
  readonly budget?: NodeBudget;
  emit(event: AgentEventData): void;
  runChild(request: ChildRequest): Promise<ChildResult>;
  /** The graph with which a child of this visit has begun: it goes on with that, whatever became of its file. */
  begunChild(cycleIndex: number): Graph | undefined;
}

/** A node that waits for a person or a job: the run checkpoints, releases everything and ends `parked`. */
export interface Parked {
  readonly parked: true;
  readonly questions: readonly Question[];
}

/** Runs one kind of node. Expected failures are outcomes; a thrown error becomes a `fail` (engine.md 1). */
export interface Handler {
  execute(invocation: Invocation): Promise<Outcome | Parked>;
}

/** Thrown by handlers and backends for a failure the retry ladder may act on (engine.md 4). */
export class HandlerError extends Error {
  override readonly name = 'HandlerError';
  /** True for network errors, 408, 425, 429, 5xx and reported overload. */
  readonly retryable: boolean;
  /** The provider's Retry-After in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** The word after `exception:` in `node.retrying`. */
  readonly type: string;
  /** What the outcome made of this error carries (§30). */
  readonly failedStep: JsonObject | undefined;
  /** Scripted calls that the attempt consumed; counted like `Outcome.scriptCalls`. */
  readonly scriptCalls: number | undefined;
  /** What the attempt had used before it failed; counted like `Outcome.usage`. */
  readonly usage: Usage | undefined;

  constructor(
    message: string,
    options: {
      retryable: boolean;
      type?: string;
      retryAfterMs?: number;
      cause?: unknown;
      failedStep?: JsonObject;
      scriptCalls?: number;
      usage?: Usage;
    },
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.retryable = options.retryable;
    this.retryAfterMs = options.retryAfterMs;
    this.type = options.type ?? 'HandlerError';
    this.failedStep = options.failedStep;
    this.scriptCalls = options.scriptCalls;
    this.usage = options.usage;
  }
}
