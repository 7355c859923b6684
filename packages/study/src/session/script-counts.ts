import { readFileSync } from 'node:fs';
import { replaceJson } from '@attractor/engine';
import type { SessionRequest } from './model-session.ts';

/** How many calls of a node and purpose are over, over the whole run; an interrupted one is not (rulings H). */
export interface ScriptCounts {
  ended(key: string, request: SessionRequest): number;
  end(key: string, request: SessionRequest): void;
}

/** Of one process. */
export function memoryCounts(): ScriptCounts {
  const counts = new Map<string, number>();
  return {
    ended: (key) => counts.get(key) ?? 0,
    end: (key) => void counts.set(key, (counts.get(key) ?? 0) + 1),
  };
}

/**
 * Kept in a file, so that a resumed run goes on where the run was. `turnsBefore`, when given, counts the entry's turns instead: their
 * number is the visit's, and a turn that is taken again takes its entry again.
 */
export function fileCounts(path: string, turnsBefore?: () => number): ScriptCounts {
  return {
    ended: (key, { purpose }) => (purpose === 'turn' && turnsBefore !== undefined ? turnsBefore() : (readCounts(path).get(key) ?? 0)),
    end(key) {
      const counts = readCounts(path);
      counts.set(key, (counts.get(key) ?? 0) + 1);
      replaceJson(path, Object.fromEntries(counts));
    },
  };
}

function readCounts(path: string): Map<string, number> {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return new Map(entries.filter((entry): entry is [string, number] => Number.isSafeInteger(entry[1]) && entry[1] > 0));
  } catch {
    return new Map();
  }
}
