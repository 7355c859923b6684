import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Node, nodeValue, substitute } from '@attractor/pipeline';
import type { Map } from 'immutable';
import { type ArtefactStat, artefactStart } from '../files/index.ts';
import type { SimulationMode } from '../handler.ts';
import type { Json, JsonObject } from '../json.ts';
import type { MustWriteStart } from '../state/state.ts';
import type { Facts } from '../step/input.ts';
import type { RunStore } from '../store.ts';
import { textLookup } from '../text-lookup.ts';
import { contextView } from './context-view.ts';

const noSecrets: ReadonlyMap<string, string> = new globalThis.Map();

/**
 * Looks at the world before a visit: required files, and the state of a declared artefact (engine.md 3.4, 3.8). Facts are
 * journalled, so a secret stands in no path: its reference stays as written (files.md 1).
 */
export function gatherFacts(
  node: Node,
  context: Map<string, Json>,
  secrets: ReadonlyMap<string, string>,
  workingDirectory: string,
  store: RunStore,
  mode: SimulationMode,
): Facts {
  if (mode === 'dry-run') return {};
  const requires = nodeValue(node, 'requires');
  const mustWrite = nodeValue(node, 'must_write');
  if (requires.length === 0 && mustWrite === undefined) return {};
  const lookup = textLookup(contextView(context, noSecrets));
  const text = (value: string): string => substitute(value, lookup);
  return {
    ...(requires.length === 0
      ? {}
      : {
          requires: requires
            .map((entry) => text(entry))
            .map((entry) => ({ entry, file: secrets.has(entry) || isFilledFile(resolve(workingDirectory, entry)) })),
        }),
    ...(mustWrite === undefined ? {} : { mustWrite: mustWriteStart(resolve(workingDirectory, text(mustWrite)), store) }),
  };
}

function isFilledFile(path: string): boolean {
  try {
    const stat = statSync(path);
    return stat.isFile() && stat.size > 0;
  } catch {
    return false;
  }
}

function mustWriteStart(path: string, store: RunStore): MustWriteStart {
  const { startNs, before } = artefactStart(path, () => store.fileSystemNow());
  return { path, before: before === undefined ? null : statJson(before), startNs: String(startNs) };
}

/** Bigints as decimal text: journals are JSON. */
function statJson(stat: ArtefactStat): JsonObject {
  return Object.fromEntries(Object.entries(stat).map(([key, value]) => [key, typeof value === 'bigint' ? String(value) : value]));
}
