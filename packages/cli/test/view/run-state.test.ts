import { expect, test } from 'vitest';
import { labelOf, newRunState, takeEvent } from '../../src/view/run-state.ts';
import { totalOf } from '../../src/view/totals.ts';
import { completed, event, failed, started } from './events.ts';

test('files.md 5: a failed node has one line, with its reason', () => {
  const state = newRunState();
  takeEvent(state, started('test'), 0);
  expect(takeEvent(state, failed('test', 'exit code 1: \u001b[31mboom\nsecond'), 5)).toEqual([]);
  expect(takeEvent(state, completed('test', 'fail'), 6)).toEqual([
    { kind: 'node', status: 'fail', label: 'test', durationMs: 1200, text: 'exit code 1: boom second', detail: '' },
  ]);
  expect(state.running.size).toBe(0);
});

test('files.md 4: a retry shows the attempt, the delay that is slept and the reason; the elapsed time goes on', () => {
  const state = newRunState();
  takeEvent(state, started('plan'), 100);
  takeEvent(state, failed('plan', 'HTTP 529', true), 200);
  const [line] = takeEvent(
    state,
    event({ type: 'node.retrying', node: 'plan', attempt: 1, max: 4, delay_ms: 800, reason: 'exception:Http529' }),
    200,
  );
  expect(line).toEqual({ kind: 'note', tone: 'retry', text: 'plan: attempt 1 of 4 did not pass, again in 0.8s: HTTP 529' });
  expect(state.running.get('|plan')).toEqual({ label: 'plan', startedAt: 100, note: 'attempt 2 of 4' });
  takeEvent(state, started('plan', undefined, 2), 1000);
  expect(state.running.get('|plan')?.startedAt).toBe(100);
  expect(state.path).toEqual(['plan']);
});

test('files.md 5: the path holds root nodes, branches are named by component and number', () => {
  const state = newRunState();
  for (const e of [started('a'), completed('a'), started('fan'), started('b', 'branch:fan:1'), started('b', 'branch:fan:2')])
    takeEvent(state, e, 0);
  expect(state.path).toEqual(['a', 'fan']);
  expect([...state.running.values()].map((node) => node.label)).toEqual(['fan', 'fan/1 › b', 'fan/2 › b']);
  expect(labelOf('x', 'branch:fan:2>subgraph:child')).toBe('fan/2 › child › x');
});

test('files.md 5: a component that is partial says how many branches passed', () => {
  const state = newRunState();
  takeEvent(state, started('fan'), 0);
  takeEvent(state, event({ type: 'parallel.completed', node: 'fan', duration_ms: 1200, success_count: 2, failure_count: 1 }), 5);
  expect(takeEvent(state, completed('fan', 'partial_success'), 6)).toMatchObject([
    { status: 'partial_success', text: '2 of 3 branches passed' },
  ]);
});

const usage = { inputTokens: 100, outputTokens: 10, costUsd: 0.25 };
const used = (node: string, branch?: string) => event({ type: 'agent.usage', node, data: { model: 'm', usage } }, branch);

test('files.md 4: what is used adds up once: calls, attempts, children and the node around them', () => {
  const state = newRunState();
  const cost = () => totalOf(state.totals).costUsd;
  for (const e of [started('m'), used('m'), used('m')]) takeEvent(state, e, 0);
  expect(cost()).toBe(0.5);
  // The end of a node says the same again, or more where nobody told of each call.
  takeEvent(state, { ...completed('m'), usage: { ...usage, costUsd: 0.5 } }, 0);
  expect(cost()).toBe(0.5);
  for (const e of [started('s'), { ...completed('s'), usage }]) takeEvent(state, e, 0);
  expect(cost()).toBe(0.75);
  // Attempts that nobody told of call by call.
  const again = event({ type: 'node.retrying', node: 's', attempt: 1, max: 2, delay_ms: 1, reason: 'retry', usage });
  for (const e of [started('s'), again, { ...completed('s'), usage }]) takeEvent(state, e, 0);
  expect(cost()).toBe(1.25);
  // A child's nodes, also those of a manager's cycle in a branch, are part of what the node around them says at its end.
  for (const e of [
    started('f'),
    started('c', 'subgraph:f'),
    used('c', 'subgraph:f'),
    { ...completed('c', 'success', 'subgraph:f'), usage },
  ])
    takeEvent(state, e, 0);
  expect(cost()).toBe(1.5);
  takeEvent(state, { ...completed('f'), usage: { ...usage, costUsd: 0.3 } }, 0);
  expect(cost()).toBe(1.55);
  const deep = 'branch:fan:1>cycle:boss:2>subgraph:f';
  for (const e of [started('boss', 'branch:fan:1'), { ...completed('c', 'success', deep), usage }]) takeEvent(state, e, 0);
  expect(cost()).toBe(1.8);
  takeEvent(state, { ...completed('boss', 'success', 'branch:fan:1'), usage }, 0);
  expect([cost(), state.totals.open.size]).toEqual([1.8, 0]);
});

test('files.md 4: restarts and gates are told', () => {
  const state = newRunState();
  expect(takeEvent(state, event({ type: 'loop.restarted', from: 'test', to: 'plan', iteration: 2 }), 0)).toEqual([
    { kind: 'note', tone: 'plain', text: 'iteration 2: test → plan' },
  ]);
  expect(
    takeEvent(state, event({ type: 'goal_gate.checked', satisfied: false, unsatisfied: ['test', 'lint'], redirect: 'fix' }), 0),
  ).toEqual([{ kind: 'note', tone: 'warning', text: 'goal gate not satisfied: test, lint, back to fix' }]);
});
