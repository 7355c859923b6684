import { type Graph, graphDigest } from '@attractor/pipeline';
import { lockOwner, readManifest } from '../files/index.ts';
import { type Json, type JsonObject, jsonText } from '../json.ts';
import { type ResumeOptions, RunRefused, type RunResult } from '../run-options.ts';
import { type RunState, rootFrame } from '../state/state.ts';
import { StoreError } from '../store.ts';
import { beginContext, publicParameters, secretNames, secretsOf } from './begin-context.ts';
import { type Before, continueSession, readBefore } from './resume-session.ts';
import { runChild } from './run-child.ts';
import { runResult } from './run-result.ts';
import { storedGraph } from './stored-graph.ts';

/**
 * Goes on with a run (engine.md 14). A finished one (`success`, `partial_success`) is answered at once. Rejects with
 * `RunRefused` (`graph_changed`, `secret_missing`, ...) before anything runs, or with a `StoreError`.
 */
export async function resumeRun(options: ResumeOptions): Promise<RunResult> {
  const { directory, services } = options;
  readManifest(directory);
  refuseLocked(directory);
  const before = readBefore(directory, options.fromCheckpoint === true ? 'checkpoint' : 'journal');
  const { graph, accept } = graphToRun(options, before, directory);
  const { mode } = before.manifest;
  const parameters = givenParameters(options, before.manifest, graph);
  const workingDirectory =
    jsonText(before.state.frames.get(rootFrame)?.context.get('context.target_dir')) || jsonText(before.manifest['cwd']) || process.cwd();
  const session = await continueSession(
    {
      graph,
      directory,
      services,
      mode: mode === 'dry-run' || mode === 'simulate' ? mode : 'off',
      durability: options.durability ?? 'process',
      workingDirectory,
      secrets: requiredSecrets(options, before.manifest, graph),
      parameters,
      signal: options.signal,
      rootDirectory: directory,
      branchPrefix: '',
      ancestors: [],
      runChild,
    },
    before,
    {
      limits: options.limits ?? {},
      context: before.begun === false ? beginContext(graph, parameters, workingDirectory) : newParameters(options, graph, before.state),
      accept,
      warnings: options.warnings ?? [],
    },
  );
  return runResult(session, directory);
}

/** A live owner is reported before the journal is read, because it may be writing it. */
function refuseLocked(directory: string): void {
  const owner = lockOwner(directory);
  if (owner !== undefined) throw new StoreError('run_locked', `the run is being executed by another process (pid ${owner.pid})`, directory);
}

function graphToRun(options: ResumeOptions, before: Before, directory: string): { graph: Graph; accept: boolean } {
  if (graphDigest(options.graph) === before.digest) return { graph: options.graph, accept: false };
  switch (options.onChangedGraph ?? 'refuse') {
    case 'refuse':
      throw new RunRefused(
        'graph_changed',
        'graph_changed: the pipeline is not the one this run began with; go on with the stored copy (--stored-graph) or with the file (--accept-graph)',
      );
    case 'stored':
      return { graph: storedGraph(directory, before.graphs), accept: false };
    case 'accept': {
      const gone = nodesOf(before.state).filter((id) => !options.graph.nodes.has(id));
      if (gone.length > 0)
        throw new RunRefused('graph_changed', `graph_changed: the changed pipeline lacks nodes of this run: ${gone.join(', ')}`);
      return { graph: options.graph, accept: true };
    }
  }
}

function nodesOf(state: RunState): string[] {
  const ids = new Set(state.trail);
  for (const { position } of state.frames.values()) {
    if ('visit' in position) ids.add(position.visit.node);
    else if (position.at === 'entering') ids.add(position.node);
  }
  return [...ids];
}

/** Secret values are stored nowhere, so a resume must be given them again (files.md 1). */
function requiredSecrets(options: ResumeOptions, manifest: JsonObject, graph: Graph): ReadonlyMap<string, string> {
  const needed = Array.isArray(manifest['secret_parameters']) ? manifest['secret_parameters'].map(jsonText) : [];
  const secrets = secretsOf(graph, options.parameters ?? new Map());
  const missing = needed.filter((name) => !secrets.has(name));
  if (missing.length === 0) return secrets;
  throw new RunRefused(
    'secret_missing',
    `secret parameters must be given again: ${missing.map((name) => `--param ${name}=...`).join(' ')}`,
  );
}

/** What the run began with, and what this resume adds. */
function givenParameters(options: ResumeOptions, manifest: JsonObject, graph: Graph): ReadonlyMap<string, string> {
  const first = manifest['parameters'];
  const known = typeof first === 'object' && first !== null && !Array.isArray(first) ? Object.entries(first) : [];
  return new Map([
    ...publicParameters(graph, options.parameters ?? new Map()),
    ...known.map(([name, value]): [string, string] => [name, jsonText(value)]),
  ]);
}

/** A resume only adds names; what the run began with stays. */
function newParameters(options: ResumeOptions, graph: Graph, state: RunState): JsonObject {
  const known = state.frames.get(rootFrame)?.context;
  const secret = secretNames(graph);
  const added: Record<string, Json> = {};
  for (const [name, value] of options.parameters ?? []) {
    if (secret.has(name)) continue;
    const present = known?.get(name);
    if (present !== undefined && present !== value)
      throw new RunRefused('parameter_exists', `the run already has '${name}'; a resume can only add parameters`);
    added[name] = value;
  }
  return added;
}
