import { graphValue } from '@attractor/pipeline';
import type { JsonObject } from '../json.ts';
import type { RunResult, StartOptions } from '../run-options.ts';
import { beginContext, publicParameters, secretNames, secretsOf } from './begin-context.ts';
import { engineVersion } from './engine-version.ts';
import { runChild } from './run-child.ts';
import { runResult } from './run-result.ts';
import { startSession } from './session.ts';

/**
 * Runs a prepared and validated graph in a fresh run directory (engine.md 2). Resolves with the result whatever the
 * ending; rejects with a `StoreError` when the run's storage fails, before or during the run.
 */
export async function startRun(options: StartOptions): Promise<RunResult> {
  const { graph, services, directory, workingDirectory, parameters } = options;
  const session = await startSession({
    runId: options.runId,
    graph,
    directory,
    services,
    mode: options.mode ?? 'off',
    durability: options.durability ?? 'process',
    workingDirectory,
    secrets: secretsOf(graph, parameters),
    parameters: publicParameters(graph, parameters),
    signal: options.signal,
    rootDirectory: directory,
    branchPrefix: '',
    ancestors: [],
    runChild,
    manifest: (runId, digest) => manifestOf(options, runId, digest),
    context: beginContext(graph, parameters, workingDirectory),
    limits: options.limits ?? {},
  });
  return runResult(session, directory);
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
    parameters: Object.fromEntries(publicParameters(graph, parameters)),
    secret_parameters: [...parameters.keys()].filter((name) => secret.has(name)),
    cwd: options.workingDirectory,
    limits: { ...options.limits },
    graph_file: graph.file ?? null,
    mode: options.mode ?? 'off',
    pattern_key: graphValue(graph, 'pattern_key') ?? graph.name,
    pattern_revision: graphValue(graph, 'pattern_revision') ?? '',
    ...options.manifest,
  };
}
