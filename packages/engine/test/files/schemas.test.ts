import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DecisionRecord, RunEvent, TraceLine } from '@attractor/engine';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { manifest, newRun, resolved } from './place.ts';

const folder = new URL('../../../../specs/schemas/', import.meta.url).pathname;
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

const compiled = new Map<string, ValidateFunction>();

function schema(name: string): ValidateFunction {
  const known = compiled.get(name);
  if (known !== undefined) return known;
  const ajv = new Ajv2020({ strict: true, allErrors: true, formats: { 'date-time': dateTime } });
  const validate = ajv.compile(JSON.parse(readFileSync(join(folder, `${name}.schema.json`), 'utf8')) as object);
  compiled.set(name, validate);
  return validate;
}

function accepts(name: string, values: readonly unknown[]): void {
  const validate = schema(name);
  for (const value of values) expect([value, validate(JSON.parse(JSON.stringify(value))), validate.errors]).toEqual([value, true, null]);
}

function refuses(name: string, good: object, bad: Readonly<Record<string, unknown>>): void {
  const validate = schema(name);
  for (const [key, value] of Object.entries(bad))
    expect([name, key, value, validate({ ...good, [key]: value })]).toEqual([name, key, value, false]);
}

const without = (value: object, key: string) => Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));

const usage = { inputTokens: 1, outputTokens: 2, costUsd: 0.1 };
const ts = '2025-01-31T14:25:30.123Z';

/** One example of each type: a new event without one does not compile. */
type Named<Type, Event extends RunEvent = RunEvent> = Event extends unknown ? (Type extends Event['type'] ? Event : never) : never;
type ByType = {
  [Type in RunEvent['type'] as Type extends `agent.${string}` ? 'agent' : Type]: Omit<Named<Type>, 'seq' | 'ts' | 'run' | 'type'>;
};
const events: ByType = {
  'pipeline.started': { name: 'g', goal: '', resumed: false },
  'pipeline.completed': { status: 'success', duration_ms: 1.5, artifact_count: 0 },
  'pipeline.failed': { reason: 'r', error_type: 'e', duration_ms: 1 },
  'pipeline.halted': { reason: 'r', duration_ms: 1 },
  'pipeline.parked': { questions: ['q'], duration_ms: 1 },
  'pipeline.cancelled': { reason: 'r', duration_ms: 1 },
  'phase.entered': { phase: 'EXECUTE' },
  'node.started': { node: 'a', index: 0, visit: 1, attempt: 1, iteration: 0 },
  'node.completed': {
    node: 'a',
    index: 0,
    visit: 1,
    status: 'success',
    preferred_label: '',
    is_explicit: true,
    attempt: 1,
    duration_ms: 1,
    usage,
  },
  'node.retrying': { node: 'a', attempt: 1, max: 3, delay_ms: 200, reason: 'exception:TypeError' },
  'node.failed': { node: 'a', index: 0, reason: 'r', failure_class: 'timeout', will_retry: false },
  'node.skipped': { node: 'a', reason: 'r', missing: ['x'], producers: [] },
  'edge.selected': { from: 'a', to: 'b', rule: 'weight', label: '', condition: '' },
  'checkpoint.saved': { node: 'a' },
  'goal_gate.checked': { satisfied: false, unsatisfied: ['a'], redirect: 'b' },
  'contract.violation': { node: 'a', declared: ['x'], emitted: [], missing: ['x'] },
  'parallel.started': { node: 'a', branch_count: 2 },
  'parallel.branch_started': { node: 'a', branch_name: 'b', index: 0 },
  'parallel.branch_completed': { node: 'a', branch_name: 'b', index: 0, duration_ms: 1, status: 'cancelled' },
  'parallel.completed': { node: 'a', duration_ms: 1, success_count: 1, failure_count: 1 },
  'loop.restarted': { from: 'a', to: 'b', iteration: 1 },
  'budget.warning': { kind: 'usd', used: 1, limit: 2 },
  'budget.exceeded': { kind: 'time', used: 3, limit: 2 },
  agent: { node: 'a', data: { any: [1] } },
  'interview.started': { node: 'a', question: { id: 'q' } },
  'interview.completed': { node: 'a', question_id: 'q', answer: 'y', duration_ms: 1 },
  'interview.timeout': { node: 'a', question_id: 'q', duration_ms: 1 },
  'subgraph.started': { node: 'a', cycle_index: 0, directory: '/d' },
  'subgraph.completed': { node: 'a', cycle_index: 1, status: 'parked', duration_ms: 1 },
  'subgraph.progress': { node: 'a', cycle_index: 0, status: 'running', stage: 'b', outcome: '', visits: 1, retries: 0, cost_usd: null },
  'context.rejected': { node: 'a', keys: ['outcome'] },
  warning: { message: 'm' },
};

const trace: TraceLine = {
  iteration: 0,
  node_id: 'a',
  status: 'success',
  preferred_label: '',
  is_explicit: true,
  duration_ms: 42.1,
  ts,
  attempt: 1,
  visit: 1,
  branch: 'branch:fan:0',
  edge: 'a -> b',
  reason: '',
};

const decision: DecisionRecord = {
  ts,
  branch: '',
  node: 'a',
  visit: 1,
  status: '',
  kind: 'edge',
  rule: 'condition',
  target: 'b',
  candidates: [{ edge: 0, to: 'b', condition: 'outcome=success', label: '', weight: 0, verdict: 'true' }],
  reason: '',
};

const status = {
  outcome: 'success',
  preferred_label: '',
  suggested_next_ids: ['a', 3],
  context_updates: { k: 1 },
  notes: '',
  status: 'success',
  preferred_next_label: '',
  is_explicit: true,
  node_id: 'a',
  iteration: 0,
  visit: 1,
  duration_ms: 1,
};

describe('files.md 1: schemas', () => {
  it('files.md 1: every schema compiles in strict mode', () => {
    const names = readdirSync(folder).map((name) => name.replace('.schema.json', ''));
    expect(names).toEqual(
      expect.arrayContaining([
        'manifest',
        'journal',
        'checkpoint',
        'trace',
        'event',
        'decision',
        'status',
        'resolved-graph',
        'script',
        'result',
      ]),
    );
    for (const name of names) expect(schema(name)).toBeTypeOf('function');
  });

  it('files.md 1: manifest, resolved graph and what the store writes', () => {
    const store = newRun();
    const written = (name: string) => JSON.parse(readFileSync(join(store.directory, name), 'utf8')) as object;
    accepts('manifest', [
      written('manifest.json'),
      { ...manifest, status: 'fail', duration_ms: 3, usage, parameters: { a: 'b' }, graph_file: null },
    ]);
    refuses('manifest', manifest, {
      digest: 'x',
      start_time: 'now',
      node_count: -1,
      engine_commit: '',
      status: 'done',
      usage: { inputTokens: -1 },
    });
    expect(schema('manifest')(without(manifest, 'graph_name'))).toBe(false);
    const graph = {
      ...resolved,
      nodes: [{ id: 'a', type: 'tool', attributes: {} }],
      edges: [{ index: 0, from: 'a', to: 'b', attributes: {} }],
    };
    accepts('resolved-graph', [written('graph.resolved.json'), graph]);
    refuses('resolved-graph', graph, { nodes: [{ id: 'a' }], edges: {}, name: 1 });
  });

  it('files.md 3: journal envelope and checkpoint', () => {
    accepts('journal', [
      { n: 0, t: 'x' },
      { n: 5, t: 'y', body: { open: true } },
    ]);
    refuses('journal', { n: 1, t: 'x' }, { n: '1', t: '' });
    for (const bad of [[], 1, 'x', null, { n: 1 }, { t: 'x' }]) expect(schema('journal')(bad)).toBe(false);
    const checkpoint = {
      schema_version: 1,
      digest: 'd',
      timestamp: ts,
      current_node: 'a',
      completed_nodes: ['a'],
      node_retries: { a: 0 },
      context: {},
      logs: [],
    };
    accepts('checkpoint', [checkpoint, { ...checkpoint, more: 1 }]);
    refuses('checkpoint', checkpoint, { schema_version: 0, completed_nodes: [1], node_retries: { a: 'x' }, context: null });
    for (const key of Object.keys(checkpoint)) expect(schema('checkpoint')(without(checkpoint, key))).toBe(false);
  });

  it('files.md 1: trace and decision lines', () => {
    accepts('trace', [trace]);
    refuses('trace', trace, { status: 'ok', visit: 0, duration_ms: -1, extra: 1 });
    for (const key of Object.keys(trace)) expect(schema('trace')(without(trace, key))).toBe(false);
    accepts('decision', [decision]);
    refuses('decision', decision, { kind: 'guess', candidates: [{ edge: 0 }], extra: 1 });
  });

  it('files.md 2: status.json', () => {
    accepts('status', [status, { ...status, failure_class: '', session_id: null, failed_step: { index: 1 }, usage, attempt_count: 2 }]);
    refuses('status', status, { outcome: 'ok', is_explicit: 'yes', failure_class: 'odd', visit: 0, context_updates: [] });
  });

  it('files.md 4: every event type, and nothing beside its fields', () => {
    const validate = schema('event');
    for (const [key, fields] of Object.entries(events)) {
      const event = { type: key === 'agent' ? 'agent.tool_call' : key, seq: 1, ts, run: 'r', ...fields };
      expect([key, validate(event), validate.errors]).toEqual([key, true, null]);
      expect(validate({ ...event, branch: 'branch:fan:0' })).toBe(true);
      expect([key, validate({ ...event, unknown_field: 1 })]).toEqual([key, false]);
      const optional = new Set(['usage', ...(key === 'warning' ? ['node'] : [])]);
      for (const field of Object.keys(event).filter((name) => !optional.has(name))) {
        expect([key, field, validate(without(event, field))]).toEqual([key, field, false]);
      }
    }
    expect(validate({ type: 'node.vanished', seq: 1, ts, run: 'r', node: 'a' })).toBe(false);
    accepts('session-event', [{ event: 'tool_call', timestamp: ts, data: {} }]);
    refuses('session-event', { event: 'e', timestamp: ts, data: {} }, { event: '', data: 'x', more: 1 });
  });

  it('backends.md 1: simulate script and queued answers', () => {
    const entry = {
      text: 't',
      outcome: { status: 'FAIL', notes: 'n' },
      usage: { input_tokens: 1 },
      cost_usd: 0.1,
      delay_ms: 5,
      files: { 'a/b.txt': 'x' },
    };
    accepts('script', [
      {},
      { nodes: { a: [entry], 'sub/a': [{ error: { status: 429, message: 'm' } }, { error: { network: true } }] }, default: { text: '' } },
    ]);
    const bad = [
      { nodes: { a: [] } },
      { nodes: { a: entry } },
      { nodes: { a: [{ outcome: { status: 'maybe' } }] } },
      { nodes: { a: [{ outcome: { notes: 'no status' } }] } },
      { nodes: { a: [{ error: {} }] } },
      { nodes: { a: [{ error: { network: false } }] } },
      { nodes: { a: [{ files: { '../x': '' } }] } },
      { nodes: { a: [{ files: { '/x': '' } }] } },
      { nodes: { a: [{ exit: 256 }] } },
      { default: 'text' },
      { node: {} },
    ];
    for (const script of bad) expect([script, schema('script')(script)]).toEqual([script, false]);
    accepts('answers', [[], ['yes', { node: 'g', answer: 'n', text: 't' }]]);
    for (const answers of [{}, [1], [{ node: 'g' }]]) expect(schema('answers')(answers)).toBe(false);
  });

  it('files.md 5: the last line of `run`', () => {
    const result = { status: 'success', reason: '', notes: '', run_dir: '/d', nodes: ['a'], duration_ms: 1, usage, cost_usd: 0.1 };
    accepts('result', [result, { ...result, cost_usd: null }, { status: 'refused', reason: 'syntax error' }]);
    refuses('result', result, { status: 'done', nodes: 'a', usage: 1, cost_usd: -1 });
    for (const key of ['run_dir', 'nodes', 'duration_ms', 'reason']) expect(schema('result')(without(result, key))).toBe(false);
  });
});
