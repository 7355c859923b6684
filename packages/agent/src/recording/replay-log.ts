import { join } from 'node:path';
import { type CallKey, recordingFolder } from './format.ts';
import { appendLine, wholeLines } from './line-file.ts';
import { type Places, placeName, places } from './places.ts';

/** Which recorded calls a replayed run has used: kept in its run directory, so that a resume goes on with the next ones. */
export interface ReplayLog {
  /** The recorded call that answers this one, from 0. */
  indexOf(key: CallKey): number;
  used(key: CallKey): void;
}

const logs = new Map<string, ReplayLog>();

/** The log of a run directory; one a process. */
export function replayLog(runDirectory: string): ReplayLog {
  const log = logs.get(runDirectory) ?? openLog(join(runDirectory, recordingFolder, 'replayed.jsonl'));
  logs.set(runDirectory, log);
  return log;
}

function openLog(file: string): ReplayLog {
  const byPlace = new Map<string, Places<true>>();
  const placeOf = (key: CallKey): Places<true> => {
    const name = placeName(key);
    const known = byPlace.get(name) ?? places<true>();
    byPlace.set(name, known);
    return known;
  };
  for (const line of wholeLines(file)) {
    const key = JSON.parse(line) as CallKey;
    placeOf(key).put(key, true);
  }
  return {
    indexOf: (key) => placeOf(key).indexOf(key),
    used(key) {
      const { branch, node, n, visit, attempt, resumed } = key;
      placeOf(key).put(key, true);
      appendLine(file, { branch, node, n, visit, attempt, resumed });
    },
  };
}
