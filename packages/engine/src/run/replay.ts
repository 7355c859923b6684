import { type Graph, graphDigest } from '@attractor/pipeline';
import { damagedJournal } from '../files/index.ts';
import type { JsonObject } from '../json.ts';
import { decodeState } from '../state/codec.ts';
import type { RunState } from '../state/state.ts';
import type { Effect } from '../step/effect.ts';
import type { Input } from '../step/input.ts';
import { initialState, step } from '../step/step.ts';
import { engineVersion } from './engine-version.ts';

export interface Replayed {
  readonly state: RunState;
  /** The records of the last input: a crash may have come between the journal and them. */
  readonly lastEffects: readonly Effect[];
  readonly digest: string;
  /** How many times the run went over to a changed graph. */
  readonly graphs: number;
}

type Line = { readonly number: number; readonly value: JsonObject };

/** Folds the journal into the state it stands for (engine.md 14). `graphAt(0)` is the first graph of the run, `graphAt(k)` the k-th accepted one. */
export function replay(lines: readonly Line[], runId: string, path: string, graphAt: (index: number) => Graph): Replayed {
  let state = initialState;
  let lastEffects: readonly Effect[] = [];
  let digest = '';
  let graphs = 0;
  let graph = graphAt(0);
  // Another version may count differently; this one knows whether the stored copy is the graph that these records speak of.
  const isKnown = lines[0]?.value['engine'] === engineVersion();
  const same = (number: number): void => {
    if (isKnown && graphDigest(graph) !== digest)
      throw damagedJournal(`${path}:${number}`, 'the stored graph is not the one that it speaks of', path);
  };
  for (const { number, value } of lines) {
    const kind = value['t'];
    if (kind === 'header' || kind === 'graph') {
      digest = typeof value['digest'] === 'string' ? value['digest'] : digest;
      if (kind === 'graph') graph = graphAt(++graphs);
      if (kind === 'graph' || lines[1]?.value['t'] !== 'state') same(number);
      continue;
    }
    if (kind === 'state') {
      // The journal began anew from a checkpoint; which graph is in force is written beside it.
      state = decodeState(value['state'] as JsonObject);
      lastEffects = [];
      graphs = typeof value['graphs'] === 'number' ? value['graphs'] : graphs;
      graph = graphAt(graphs);
      same(number);
      continue;
    }
    try {
      const stepped = step({ graph, runId }, state, value as unknown as Input);
      state = stepped.state;
      lastEffects = stepped.effects;
    } catch (error) {
      throw damagedJournal(`${path}:${number}`, 'the record does not fit the graph', path, error);
    }
  }
  return { state, lastEffects, digest, graphs };
}
