import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { notBuiltWarning, problemOf, resolveConfig, type StudyConfig, snapshotHash, snapshotProblem, teamOf } from '@attractor/study';
import { describe, expect, test } from 'vitest';
import { studyGraph } from '../team/graphs.ts';

const hub = 'hub [type=agent, description=x, tools="Done"]';

function read(options: { graph?: string; nodes?: string; yaml?: string; set?: readonly string[] } = {}) {
  const { graph = '', nodes = hub, yaml, set = [] } = options;
  return resolveConfig({
    graph: studyGraph(nodes, graph),
    folder: '/s',
    set,
    ...(yaml === undefined ? {} : { file: { path: 'study.yaml', text: yaml } }),
  });
}

function config(options: Parameters<typeof read>[0] = {}): StudyConfig {
  const reading = read(options);
  if (!reading.ok) throw new Error(reading.problems.join('\n'));
  return reading.config;
}

function problems(options: Parameters<typeof read>[0]): readonly string[] {
  const reading = read(options);
  return reading.ok ? [] : reading.problems;
}

describe('the configuration of a study', () => {
  test('C8: what holds when nothing is said', () => {
    expect(config().settings).toEqual({
      arms: {
        hypothesis_ledger: true,
        milestones_enabled: true,
        science_monitor: true,
        verdict_validator: true,
        pipeline_deliverable: true,
        reproduction_gate: true,
        peer_interaction: true,
        budget_notes: true,
        delegation_contract: true,
        reprompt_unfinished: true,
      },
      runBackstopMultiple: 2,
      delegateCutoffMultiple: 1.5,
      maxConsecutiveErrors: 12,
      maxFinishAttempts: 3,
      maxAwakeNodes: 5,
      stopGraceMs: 120_000,
      followupWaitMs: 600_000,
      peerMessageWaitMs: 300_000,
      repromptWaitMs: 60_000,
      interactive: false,
      maxAsk: 1,
      requiredDeliverables: [],
      headlineTolerance: 1e-3,
      requireGated: false,
    });
  });

  test('C8, RS-06: --set beats study.yaml beats the graph beats the default', () => {
    const graph = ', budget="1h", budget_usd=5, max_ask=2, stop_grace_s=10, deliverable="out/pipeline.mjs"';
    const yaml = 'budget: "02:00:00"\nruntime:\n  max_ask: 3\n  budget_usd: 7.5\nrequired_deliverables: [a/x.md, b/x.md, y.md]\n';
    const { settings, origins } = config({ graph, yaml, set: ['budget=90s', 'max_ask=4', 'max_ask=5'] });
    expect(settings).toMatchObject({ budgetMs: 90_000, budgetUsd: 7.5, maxAsk: 5, stopGraceMs: 10_000, deliverable: 'pipeline.mjs' });
    expect(settings.requiredDeliverables).toEqual(['x.md', 'y.md']);
    expect(['budget', 'budget_usd', 'stop_grace_s', 'max_awake_nodes'].map((name) => origins.get(name as 'budget'))).toEqual([
      'set',
      'study.yaml',
      'graph',
      'default',
    ]);
  });

  test('C8, C18: a station beats the graph', () => {
    const nodes = `${hub} r [type="gate.reproduce", reproduce_timeout_s=30, headline_tolerance=0.1] close [require_gated=true]`;
    const { settings } = config({ nodes, graph: ', reproduce_timeout_s=99, evaluator_lookup="data/pool.jsonl"' });
    expect(settings).toMatchObject({
      reproduceTimeoutMs: 30_000,
      headlineTolerance: 0.1,
      requireGated: true,
      evaluatorLookup: '/s/data/pool.jsonl',
    });
  });

  test('BU-09: a money budget of nothing is none', () => {
    expect(config({ set: ['budget_usd=-1'] }).settings.budgetUsd).toBeUndefined();
    expect(config({ yaml: 'budget_usd: null\nbudget: 0', graph: ', budget_usd=3' }).settings).toMatchObject({ budgetUsd: 3 });
  });

  test('RS-06: an unknown word at the top stops the start, one under runtime is a warning, one of --set is an error', () => {
    expect(problems({ yaml: 'budgett: 1h' })).toEqual(['study.yaml:1: `budgett` is unknown; did you mean `budget`?']);
    expect(problems({ set: ['max_aks=1'] })).toEqual(['--set: `max_aks` is unknown; did you mean `max_ask`?']);
    expect(problems({ set: ['budget'] })[0]).toContain('write KEY=VALUE');
    const reading = read({ yaml: 'runtime: {max_aks: 1, max_ask: 2}' });
    expect(reading).toMatchObject({ ok: true, warnings: [expect.stringContaining('`runtime.max_aks` is unknown')] });
    expect(problems({ yaml: 'features: {hypotesis_ledger: false}' })[0]).toContain('did you mean `hypothesis_ledger`');
  });

  test('RS-06: what cannot be read is said with its place', () => {
    expect(problems({ yaml: 'budget: soon', set: ['max_ask=-1'] })).toEqual([
      '--set: `max_ask` is "-1", expected at least 0',
      expect.stringContaining('study.yaml:1: `budget` is "soon", expected a duration'),
    ]);
    expect(problems({ yaml: 'budget: [1' })[0]).toMatch(/^study\.yaml:1: /);
    expect(problems({ yaml: '- a' })).toEqual(['study.yaml:1: this is no list of `key: value` lines']);
    expect(problems({ yaml: 'nodes: [hub]' })).toEqual(['study.yaml:1: `nodes` is no map']);
    expect(problems({ yaml: `a: ${'['.repeat(50_000)}${']'.repeat(50_000)}` })).toEqual(['study.yaml:1: the YAML is nested too deeply']);
    expect(problems({ yaml: `a:\n${'- '.repeat(50_000)}x` })).toEqual(['study.yaml:2: the YAML is nested too deeply']);
    expect(problems({ yaml: Array.from({ length: 99 }, (_, n) => `${' '.repeat(n)}a:`).join('\n') })[0]).toContain('`a` is unknown');
    expect(problems({ yaml: `a: ${'['.repeat(100)}` }).length).toBe(5);
    expect(config({ yaml: '' }).settings.maxAsk).toBe(1);
  });

  test('RS-20, RS-21: a feature without the one it needs refuses to start', () => {
    expect(problems({ set: ['features.hypothesis_ledger=false'] })).toEqual([
      'the feature verdict_validator is on and needs hypothesis_ledger, which is off (by --set); set feature_verdict_validator=false too',
    ]);
    expect(problems({ yaml: 'features: {pipeline_deliverable: false}' })[0]).toContain(
      'reproduction_gate is on and needs pipeline_deliverable',
    );
    const off = config({
      yaml: 'features: {hypothesis_ledger: false, verdict_validator: false}',
      graph: ', feature_science_monitor=false',
    });
    expect(off.settings.arms).toMatchObject({
      hypothesis_ledger: false,
      verdict_validator: false,
      science_monitor: false,
      milestones_enabled: true,
    });
  });

  test('AG-20: nodes.<name>.tools is the whole tool set; a name that is no agent is an error', () => {
    const { nodes } = config({ yaml: 'nodes:\n  hub:\n    tools: [Read, Done]\n    model: big\n', set: ['nodes.hub.model=small'] });
    expect(nodes.get('hub')).toEqual({ tools: ['Read', 'Done'], model: 'small' });
    expect(teamOf(studyGraph(hub), { nodes }).agents.get('hub')).toMatchObject({
      onlyTools: ['Read', 'Done'],
      tools: ['Done'],
      model: 'small',
    });
    expect(config({ set: ['nodes.hub.tools='] }).nodes.get('hub')).toEqual({ tools: [] });
    expect(problems({ yaml: 'nodes: {hubb: {tools: []}}' })).toEqual([
      '`nodes.hubb`: the graph has no agent of that name; did you mean `hub`?',
    ]);
    expect(problems({ set: ['nodes.hub.rol=x'] })[0]).toContain('`nodes.hub.rol` cannot be set for one run');
  });

  test('BU-14: a cutoff at or above the backstop is a warning', () => {
    const warnings = (set: readonly string[]) => read({ set }).warnings;
    expect(warnings(['budget=1h', 'delegate_cutoff_multiple=2'])).toEqual([expect.stringContaining('delegate_cutoff_multiple (2)')]);
    expect(warnings(['budget=1h'])).toEqual([]);
    expect(warnings(['delegate_cutoff_multiple=2'])).toEqual([]);
  });

  test('RS-20: who asks for a feature that is not built is told so, once', () => {
    const of = (options: Parameters<typeof read>[0]) => {
      const graph = studyGraph(options?.nodes ?? hub, options?.graph ?? '');
      return notBuiltWarning(config(options), teamOf(graph));
    };
    expect(of({})).toBeUndefined();
    expect(of({ nodes: 'hub [type=agent, description=x, tools="HypothesisPropose,HypothesisList"]' })).toContain(
      'not built yet: hypothesis_ledger;',
    );
    expect(of({ set: ['feature_science_monitor=true'] })).toContain('not built yet: science_monitor;');
  });
});

describe('RS-09: the problem of a study', () => {
  test('RS-09: its text and hash are kept at the start; without a file the goal is the problem', () => {
    const folder = mkdtempSync(join(tmpdir(), 'attractor-study-'));
    try {
      const debug = join(folder, 'run', 'debug');
      expect(problemOf(folder, 'Find x.')).toMatchObject({ text: 'Find x.', source: 'goal' });
      expect(snapshotHash(debug)).toBeUndefined();
      writeFileSync(join(folder, 'PROBLEM_STATEMENT.md'), 'Find x. The key is hunter2.\n');
      const before = problemOf(folder, 'Find x.');
      expect(before.sha256).toBe('5ada528db6ec25255c7350bf03711b6500a12a72015cd158afbd5f956616b0c1');
      mkdirSync(join(folder, 'run'));
      snapshotProblem(before, debug, (text) => text.replaceAll('hunter2', '***'));
      expect(readFileSync(join(debug, 'problem_statement.md'), 'utf8')).toBe('Find x. The key is ***.\n');
      expect(snapshotHash(debug)).toBe(before.sha256);
      writeFileSync(join(folder, 'PROBLEM_STATEMENT.md'), 'Find y.\n');
      expect(problemOf(folder, '').sha256).not.toBe(snapshotHash(debug));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
