import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Graph, graphDigest, graphFromResolved, resolvedGraph } from '@attractor/pipeline';
import { createMasker, openRun, type ResumedRunStore, readCheckpoint, readJournal, readManifest, replaceJson } from '../files/index.ts';
import type { Json, JsonObject } from '../json.ts';
import { type ResumeOptions, RunRefused, type RunResult } from '../run-options.ts';
import { decodeState, stateVersion } from '../state/codec.ts';
import { type EndResult, type RunState, rootFrame } from '../state/state.ts';
import type { Machine } from '../step/step.ts';
import { secretNames, secretsOf } from './begin-context.ts';
import { reconcile } from './reconcile.ts';
import { Recorder } from './recorder.ts';
import { type Replayed, replay } from './replay.ts';
import { childRunner } from './run-child.ts';
import { RunLoop } from './run-loop.ts';
import { runResult } from './run-result.ts';
import { closing, journalVersion, manifestEnd } from './start-run.ts';

/**
 * Goes on with a run (engine.md 14). A finished one (`success`, `partial_success`) is answered at once. Rejects with
 * `RunRefused` (`graph_changed`, `secret_missing`, ...) before anything runs, or a `StoreError`.
 */
export async function resumeRun(options: ResumeOptions): Promise<RunResult> {
  const { directory } = options;
  const manifest = readManifest(directory);
  const store = openRun(directory, { durability: options.durability ?? 'process' });
  return closing(store, () => resumeOpened(options, manifest, store));
}

async function resumeOpened(options: ResumeOptions, manifest: JsonObject, store: ResumedRunStore): Promise<RunResult> {
  const { directory, services } = options;
  const runId = String(manifest['run_id'] ?? '');
  const before = options.fromCheckpoint === true ? fromCheckpoint(directory) : fromJournal(directory, runId);
  const { graph, accepted } = graphToRun(options, before, directory);
  const secrets = requiredSecrets(options, manifest, graph);
  const digest = accepted ? graphDigest(graph) : before.digest;
  const recorder = new Recorder(store, services.sinks, digest, before.nextNumber);
  if (accepted) acceptGraph(graph, before, directory, recorder);
  const state = reconcile(directory, before.lastEffects, before.state, recorder);
  const finished = state.result;
  if (finished?.status === 'success' || finished?.status === 'partial_success') return runResult(finished, state, runId, directory);
  const workingDirectory = String(state.frames.get(rootFrame)?.context.get('context.target_dir') ?? process.cwd());
  const machine: Machine = { graph, runId };
  const mode = manifest['mode'] === 'dry-run' || manifest['mode'] === 'simulate' ? manifest['mode'] : 'off';
  const loop = new RunLoop(
    {
      machine,
      store,
      recorder,
      services,
      mode,
      workingDirectory,
      secrets,
      masker: createMasker(services.environment, secrets.values()),
      runChild: childRunner({ ...options, workingDirectory, mode, parameters: secrets }, runId),
      signal: options.signal,
    },
    state,
  );
  const context = newParameters(options, graph, state);
  const end: EndResult = before.started
    ? await loop.run({ t: 'resume', limits: options.limits ?? {}, context })
    : await loop.run({ t: 'begin', context: { ...before.begin, ...context }, limits: options.limits ?? {}, simulated: mode === 'dry-run' });
  const result = runResult(end, loop.state, runId, directory);
  store.updateManifest(manifestEnd(result));
  store.sync();
  return result;
}

interface Before extends Replayed {
  readonly nextNumber: number;
  /** The run has begun; a crash can come before its first input. */
  readonly started: boolean;
  readonly begin: JsonObject;
}

function fromJournal(directory: string, runId: string): Before {
  const { lines } = readJournal(directory);
  const path = join(directory, 'journal.jsonl');
  const version = lines[0]?.value['version'];
  if (typeof version === 'number' && version > journalVersion) {
    throw new RunRefused(
      'journal_version',
      `the run was written by a newer version (journal ${version}, this one reads ${journalVersion}): ${path}`,
    );
  }
  const replayed = replay(lines, runId, path, (index) => storedGraph(directory, index));
  const started = lines.some(({ value }) => value['t'] === 'begin');
  if (!started) throw new RunRefused('nothing_to_resume', `the run ended before its first node: start it again (${directory})`);
  return { ...replayed, nextNumber: lines.length, started, begin: {} };
}

function fromCheckpoint(directory: string): Before {
  const checkpoint = readCheckpoint(directory);
  if (checkpoint.schema_version !== stateVersion) {
    throw new RunRefused(
      'checkpoint_version',
      `checkpoint.json has version ${checkpoint.schema_version}, this engine reads ${stateVersion}`,
    );
  }
  const state = decodeState(checkpoint['state'] as JsonObject);
  const number = checkpoint['journal_number'];
  return {
    state,
    lastEffects: [],
    digest: checkpoint.digest,
    graphs: 0,
    nextNumber: typeof number === 'number' ? number : 0,
    started: true,
    begin: {},
  };
}

/** The k-th graph of a run: the one it began with, or one that `--accept-graph` took over. */
function storedGraph(directory: string, index: number): Graph {
  const name = index === 0 ? 'graph.resolved.json' : `graph.resolved.${index}.json`;
  return graphFromResolved(JSON.parse(readFileSync(join(directory, name), 'utf8')) as JsonObject);
}

function graphToRun(options: ResumeOptions, before: Before, directory: string): { graph: Graph; accepted: boolean } {
  if (graphDigest(options.graph) === before.digest) return { graph: options.graph, accepted: false };
  switch (options.onChangedGraph ?? 'refuse') {
    case 'refuse':
      throw new RunRefused(
        'graph_changed',
        'graph_changed: the pipeline is not the one this run began with; go on with the stored copy (--stored-graph) or with the file (--accept-graph)',
      );
    case 'stored':
      return { graph: storedGraph(directory, before.graphs), accepted: false };
    case 'accept': {
      const gone = nodesOf(before.state).filter((id) => !options.graph.nodes.has(id));
      if (gone.length > 0)
        throw new RunRefused('graph_changed', `graph_changed: the changed pipeline lacks nodes of this run: ${gone.join(', ')}`);
      return { graph: options.graph, accepted: true };
    }
  }
}

function nodesOf(state: RunState): string[] {
  const ids = new Set(state.trail);
  for (const frame of state.frames.values()) {
    const { position } = frame;
    if ('visit' in position) ids.add(position.visit.node);
    else if (position.at === 'entering') ids.add(position.node);
  }
  return [...ids];
}

function acceptGraph(graph: Graph, before: Before, directory: string, recorder: Recorder): void {
  replaceJson(join(directory, `graph.resolved.${before.graphs + 1}.json`), resolvedGraph(graph));
  recorder.journal({ t: 'graph', digest: graphDigest(graph) });
}

/** Secret values are stored nowhere, so a resume must be given them again (files.md 1). */
function requiredSecrets(options: ResumeOptions, manifest: JsonObject, graph: Graph): ReadonlyMap<string, string> {
  const needed = Array.isArray(manifest['secret_parameters']) ? manifest['secret_parameters'].map((name: Json) => String(name)) : [];
  const secrets = secretsOf(graph, options.parameters ?? new Map());
  const missing = needed.filter((name) => !secrets.has(name));
  if (missing.length > 0)
    throw new RunRefused(
      'secret_missing',
      `secret parameters must be given again: ${missing.map((name) => `--param ${name}=...`).join(' ')}`,
    );
  return secrets;
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
