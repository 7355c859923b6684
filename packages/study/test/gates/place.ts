import { createMasker, type JsonObject } from '@attractor/engine';
import {
  type Arms,
  evaluationStoreIn,
  featureNames,
  type GateOptions,
  type GateResult,
  type Host,
  reproductionGate,
  type StudySettings,
  writeRunConfig,
} from '@attractor/study';
import { environment, never, type Place, place, rowFor } from '../store/place.ts';

export const arms = (off: Partial<Arms> = {}): Arms => ({
  ...(Object.fromEntries(featureNames.map((name) => [name, true])) as Arms),
  ...off,
});

export function settings(more: Partial<StudySettings> = {}): StudySettings {
  return {
    arms: arms(),
    runBackstopMultiple: 2,
    delegateCutoffMultiple: 1.5,
    maxConsecutiveErrors: 12,
    maxFinishAttempts: 3,
    maxAwakeNodes: 5,
    stopGraceMs: 120_000,
    followupWaitMs: 300_000,
    peerMessageWaitMs: 300_000,
    repromptWaitMs: 60_000,
    interactive: false,
    maxAsk: 1,
    requiredDeliverables: [],
    headlineTolerance: 1e-3,
    requireGated: false,
    ...more,
  };
}

export const host = (more: Partial<Host> = {}): Host => ({
  environment: environment(),
  node: { path: process.execPath, version: process.versions.node },
  ...more,
});

/** A study whose store holds rows for x = 0..2 and one of a namespace. */
export async function studyWithRows(files: Readonly<Record<string, string>> = {}): Promise<Place> {
  const at = place();
  const store = evaluationStoreIn(at.store);
  for (const x of [0, 1, 2]) await store.append(null, rowFor({ x }, { f: (x - 2) ** 2 + 1 }, 'D001'));
  await store.append('other', rowFor({ x: 9 } satisfies JsonObject, { f: 50 }));
  writeRunConfig(at.runConfig, { study: at.study, run: at.run, store: at.store }, settings());
  for (const [name, text] of Object.entries(files)) at.file(name, text);
  return at;
}

export function gate(at: Place, more: Partial<GateOptions> = {}): Promise<GateResult> {
  return reproductionGate({
    settings: settings(),
    study: at.study,
    places: { run: at.run, store: at.store, runConfig: at.runConfig },
    host: host(),
    masker: createMasker({}, []),
    signal: never,
    ...more,
  });
}

/** The deliverable of the worked example (rulings G). */
export const lazy = (claim = 1): string => `import { readFileSync } from 'node:fs'
const rows = readFileSync(\`\${process.env.ATTRACTOR_STORE_DIR}/rows.jsonl\`, 'utf8').trim().split('\\n').map((l) => JSON.parse(l))
const best = rows.filter((r) => r.status === 'finished').reduce((a, b) => (b.output.f < a.output.f ? b : a))
console.log(\`best x = \${best.input.x}\`)
console.log(\`REPRODUCED: \${best.output.f}\`)
console.log('CLAIMED_HEADLINE: ${claim}')
`;
