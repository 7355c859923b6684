import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { graphDigest, resolvedGraph } from '@attractor/pipeline';
import type { EndStatus } from '../event.ts';
import { type CheckpointFile, openRun, readCheckpoint, readJournal, readManifest, replaceJson } from '../files/index.ts';
import type { SimulationMode } from '../handler.ts';
import { type JsonObject, jsonText } from '../json.ts';
import { type RunLimits, RunRefused } from '../run-options.ts';
import type { Services } from '../services.ts';
import { decodeState, encodeState, stateVersion } from '../state/codec.ts';
import { type EndResult, type RunState, rootFrame } from '../state/state.ts';
import { initialState } from '../step/step.ts';
import { StoreError } from '../store.ts';
import { hasBegun } from './begun-child.ts';
import { engineVersion } from './engine-version.ts';
import { nextRecord, requireOrder, requireUnbegun } from './journal-order.ts';
import { reconcile } from './reconcile.ts';
import { Recorder } from './recorder.ts';
import { type Replayed, replay } from './replay.ts';
import type { FirstInput } from './run-loop.ts';
import { closing, createLoop, finishSession, journalVersion, type SessionEnd, type SessionParts } from './session.ts';
import { spentBelow } from './spent-below.ts';
import { storedGraph } from './stored-graph.ts';

/** A run as its directory tells it. */
export interface Before extends Replayed {
  readonly runId: string;
  readonly manifest: JsonObject;
  readonly nextNumber: number;
  /** False when a crash came before the first input: the run begins now, with what the manifest says. */
  readonly begun?: boolean;
  /** The journal is damaged: it is set aside, and a new one begins with the checkpoint's state. */
  readonly fromCheckpoint?: boolean;
}

const modes: ReadonlySet<string> = new Set<SimulationMode>(['off', 'simulate', 'dry-run']);

/** Folds the journal, or reads the checkpoint when the journal is damaged (engine.md 14). */
export function readBefore(directory: string, source: 'journal' | 'checkpoint' = 'journal'): Before {
  const manifest = readManifest(directory);
  const runId = jsonText(manifest['run_id']);
  // Without them nobody knows what the run is, and whether its commands may be executed.
  for (const [key, good] of [
    ['run_id', runId !== ''],
    ['mode', modes.has(jsonText(manifest['mode']))],
  ] as const) {
    const path = join(directory, 'manifest.json');
    if (!good) throw new StoreError('unreadable', `the manifest is damaged: it has no \`${key}\` that is known: ${path}`, path);
  }
  return source === 'checkpoint' ? fromCheckpoint(directory, runId, manifest) : fromJournal(directory, runId, manifest);
}

function fromJournal(directory: string, runId: string, manifest: JsonObject): Before {
  const { lines } = readJournal(directory);
  const path = join(directory, 'journal.jsonl');
  const version = lines[0]?.value['version'];
  if (typeof version === 'number' && version > journalVersion) {
    throw new RunRefused(
      'journal_version',
      `the run was written by a newer version (journal ${version}, this one reads ${journalVersion}): ${path}`,
    );
  }
  requireOrder(lines, runId, path);
  const nextNumber = nextRecord(lines);
  if (!lines.some(({ value }) => value['t'] === 'begin' || value['t'] === 'state')) {
    requireUnbegun(directory, path);
    const digest = jsonText(manifest['digest']);
    return { state: initialState, lastEffects: [], digest, graphs: 0, runId, manifest, nextNumber, begun: false };
  }
  return { ...replay(lines, runId, path, (index) => storedGraph(directory, index)), runId, manifest, nextNumber };
}

function fromCheckpoint(directory: string, runId: string, manifest: JsonObject): Before {
  const checkpoint = readCheckpoint(directory);
  if (checkpoint.schema_version !== stateVersion) {
    throw new RunRefused(
      'checkpoint_version',
      `checkpoint.json has version ${checkpoint.schema_version}, this engine reads ${stateVersion}`,
    );
  }
  const state = stateOf(checkpoint, join(directory, 'checkpoint.json'));
  const number = checkpoint['journal_number'];
  return {
    state,
    lastEffects: [],
    digest: checkpoint.digest,
    graphs: acceptedGraphs(manifest).length,
    runId,
    manifest,
    nextNumber: typeof number === 'number' ? number : 0,
    fromCheckpoint: true,
  };
}

function stateOf(checkpoint: CheckpointFile, path: string): RunState {
  try {
    const state = decodeState(checkpoint['state'] as JsonObject);
    if (!state.frames.has(rootFrame)) throw new Error('it has no root');
    const { result } = state;
    if (result !== undefined && [result.status, result.reason, result.errorType].some((text) => typeof text !== 'string'))
      throw new Error('its result is none');
    return state;
  } catch (error) {
    throw new StoreError('damaged_checkpoint', `the checkpoint is damaged: \`state\` is not the state of a run: ${path}`, path, error);
  }
}

/** Digests of the graphs that `--accept-graph` took over, oldest first. */
function acceptedGraphs(manifest: JsonObject): readonly string[] {
  const accepted = manifest['accepted_digests'];
  return Array.isArray(accepted) ? accepted.map(jsonText) : [];
}

export interface Continuation {
  readonly limits: RunLimits;
  /** Parameters that the resume adds; the whole context of a run that had not begun. */
  readonly context: JsonObject;
  /** Told before the first node. */
  readonly warnings?: readonly string[];
  /** The graph of `parts` replaces the one of the run (`--accept-graph`). */
  readonly accept?: boolean;
  /** Why the run ends cancelled instead of going on. */
  readonly cancel?: string;
}

/** Goes on where the run stands, under its lock. A run that has succeeded is answered at once. */
export async function continueSession(parts: SessionParts, before: Before, continuation: Continuation): Promise<SessionEnd> {
  const { directory, graph } = parts;
  const { runId } = before;
  if (before.fromCheckpoint === true) setAside(join(directory, 'journal.jsonl'));
  const store = openRun(directory, { durability: parts.durability });
  return closing(store, async () => {
    const digest = continuation.accept === true ? graphDigest(graph) : before.digest;
    const recorder = new Recorder(store, parts.services.sinks, digest, before.nextNumber, parts.upward);
    if (before.fromCheckpoint === true || before.nextNumber === 0)
      recorder.journal({ t: 'header', version: journalVersion, run: runId, digest: before.digest, engine: engineVersion() });
    if (before.fromCheckpoint === true) {
      recorder.journal({ t: 'state', graphs: before.graphs, state: encodeState(before.state) });
    }
    if (continuation.accept === true) {
      replaceJson(join(directory, `graph.resolved.${before.graphs + 1}.json`), resolvedGraph(graph));
      recorder.journal({ t: 'graph', digest });
      store.updateManifest({ accepted_digests: [...acceptedGraphs(before.manifest), digest] });
    }
    const notes = repairNotes(store.repaired);
    const state = reconcile(directory, before.lastEffects, before.state, recorder, (message) => void notes.push(message));
    const { result } = state;
    if (result !== undefined && conclusive.has(result.status)) {
      // A crash came between the end and the manifest: the run has ended all the same, also when it failed.
      if (!endRecorded(before.manifest, result, state)) {
        return finishSession(store, createLoop(parts, store, recorder, runId, state), result, runId);
      }
      if (result.status !== 'fail') return { end: result, state, runId };
    }
    const below = spentBelow(directory, state, (child) => (hasBegun(child) ? readBefore(child).state : undefined));
    const repaired = noteRepairs(notes, state, recorder, parts.services, runId);
    const loop = createLoop(parts, store, recorder, runId, repaired, below);
    const end = await loop.run(firstInput(parts, before, continuation));
    return finishSession(store, loop, end, runId);
  });
}

/** Which last lines a crash had cut off (files.md 3). */
function repairNotes(repaired: readonly string[]): string[] {
  return repaired.length === 0 ? [] : [`a crash had cut off the last line of ${repaired.join(', ')}; it was dropped`];
}

/** Says what is wrong with the files of the run, and does not matter to it; one that is over is told nothing after its terminal event. */
function noteRepairs(notes: readonly string[], state: RunState, recorder: Recorder, { clock }: Services, runId: string): RunState {
  let { seq } = state;
  for (const message of notes)
    recorder.appendEvent({ type: 'warning', message, seq: seq++, ts: new Date(clock.now()).toISOString(), run: runId });
  return { ...state, seq };
}

const conclusive: ReadonlySet<EndStatus> = new Set(['success', 'partial_success', 'fail']);

function endRecorded(manifest: JsonObject, result: EndResult, state: RunState): boolean {
  return manifest['status'] === result.status && manifest['duration_ms'] === state.elapsedMs;
}

function firstInput({ mode }: SessionParts, before: Before, { limits, context, warnings = [], cancel }: Continuation): FirstInput {
  const told = warnings.length === 0 ? {} : { warnings };
  if (before.begun !== false) return { t: 'resume', limits, context, ...told, ...(cancel === undefined ? {} : { cancel }) };
  const first = before.manifest['limits'];
  const begunWith = typeof first === 'object' && first !== null && !Array.isArray(first) ? (first as RunLimits) : {};
  return { t: 'begin', limits: { ...begunWith, ...limits }, context, simulated: mode === 'dry-run', scriptCalls: {}, ...told };
}

/** Keeps a damaged journal under another name: what is appended to it could never be read. */
function setAside(path: string): void {
  if (!existsSync(path)) return;
  let n = 1;
  while (existsSync(path.replace(/jsonl$/, `damaged-${n}.jsonl`))) n++;
  renameSync(path, path.replace(/jsonl$/, `damaged-${n}.jsonl`));
}
