import { resolve } from 'node:path';
import { createMasker, type Json, type JsonObject } from '@attractor/engine';
import { type Arms, featureNames } from '../config/settings.ts';
import { definedOnly, type ShellAnswer, studyPlace } from '../store/from-shell.ts';
import { isObject } from '../store/row.ts';
import { deliverableNames } from './deliverables.ts';
import { type GateSettings, reproductionGate } from './reproduce.ts';

export interface ReproduceFromShell {
  /** The study folder. */
  readonly directory: string;
  /** As for `--run`; default: the latest run of the folder. */
  readonly run?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The `attractor` command, for a `.dot` deliverable. */
  readonly attractor?: readonly string[];
  readonly signal: AbortSignal;
}

/** `attractor study reproduce DIR [--run RUN]`: the gate on a run that is over, as a person asks for it (ES-04, RG-14). */
export async function reproduceFromShell(options: ReproduceFromShell): Promise<ShellAnswer> {
  const study = resolve(options.directory);
  // What surrounds the command is not asked for the store: the run is named, or the folder's latest.
  const place = studyPlace({ run: options.run ?? 'latest', cwd: study, environment: {} });
  if (typeof place === 'string') return { exitCode: 2, stdout: '', stderr: `ERROR: ${place}\n` };
  const settings = gateSettingsOf(place.config);
  const result = await reproductionGate({
    settings: { ...settings, arms: { ...settings.arms, reproduction_gate: true, pipeline_deliverable: true } },
    study,
    places: place,
    host: {
      environment: definedOnly(options.environment),
      node: { path: process.execPath, version: process.versions.node },
      ...(options.attractor === undefined ? {} : { attractor: options.attractor }),
    },
    masker: createMasker(options.environment, []),
    signal: options.signal,
  });
  switch (result.kind) {
    case 'pass':
      return { exitCode: 0, stdout: `${result.stdout}PASS ${result.detail}\n`, stderr: '' };
    case 'fail':
      return { exitCode: 1, stdout: result.stdout ?? '', stderr: `FAILED ${result.message}\n` };
    case 'skipped': {
      const names = deliverableNames({ ...settings, arms: { ...settings.arms, pipeline_deliverable: true } }).join(' or ');
      return { exitCode: 2, stdout: '', stderr: `ERROR: ${result.reason}: looked for ${names} in ${study}\n` };
    }
    case 'interrupted':
      return { exitCode: 1, stdout: '', stderr: 'FAILED the execution was interrupted\n' };
  }
}

/** What the gate must know, as a run has recorded it (RS-05). */
export function gateSettingsOf(config: JsonObject): GateSettings {
  const runtime = partOf(config, 'runtime');
  const recorded = partOf(config, 'arms');
  const arms = Object.fromEntries(featureNames.map((name) => [name, recorded[name] !== false])) as Arms;
  const [deliverable, budget, ceiling] = [runtime['deliverable'], partOf(config, 'budgets')['budget_s'], runtime['reproduce_timeout_s']];
  const tolerance = runtime['headline_tolerance'];
  return {
    arms,
    headlineTolerance: isNumber(tolerance) ? tolerance : 1e-3,
    ...(typeof deliverable === 'string' ? { deliverable } : {}),
    ...(isNumber(budget) ? { budgetMs: budget * 1000 } : {}),
    ...(isNumber(ceiling) ? { reproduceTimeoutMs: ceiling * 1000 } : {}),
  };
}

function partOf(config: JsonObject, name: string): JsonObject {
  const part = config[name];
  return isObject(part) ? part : {};
}

function isNumber(value: Json | undefined): value is number {
  return typeof value === 'number';
}
