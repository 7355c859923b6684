import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type JsonObject, makeFolders, replaceJson } from '@attractor/engine';
import type { StudySettings } from '../config/settings.ts';
import type { StudyPaths } from '../run/study-run.ts';
import { defaultTimeoutMs, type EvaluationSource, ownSource, sourceFields, sourceKeys } from './evaluation-source.ts';
import { isObject } from './row.ts';

/** Set where `RegisterOracle` named a source: such a source outlives what a later start's settings say. */
const registeredKey = 'evaluator_registered';

/** `debug/run_config.json`; undefined when it cannot be read, which counts as empty (TU-13). */
export function readRunConfig(path: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Writes what governs a run (RS-05) at its start and at every resume: store, evaluator, budgets, knobs and arms as they are now.
 * Registered oracles, and keys that others keep there, stay.
 */
export function writeRunConfig(path: string, paths: Pick<StudyPaths, 'study' | 'run' | 'store'>, settings: StudySettings): void {
  const before = readRunConfig(path) ?? {};
  const source = before[registeredKey] === true ? kept(before) : sourceOfSettings(settings);
  replace(path, {
    ...before,
    store: paths.store,
    study_dir: paths.study,
    run_dir: paths.run,
    ...source,
    budgets: {
      budget_s: seconds(settings.budgetMs),
      budget_usd: settings.budgetUsd ?? null,
      eval_budget: settings.evalBudget ?? null,
    },
    runtime: {
      run_backstop_multiple: settings.runBackstopMultiple,
      delegate_cutoff_multiple: settings.delegateCutoffMultiple,
      max_consecutive_errors: settings.maxConsecutiveErrors,
      max_finish_attempts: settings.maxFinishAttempts,
      max_awake_nodes: settings.maxAwakeNodes,
      stop_grace_s: settings.stopGraceMs / 1000,
      followup_wait_s: settings.followupWaitMs / 1000,
      peer_message_wait_s: settings.peerMessageWaitMs / 1000,
      reprompt_wait_s: settings.repromptWaitMs / 1000,
      interactive: settings.interactive,
      max_ask: settings.maxAsk,
      deliverable: settings.deliverable ?? null,
      required_deliverables: settings.requiredDeliverables,
      reproduce_timeout_s: seconds(settings.reproduceTimeoutMs),
      headline_tolerance: settings.headlineTolerance,
      require_gated: settings.requireGated,
    },
    arms: { ...settings.arms },
  });
}

/** Names the source of a namespace, or of the canonical store (ES-02). */
export function registerSource(path: string, namespace: string | null, source: EvaluationSource): void {
  const config = readRunConfig(path) ?? {};
  const fields = { ...sourceFields(source), [registeredKey]: true };
  if (namespace === null) return replace(path, { ...config, ...fields });
  const namespaces = isObject(config['namespaces']) ? config['namespaces'] : {};
  replace(path, { ...config, namespaces: { ...namespaces, [namespace]: fields } });
}

/** A config for a copy of the store: everything as it is, but for where the rows are (RG-05). */
export function redirectRunConfig(from: string, to: string, places: { readonly store: string; readonly run: string }): void {
  replace(to, { ...readRunConfig(from), store: places.store, run_dir: places.run });
}

/** An evaluator entrypoint or a lookup is named, for the canonical store or a namespace; an unreadable config names none (TU-13). */
export function namesSource(config: JsonObject | undefined): boolean {
  if (config === undefined) return false;
  const namespaces = isObject(config['namespaces']) ? Object.keys(config['namespaces']) : [];
  return [null, ...namespaces].some((namespace) => ownSource(config, namespace) !== undefined);
}

function sourceOfSettings({ evaluatorEntrypoint, evaluatorLookup }: StudySettings): JsonObject {
  if (evaluatorEntrypoint !== undefined) {
    return sourceFields({ kind: 'entrypoint', command: evaluatorEntrypoint, outputs: [], timeoutMs: defaultTimeoutMs });
  }
  if (evaluatorLookup !== undefined) return sourceFields({ kind: 'lookup', file: evaluatorLookup, outputs: [] });
  return { evaluator_entrypoint: null, evaluator_lookup: null };
}

function kept(config: JsonObject): JsonObject {
  return Object.fromEntries(sourceKeys.map((key) => [key, config[key] ?? null]));
}

function seconds(ms: number | undefined): number | null {
  return ms === undefined ? null : ms / 1000;
}

function replace(path: string, config: JsonObject): void {
  makeFolders(dirname(path));
  replaceJson(path, config);
}
