import { type Graph, graphDigest, resolvedGraph } from '@attractor/pipeline';
import { createMasker, createRun, newRunId } from '../files/index.ts';
import type { SimulationMode } from '../handler.ts';
import type { JsonObject } from '../json.ts';
import type { Durability, RunLimits } from '../run-options.ts';
import type { Services } from '../services.ts';
import type { EndResult, RunState } from '../state/state.ts';
import { initialState } from '../step/step.ts';
import type { RunStore } from '../store.ts';
import type { BudgetAbove } from './budget-ledger.ts';
import type { ChildRunner } from './child-owner.ts';
import { engineVersion } from './engine-version.ts';
import type { LoopParts } from './loop-parts.ts';
import { Recorder } from './recorder.ts';
import { RunLoop } from './run-loop.ts';
import type { Upward } from './upward.ts';

/** Version of the journal's records; a reader refuses a newer one. */
export const journalVersion = 1;

/** What a run needs while it executes, the same for a root run, a resumed one and a child. */
export interface SessionParts {
  readonly graph: Graph;
  readonly directory: string;
  readonly services: Services;
  readonly mode: SimulationMode;
  readonly durability: Durability;
  readonly workingDirectory: string;
  readonly secrets: ReadonlyMap<string, string>;
  /** Given parameters of the root run, secret ones left out. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly signal: AbortSignal | undefined;
  /** Directory of the root run. */
  readonly rootDirectory: string;
  /** Branch string of the node this run is a child of; empty for the root. */
  readonly branchPrefix: string;
  /** The graphs of the runs around this one, outermost first. */
  readonly ancestors: readonly Graph[];
  readonly runChild: ChildRunner;
  /** The way to the parent run's records; absent for the root. */
  readonly upward?: Upward;
  /** The budgets of the runs around this one; absent for the root. */
  readonly budgetAbove?: BudgetAbove;
}

export interface SessionEnd {
  readonly end: EndResult;
  readonly state: RunState;
  readonly runId: string;
}

export interface FreshSession extends SessionParts {
  /** A new id by default. */
  readonly runId?: string | undefined;
  readonly manifest: (runId: string, digest: string) => JsonObject;
  readonly context: JsonObject;
  readonly limits: RunLimits;
  /** Scripted calls that earlier children of the same node have made. */
  readonly scriptCalls?: Readonly<Record<string, number>>;
  /** Told before the first node. */
  readonly warnings?: readonly string[];
}

/** Makes the run directory and runs from the start node to the end. */
export async function startSession(parts: FreshSession): Promise<SessionEnd> {
  const { graph, services, directory } = parts;
  const runId = parts.runId ?? newRunId(services.clock.now(), services.random);
  const digest = graphDigest(graph);
  const store = createRun(directory, parts.manifest(runId, digest), graph.source.text, resolvedGraph(graph), {
    durability: parts.durability,
  });
  const recorder = new Recorder(store, services.sinks, digest, 0, parts.upward);
  return closing(store, async () => {
    recorder.journal({ t: 'header', version: journalVersion, run: runId, digest, engine: engineVersion() });
    const loop = createLoop(parts, store, recorder, runId, initialState);
    const { context, limits, scriptCalls = {}, warnings = [] } = parts;
    const told = warnings.length === 0 ? {} : { warnings };
    const end = await loop.run({ t: 'begin', context, limits, simulated: parts.mode === 'dry-run', scriptCalls, ...told });
    return finishSession(store, loop, end, runId);
  });
}

export function createLoop(
  parts: SessionParts,
  store: RunStore,
  recorder: Recorder,
  runId: string,
  state: RunState,
  // Said anew for each run: a child takes over its parent's parts, not its books.
  spentBelow: LoopParts['spentBelow'] = new Map(),
): RunLoop {
  const masker = createMasker(parts.services.environment, parts.secrets.values());
  return new RunLoop({ ...parts, machine: { graph: parts.graph, runId }, store, recorder, masker, spentBelow }, state);
}

/** Writes the end into the manifest and to the disk (files.md 1, 3). */
export function finishSession(store: RunStore, loop: RunLoop, end: EndResult, runId: string): SessionEnd {
  const { state } = loop;
  store.updateManifest({
    status: end.status,
    reason: end.reason,
    duration_ms: state.elapsedMs,
    usage: { ...state.usage },
    end_time: new Date().toISOString(),
  });
  store.sync();
  return { end, state, runId };
}

/** Closes the store, and with it the lock, on every way out. */
export async function closing<T>(store: RunStore, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    store.close();
  }
}
