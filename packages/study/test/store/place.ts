import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMasker, type JsonObject } from '@attractor/engine';
import {
  type EvaluationDoor,
  type EvaluationSource,
  evaluationDoorOf,
  evaluationStoreIn,
  type GrowingStore,
  oracleOf,
  registerSource,
  type StoreRow,
} from '@attractor/study';
import { onTestFinished } from 'vitest';

/** A study folder with a run in it, removed after the test. */
export interface Place {
  readonly study: string;
  readonly run: string;
  readonly store: string;
  readonly runConfig: string;
  file(name: string, text: string): string;
  /** How often the counting oracle has been asked. */
  asked(): number;
}

export function place(): Place {
  const study = mkdtempSync(join(tmpdir(), 'attractor-store-'));
  onTestFinished(() => rmSync(study, { recursive: true, force: true }));
  const run = join(study, '.attractor', 'runs', '20260101-000000-000-aaaaaaaa');
  mkdirSync(join(run, 'debug'), { recursive: true });
  const count = join(study, 'count.txt');
  return {
    study,
    run,
    store: join(run, 'experiment_data'),
    runConfig: join(run, 'debug', 'run_config.json'),
    file(name, text) {
      writeFileSync(join(study, name), text);
      return join(study, name);
    },
    asked: () => (existsSync(count) ? readFileSync(count, 'utf8').length : 0),
  };
}

/** Notes each call in `count.txt`; input `fail` ends it with that exit code, `slow` takes so many milliseconds. */
export const countingOracle = `
import { appendFileSync, readFileSync } from 'node:fs';
const input = JSON.parse(readFileSync(0, 'utf8'));
appendFileSync('count.txt', '.');
if (input.slow) await new Promise((go) => setTimeout(go, input.slow));
if (input.fail) { console.error('no such point'); process.exit(input.fail); }
console.log('some progress');
console.log(JSON.stringify({ f: (input.x - 2) ** 2 + 1 }));
`;

export const entrypoint = (command: string, timeoutMs = 60_000): EvaluationSource => ({
  kind: 'entrypoint',
  command,
  outputs: [],
  timeoutMs,
});

export function doorIn(at: Place, store: GrowingStore = evaluationStoreIn(at.store), more: Record<string, string> = {}): EvaluationDoor {
  const masker = createMasker({}, []);
  const oracle = oracleOf({
    study: at.study,
    environment: { ...environment(), ...more },
    masker,
    scratch: join(at.run, 'debug', 'evaluations'),
  });
  return evaluationDoorOf({ store, runConfig: at.runConfig, oracle, masker, clock: { now: () => Date.UTC(2026, 0, 1) } });
}

/** A door with the counting oracle registered. */
export function countingDoor(at: Place, store?: GrowingStore): EvaluationDoor {
  at.file('oracle.mjs', countingOracle);
  registerSource(at.runConfig, null, entrypoint('node oracle.mjs'));
  return doorIn(at, store);
}

export function environment(): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '' };
}

export function rowFor(input: JsonObject, output: JsonObject | null = { f: 1 }, delegation: string | null = null): StoreRow {
  return { input, output, status: output === null ? 'failed' : 'finished', _delegation_id: delegation, _source: 'test', _ts: 't' };
}

export const never: AbortSignal = new AbortController().signal;
