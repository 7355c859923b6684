import path from 'node:path';
import { type Graph, isAgent, type TypedValue } from '@attractor/pipeline';
import { type KnobName, knobs } from './knobs.ts';
import { type Findings, hint, type Layer, type Origin } from './layer.ts';
import { type NodeOverride, overrideKeys } from './node-override.ts';
import { readConfigFile } from './read-file.ts';
import { readGraph } from './read-graph.ts';
import { readSets } from './read-sets.ts';
import { type Arms, type FeatureName, featureNames, type StudySettings } from './settings.ts';

export interface ConfigSources {
  readonly graph: Graph;
  /** The study folder, absolute: where `evaluator_lookup` begins. */
  readonly folder: string;
  /** `study.yaml`, with the path as messages show it. */
  readonly file?: { readonly path: string; readonly text: string };
  /** Values of `--set`, in order. */
  readonly set?: readonly string[];
}

/** What governs a run, and where each word of it comes from. */
export interface StudyConfig {
  readonly settings: StudySettings;
  readonly nodes: ReadonlyMap<string, NodeOverride>;
  readonly origins: ReadonlyMap<KnobName, Origin>;
}

export type ConfigReading =
  | { readonly ok: true; readonly config: StudyConfig; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly problems: readonly string[]; readonly warnings: readonly string[] };

/** Resolves a study's configuration: `--set`, then `study.yaml`, then the graph, then defaults (study-rulings.md C8; RS-06, RS-20, RS-21). */
export function resolveConfig(sources: ConfigSources): ConfigReading {
  const { graph, folder, file, set = [] } = sources;
  const problems: string[] = [];
  const warnings: string[] = [];
  const findings: Findings = { problem: (message) => void problems.push(message), warning: (message) => void warnings.push(message) };
  const layers = [
    readSets(set, findings),
    ...(file === undefined ? [] : [readConfigFile(file.path, file.text, findings)]),
    readGraph(graph, findings),
  ];
  const values = valuesOf(layers);
  const origins = new Map([...knobs.keys()].map((name) => [name, values.origin(name)]));
  const arms = armsOf(values);
  for (const [feature, needed] of prerequisites) {
    if (!arms[feature] || arms[needed]) continue;
    problems.push(
      `the feature ${feature} is on and needs ${needed}, which is off (by ${originText(values.origin(`feature_${needed}`))}); set feature_${feature}=false too`,
    );
  }
  const nodes = overridesOf(layers, graph, findings);
  if (problems.length > 0) return { ok: false, problems, warnings };
  const settings = settingsOf(values, arms, folder);
  if (settings.budgetMs !== undefined && cutsTooLate(settings)) {
    warnings.push(
      `delegate_cutoff_multiple (${settings.delegateCutoffMultiple}) is not below run_backstop_multiple (${settings.runBackstopMultiple}): the study winds down before the cutoff could hold`,
    );
  }
  return { ok: true, config: { settings, nodes, origins }, warnings };
}

/** A feature and the one it cannot do without (RS-20). */
const prerequisites: readonly (readonly [FeatureName, FeatureName])[] = [
  ['verdict_validator', 'hypothesis_ledger'],
  ['reproduction_gate', 'pipeline_deliverable'],
];

interface Values {
  origin(name: KnobName): Origin;
  /** As the registry reads it; undefined when nothing says it and it has no default. */
  value(name: KnobName): TypedValue | undefined;
}

function valuesOf(layers: readonly Layer[]): Values {
  const layer = (name: KnobName): Layer | undefined => layers.find((each) => each.knobs.has(name));
  return {
    origin: (name) => layer(name)?.origin ?? 'default',
    value: (name) => layer(name)?.knobs.get(name) ?? (knobs.get(name)?.default as TypedValue | undefined),
  };
}

function originText(origin: Origin): string {
  return { set: '--set', 'study.yaml': 'study.yaml', graph: 'the graph', default: 'default' }[origin];
}

function armsOf({ value }: Values): Arms {
  return Object.fromEntries(featureNames.map((name) => [name, value(`feature_${name}`) === true])) as Arms;
}

function cutsTooLate({ delegateCutoffMultiple, runBackstopMultiple }: StudySettings): boolean {
  return delegateCutoffMultiple > 0 && runBackstopMultiple > 0 && delegateCutoffMultiple >= runBackstopMultiple;
}

function settingsOf({ value }: Values, arms: Arms, folder: string): StudySettings {
  const number = (name: KnobName): number | undefined => {
    const read = value(name);
    return typeof read === 'number' ? read : undefined;
  };
  const sure = (name: KnobName): number => number(name) ?? 0;
  const text = (name: KnobName): string | undefined => {
    const read = value(name);
    return typeof read === 'string' && read.trim() !== '' ? read.trim() : undefined;
  };
  const texts = (name: KnobName): string[] => {
    const read = value(name);
    return Array.isArray(read) ? read.filter((item) => typeof item === 'string') : [];
  };
  const usd = number('budget_usd');
  const lookup = text('evaluator_lookup');
  const deliverable = text('deliverable');
  return {
    arms,
    ...optional('budgetMs', positive(number('budget'))),
    ...optional('budgetUsd', positive(usd)),
    ...optional('evalBudget', number('eval_budget')),
    runBackstopMultiple: sure('run_backstop_multiple'),
    delegateCutoffMultiple: sure('delegate_cutoff_multiple'),
    maxConsecutiveErrors: sure('max_consecutive_errors'),
    maxFinishAttempts: sure('max_finish_attempts'),
    maxAwakeNodes: sure('max_awake_nodes'),
    stopGraceMs: sure('stop_grace_s'),
    followupWaitMs: sure('followup_wait_s'),
    peerMessageWaitMs: sure('peer_message_wait_s'),
    repromptWaitMs: sure('reprompt_wait_s'),
    interactive: value('interactive') === true,
    maxAsk: sure('max_ask'),
    ...optional('deliverable', deliverable === undefined ? undefined : path.basename(deliverable)),
    requiredDeliverables: [...new Set(texts('required_deliverables').map((name) => path.basename(name)))],
    ...optional('reproduceTimeoutMs', number('reproduce_timeout_s')),
    headlineTolerance: sure('headline_tolerance'),
    ...optional('evaluatorEntrypoint', text('evaluator_entrypoint')),
    ...optional('evaluatorLookup', lookup === undefined ? undefined : path.resolve(folder, lookup)),
    requireGated: value('require_gated') === true,
  };
}

/** A budget of 0 is none (BU-09). */
function positive(value: number | undefined): number | undefined {
  return value !== undefined && value > 0 ? value : undefined;
}

function overridesOf(layers: readonly Layer[], graph: Graph, findings: Findings): ReadonlyMap<string, NodeOverride> {
  const names = [...graph.nodes.values()].filter((node) => isAgent(node) && !node.implicit).map(({ id }) => id);
  const overrides = new Map<string, NodeOverride>();
  for (const name of new Set(layers.flatMap(({ nodes }) => [...nodes.keys()]))) {
    if (!names.includes(name)) {
      findings.problem(`\`nodes.${name}\`: the graph has no agent of that name${hint(name, names)}`);
      continue;
    }
    const own: Record<string, TypedValue> = {};
    for (const { nodes } of [...layers].reverse())
      for (const [key, value] of nodes.get(name) ?? []) {
        const member = overrideKeys[key];
        if (member !== undefined) own[member] = value;
      }
    overrides.set(name, own as NodeOverride);
  }
  return overrides;
}

function optional<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: V };
}
