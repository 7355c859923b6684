import { createBackendRegistry } from '@attractor/agent';
import { type BackendAnswer, type CodergenBackend, readTrace } from '@attractor/engine';
import { createBuiltinRegistry, queueInterviewer } from '@attractor/handlers';
import { afterAll, describe, expect, test } from 'vitest';
import { place, removePlaces, runWhole, type WholeRunOptions } from '../support/engine.ts';

// §25: who asserts a verdict. Each row of the table is a node `n` that is a goal gate: the run may only succeed when the node passed
// and its verdict was asserted. Engine, handlers and clock are the real ones. Of the join policies and the artefact contract, whose
// parity tables stand in packages/engine/test/run, only the explicitness is looked at here.

afterAll(removePlaces);

interface Row extends WholeRunOptions {
  /** Attributes of `n`. */
  readonly n: string;
  /** More nodes and edges; `n -> t` is there unless this leads on from `n`. */
  readonly more?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly status: string;
  readonly explicit: boolean;
}

const answer = (text: string): WholeRunOptions => ({ script: { n: [{ text }] } });
const report = (status: string, more: object = {}): WholeRunOptions => ({ script: { n: [{ outcome: { status, ...more } }] } });
const schema = String.raw`prompt=x, response_schema="{\"type\": \"object\", \"required\": [\"status\"], \"properties\": {\"status\": {}}}"`;
const data = String.raw`prompt=x, response_schema="{\"type\": \"object\", \"required\": [\"name\"], \"properties\": {\"name\": {}}}"`;
const child = (node: string): Readonly<Record<string, string>> => ({
  'child.dot': `digraph c { start [shape=Mdiamond] exit [shape=Msquare] ${node} start -> k -> exit }`,
});
const tool = 'k [shape=parallelogram, tool_command=true]';
const branches = (...commands: readonly string[]): string =>
  `j [shape=parallelogram, tool_command=true] j -> t ${commands
    .map((command, i) => `b${i} [shape=parallelogram, tool_command="${command}"] n -> b${i} -> j`)
    .join(' ')}`;

function backend(run: () => Promise<string | BackendAnswer>): WholeRunOptions {
  const own: CodergenBackend = { name: 'own', needsProvider: false, run };
  return { services: { backends: createBackendRegistry([own]), backend: { default: 'own' } } };
}

const throwing = createBuiltinRegistry();
throwing.register('custom', { execute: () => Promise.reject(new Error('boom')) });

const rows: Readonly<Record<string, Row>> = {
  'report_outcome: a pass': { n: 'prompt=x', ...report('success'), status: 'success', explicit: true },
  'report_outcome: a partial pass': { n: 'prompt=x', ...report('partial_success'), status: 'partial_success', explicit: true },
  'report_outcome: a fail': { n: 'prompt=x', ...report('fail'), status: 'fail', explicit: true },
  'an answer that is JSON': { n: 'prompt=x', ...answer('{"status": "success"}'), status: 'success', explicit: true },
  'JSON in a fence': { n: 'prompt=x', ...answer('Done.\n```json\n{"status": "success"}\n```'), status: 'success', explicit: true },
  'JSON in prose': { n: 'prompt=x', ...answer('I think {"status": "success"} is right.'), status: 'success', explicit: true },
  'JSON in prose: a fail': { n: 'prompt=x', ...answer('Cheers! {"status": "fail"} All good.'), status: 'fail', explicit: true },
  'a line STATUS: fail on a gate': { n: 'prompt=x', ...answer('STATUS: fail'), status: 'fail', explicit: true },
  'a tool that exits 0': { n: 'shape=parallelogram, tool_command=true', status: 'success', explicit: true },
  'a tool that exits 3': { n: 'shape=parallelogram, tool_command="exit 3"', status: 'fail', explicit: true },
  'a status file of a tool': {
    n: `shape=parallelogram, tool_command="echo '{\\"outcome\\": \\"success\\"}' > $ATTRACTOR_STATUS_FILE; exit 1"`,
    status: 'success',
    explicit: true,
  },
  'response_schema with a verdict': { n: schema, ...answer('{"status": "success"}'), status: 'success', explicit: true },
  'response_schema without a verdict': { n: data, ...answer('{"name": "Alice"}'), status: 'fail', explicit: false },
  'response_schema that does not fit': { n: data, ...answer('Alice'), status: 'fail', explicit: false },
  'response_schema without an answer': { n: data, ...answer(''), status: 'fail', explicit: false },
  'plain prose': { n: 'prompt=x', ...answer('NOT CONVERGED: 2 of 7 criteria pass.'), status: 'fail', explicit: false },
  'a text of a backend of one’s own': { n: 'prompt=x', ...backend(async () => 'All done.'), status: 'fail', explicit: false },
  'an agent that ended well and said nothing': {
    n: 'prompt=x',
    ...backend(async () => ({ text: '', toolCalls: 3 })),
    status: 'fail',
    explicit: false,
  },
  'an empty answer': { n: 'prompt=x', ...answer(''), status: 'fail', explicit: false },
  'a tool out of time': { n: 'shape=parallelogram, tool_command="sleep 9", timeout=100ms', status: 'fail', explicit: false },
  'a tool out of time with allow_partial': {
    n: 'shape=parallelogram, tool_command="sleep 9", timeout=100ms, allow_partial=true',
    status: 'partial_success',
    explicit: false,
  },
  'a tool killed by a signal': { n: 'shape=parallelogram, tool_command="kill -9 $$"', status: 'fail', explicit: false },
  'a handler that throws': { n: 'type=custom', services: { handlers: throwing }, status: 'fail', explicit: false },
  'an unsuccessful command with continue_on_fail': {
    n: 'shape=parallelogram, tool_command=false, continue_on_fail=true',
    status: 'success',
    explicit: false,
  },
  'a handler that skips, with auto_status': {
    n: 'prompt=x, auto_status=true',
    ...report('skipped'),
    status: 'success',
    explicit: false,
  },
  'a person who chose': {
    n: 'shape=hexagon',
    more: 'n -> t [label="[Y] Yes"]',
    services: { interviewer: queueInterviewer(['y']) },
    status: 'success',
    explicit: true,
  },
  'a person who wrote': {
    n: 'shape=hexagon, mode=freeform',
    services: { interviewer: queueInterviewer(['looks fine']) },
    status: 'success',
    explicit: true,
  },
  'a person who skipped': { n: 'shape=hexagon', services: { interviewer: queueInterviewer([]) }, status: 'fail', explicit: true },
  'a diamond': { n: 'shape=diamond', status: 'success', explicit: true },
  'a join of passed branches': { n: 'shape=component', more: branches('true', 'true'), status: 'success', explicit: true },
  'a join with a failed branch': { n: 'shape=component', more: branches('true', 'false'), status: 'partial_success', explicit: true },
  'a join of failed branches': { n: 'shape=component', more: branches('false', 'false'), status: 'fail', explicit: true },
  'a component without a branch to run': {
    n: 'shape=component',
    more: 'j [shape=parallelogram, tool_command=true] b [shape=parallelogram, tool_command=true] n -> b [condition="context.never=1"] b -> j -> t',
    status: 'success',
    explicit: true,
  },
  'a component out of time': { n: 'shape=component, timeout=100ms', more: branches('sleep 9'), status: 'fail', explicit: false },
  'a fan-in that chose': {
    n: 'shape=tripleoctagon',
    more: 'f [shape=component] a [shape=parallelogram, tool_command=true] b [shape=parallelogram, tool_command=false] f -> {a b} -> n -> t',
    status: 'success',
    explicit: true,
  },
  'a fan-in of failures': {
    n: 'shape=tripleoctagon',
    more: 'f [shape=component, error_policy=ignore, continue_on_fail=true] a [shape=parallelogram, tool_command=false] f -> a -> n -> t',
    status: 'fail',
    explicit: true,
  },
  'a fan-in without results': { n: 'shape=tripleoctagon', status: 'fail', explicit: false },
  'a folder whose child asserted': { n: 'shape=folder, dot_file="child.dot"', files: child(tool), status: 'success', explicit: true },
  'a folder whose child wrote prose': {
    n: 'shape=folder, dot_file="child.dot"',
    files: child('k [prompt=x]'),
    script: { 'n/k': [{ text: 'All done.' }] },
    status: 'success',
    explicit: false,
  },
  'a manager whose child asserted': {
    n: 'shape=house, stack.child_dotfile="child.dot"',
    files: child(tool),
    status: 'success',
    explicit: true,
  },
  'a manager whose child wrote prose': {
    n: 'shape=house, stack.child_dotfile="child.dot"',
    files: child('k [prompt=x]'),
    script: { 'n/k': [{ text: 'All done.' }] },
    status: 'success',
    explicit: false,
  },
  'a manager that used up its cycles': {
    n: 'shape=house, stack.child_dotfile="child.dot", manager.max_cycles=2',
    files: child(tool.replace('true', 'false')),
    status: 'fail',
    explicit: false,
  },
};

describe('§25: is_explicit, row by row', () => {
  test.each(Object.entries(rows))('§25: %s', async (_, row) => {
    const { n, more = '', files = {}, status, explicit, ...options } = row;
    const first = more.includes('f [') ? 'f' : 'n';
    const on = /\bn -> /.test(more) ? '' : 'n -> t';
    const run = await runWhole(
      `digraph g { start [shape=Mdiamond] exit [shape=Msquare] t [shape=parallelogram, tool_command=true]
        n [goal_gate=true, ${n}] ${more} start -> ${first} ${on} t -> exit }`,
      { at: place(files), ...options },
    );
    const line = readTrace(run.directory).find((each) => each.node_id === 'n' && each.branch === '');
    expect({ status: line?.status, explicit: line?.is_explicit }).toEqual({ status, explicit });
    const passed = status === 'success' || status === 'partial_success';
    expect(run.result.status === 'success' || run.result.status === 'partial_success').toBe(passed && explicit);
    if (passed && !explicit) expect(run.result.reason).toMatch(/gate/);
  });

  test('§25: elsewhere than on a gate a defaulted verdict passes, and says that it is one', async () => {
    const run = await runWhole(
      'digraph g { start [shape=Mdiamond] exit [shape=Msquare] n [prompt=x] start -> n -> exit }',
      answer('NOT CONVERGED: 2 of 7 criteria pass.'),
    );
    expect([run.result.status, readTrace(run.directory).map((line) => line.is_explicit)]).toEqual(['success', [true, false]]);
  });
});
