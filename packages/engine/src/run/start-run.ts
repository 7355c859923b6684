import { graphValue } from '@attractor/pipeline';
import type { JsonObject } from '../json.ts';
import type { RunResult, StartOptions } from '../run-options.ts';
import { beginContext, publicParameters, secretNames, secretsOf } from './begin-context.ts';
import { manifestFields } from './manifest.ts';
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
    warnings: options.warnings ?? [],
  });
  return runResult(session, directory);
}

function manifestOf(options: StartOptions, runId: string, digest: string): JsonObject {
  const { graph, parameters, services } = options;
  const secret = secretNames(graph);
  const fields = manifestFields(graph, services, {
    runId,
    digest,
    goal: graphValue(graph, 'goal'),
    workingDirectory: options.workingDirectory,
    mode: options.mode ?? 'off',
    parameters: Object.fromEntries(publicParameters(graph, parameters)),
    secretParameters: [...parameters.keys()].filter((name) => secret.has(name)),
  });
  return { ...fields, limits: { ...options.limits }, ...options.manifest };
}
