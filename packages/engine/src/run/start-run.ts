import { readFileSync } from 'node:fs';
import { graphDigest, graphValue, resolvedGraph } from '@attractor/pipeline';
import { createMasker, createRun, newRunId } from '../files/index.ts';
import type { JsonObject } from '../json.ts';
import type { RunResult, StartOptions } from '../run-options.ts';
import { initialState, type Machine } from '../step/step.ts';
import type { RunStore } from '../store.ts';
import { beginContext, secretNames, secretsOf } from './begin-context.ts';
import { Recorder } from './recorder.ts';
import { childRunner } from './run-child.ts';
import { RunLoop } from './run-loop.ts';
import { runResult } from './run-result.ts';

/** Version of the journal's records; a reader refuses a newer one. */
export const journalVersion = 1;

/**
 * Runs a prepared and validated graph in a fresh run directory (engine.md 2). Resolves with the result whatever the
 * ending; rejects with a `StoreError` when the run's storage fails, before or during the run.
 */
export async function startRun(options: StartOptions): Promise<RunResult> {
  const { graph, services, directory, workingDirectory, parameters } = options;
  const runId = newRunId(services.clock.now(), services.random);
  const digest = graphDigest(graph);
  const store = createRun(directory, manifestOf(options, runId, digest), graph.source.text, resolvedGraph(graph), {
    durability: options.durability ?? 'process',
  });
  const machine: Machine = { graph, runId };
  const recorder = new Recorder(store, services.sinks, digest, 0);
  const secrets = secretsOf(graph, parameters);
  const loop = new RunLoop(
    {
      machine,
      store,
      recorder,
      services,
      mode: options.mode ?? 'off',
      workingDirectory,
      secrets,
      masker: createMasker(services.environment, secrets.values()),
      runChild: childRunner(options, runId),
      signal: options.signal,
    },
    initialState,
  );
  return closing(store, async () => {
    recorder.journal({ t: 'header', version: journalVersion, run: runId, digest, engine: engineVersion() });
    const end = await loop.run({
      t: 'begin',
      context: beginContext(graph, parameters, workingDirectory),
      limits: options.limits ?? {},
      simulated: options.mode === 'dry-run',
    });
    const result = runResult(end, loop.state, runId, directory);
    store.updateManifest(manifestEnd(result));
    store.sync();
    return result;
  });
}

/** Closes the store, and with it the lock, on every way out. */
export async function closing<T>(store: RunStore, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    store.close();
  }
}

/** What the manifest says at the end (files.md 1). */
export function manifestEnd(result: RunResult): JsonObject {
  return {
    status: result.status,
    reason: result.reason,
    duration_ms: result.durationMs,
    usage: { ...result.usage },
    end_time: new Date().toISOString(),
  };
}

function manifestOf(options: StartOptions, runId: string, digest: string): JsonObject {
  const { graph, parameters, services } = options;
  const secret = secretNames(graph);
  return {
    graph_name: graph.name,
    goal: graphValue(graph, 'goal'),
    digest,
    start_time: new Date(services.clock.now()).toISOString(),
    node_count: graph.nodes.size,
    edge_count: graph.edges.length,
    engine_version: engineVersion(),
    engine_commit: 'unknown',
    runner_version: 'unknown',
    runner_commit: 'unknown',
    provider: 'unknown',
    run_id: runId,
    parameters: Object.fromEntries([...parameters].filter(([name]) => !secret.has(name))),
    secret_parameters: [...parameters.keys()].filter((name) => secret.has(name)),
    cwd: options.workingDirectory,
    graph_file: graph.file ?? null,
    mode: options.mode ?? 'off',
    pattern_key: graphValue(graph, 'pattern_key') ?? graph.name,
    pattern_revision: graphValue(graph, 'pattern_revision') ?? '',
    ...options.manifest,
  };
}

let version: string | undefined;

/** The engine's own version, from its package (§28). */
export function engineVersion(): string {
  if (version === undefined) {
    const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
    const { version: found } = JSON.parse(text) as { version?: string };
    version = found ?? 'unknown';
  }
  return version;
}
