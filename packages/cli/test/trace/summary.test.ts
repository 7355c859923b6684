import type { RunEvent, TraceLine } from '@attractor/engine';
import { expect, test } from 'vitest';
import { style } from '../../src/terminal/style.ts';
import { compareTraces, comparisonText } from '../../src/trace/compare.ts';
import { type ModelUses, modelUses } from '../../src/trace/model-use.ts';
import { summariseTrace } from '../../src/trace/summary.ts';
import { descentSvg } from '../../src/trace/svg.ts';
import { descentText, traceText } from '../../src/trace/text.ts';

import { completed, event, started } from '../view/events.ts';

const plain = style(false);
const unused: ModelUses = modelUses([]);

function line(iteration: number, node: string, status: TraceLine['status'], visit = 1, branch = ''): TraceLine {
  return {
    iteration,
    node_id: node,
    status,
    preferred_label: '',
    is_explicit: true,
    duration_ms: 1000,
    ts: '',
    attempt: 1,
    visit,
    branch,
    edge: '',
    reason: status === 'fail' ? 'no' : '',
  };
}

const lines = [
  line(0, 'plan', 'success'),
  line(0, 'tests', 'fail'),
  line(0, 'tests', 'fail', 2),
  line(1, 'plan', 'success', 2),
  line(1, 'tests', 'success', 3),
  line(1, 'review', 'fail', 1),
  line(2, 'tests', 'success', 4),
  line(2, 'review', 'success', 2),
];

test('§24: the descent curve counts the gates that are open after each look', () => {
  const { descent, visits, durationMs, iterations } = summariseTrace(lines, new Set(), unused);
  expect(descent.columns).toEqual([
    { iteration: 0, look: 0 },
    { iteration: 0, look: 1 },
    { iteration: 1, look: 0 },
    { iteration: 2, look: 0 },
  ]);
  expect(descent.gates).toEqual([
    { label: 'tests', marks: ['fail', 'fail', 'success', 'success'] },
    { label: 'review', marks: ['', '', 'fail', 'success'] },
  ]);
  expect([descent.open, visits, durationMs, iterations.map((each) => each.durationMs)]).toEqual([
    [2, 2, 1, 0],
    8,
    8000,
    [3000, 3000, 2000],
  ]);
  expect(descentText(descent, 80, plain)).toEqual([
    'Descent',
    '  iteration 0 . 1 2',
    '  tests     ✗ ✗ ✓ ✓',
    '  review    · · ✗ ✓',
    '  open      2 2 1 0',
    '            █ █ ▅ ▁',
  ]);
});

test('§24: goal gates are charted when there are any, cycles of a manager are looks at one gate', () => {
  const cycles = [line(0, 'check', 'fail', 1, 'cycle:boss:1'), line(0, 'check', 'success', 1, 'cycle:boss:2'), line(0, 'other', 'fail')];
  expect(summariseTrace(cycles, new Set(['check']), unused).descent.gates).toEqual([{ label: 'boss › check', marks: ['fail', 'success'] }]);
});

test('§24: a narrow screen keeps the newest looks', () => {
  const { descent } = summariseTrace(
    Array.from({ length: 300 }, (_, i) => line(i, 'gate', i < 299 ? 'fail' : 'success')),
    new Set(['gate']),
    unused,
  );
  const text = descentText(descent, 50, plain);
  expect(text[0]).toBe('Descent  the newest 9 of 300 looks');
  for (const each of text) expect(each.length).toBeLessThanOrEqual(50);
  expect(text.find((each) => each.includes('gate'))?.endsWith('✓')).toBe(true);
});

const usage = (costUsd?: number) => ({
  inputTokens: 300,
  outputTokens: 200,
  cacheReadTokens: 700,
  ...(costUsd === undefined ? {} : { costUsd }),
});
const call = (node: string, model: string, costUsd?: number, branch?: string): RunEvent[] => [
  event({ type: 'agent.model_call', node, data: { model, turn: 1 } }, branch),
  event({ type: 'agent.usage', node, data: { model, turn: 1, usage: usage(costUsd) } }, branch),
];
const ended = (node: string, visit: number, costUsd?: number, branch?: string) => ({
  ...completed(node, 'success', branch),
  visit,
  usage: usage(costUsd),
});
const begun = (node: string, visit: number, branch?: string): RunEvent => ({ ...started(node, branch), visit });

test('§24: tables of visits, and of models with turns, tokens and cost; sums by iteration and of all', () => {
  const uses = modelUses([
    begun('plan', 1),
    ...call('plan', 'opus', 0.25),
    ...call('plan', 'opus', 0.25),
    { ...ended('plan', 1), usage: { inputTokens: 600, outputTokens: 400, cacheReadTokens: 1400, costUsd: 0.5 } },
    begun('plan', 2),
    ...call('plan', 'house-model'),
    ended('plan', 2),
    begun('review', 1),
    ended('review', 1, 0.125),
  ]);
  const text = traceText(summariseTrace(lines, new Set(), uses), 100, plain);
  const from = text.indexOf('Models');
  expect(text.slice(0, 5)).toEqual([
    'Iteration 0  3 nodes, 3.0s, $0.5000',
    '  status     node   visit  time  says',
    '  ✓ success  plan          1.0s',
    '  ✗ fail     tests         1.0s  no',
    '  ✗ fail     tests  #2     1.0s  no',
  ]);
  expect(text.slice(from, from + 9)).toEqual([
    'Models',
    '  node         model        turns    in  cached  out              cost',
    '  plan         opus             2  2.0k    1.4k  400           $0.5000',
    '  iteration 0                   2  2.0k    1.4k  400           $0.5000',
    '  plan #2      house-model      1  1.0k     700  200           unknown',
    '  review                           1.0k     700  200           $0.1250',
    '  iteration 1                   1  2.0k    1.4k  400  at least $0.1250',
    '  all                           3  4.0k    2.8k  800  at least $0.6250',
    '',
  ]);
  expect(text.at(-1)).toBe('3 iterations, 8 nodes, 8.0s, at least $0.6250');
});

test('§24: what children use is shown and counted once; what was interrupted is counted, too', () => {
  const trace = [line(0, 'work', 'success', 1, 'subgraph:f'), line(0, 'f', 'success')];
  const uses = modelUses([
    begun('f', 1),
    begun('work', 1, 'subgraph:f'),
    ...call('work', 'opus', 0.25, 'subgraph:f'),
    ended('work', 1, 0.25, 'subgraph:f'),
    ended('f', 1, 0.25),
    begun('late', 1),
    ...call('late', 'opus', 0.5),
  ]);
  const text = traceText(summariseTrace(trace, new Set(), uses), 100, plain);
  const from = text.indexOf('Models');
  expect(text.slice(from + 2, from + 7)).toEqual([
    '  (f › work)    opus       1  1.0k     700  200  $0.2500',
    '  f                           1.0k     700  200  $0.2500',
    '  not finished                1.0k     700  200  $0.5000',
    '  all                      1  2.0k    1.4k  400  $0.7500',
    '  (in brackets: part of the node around it, not added again)',
  ]);
});

test('§24: the tables keep within a narrow screen', () => {
  const uses = modelUses([begun('plan', 1), ...call('plan', 'a-model-with-a-very-long-name-20261101', 123.45), ended('plan', 1, 123.45)]);
  for (const text of traceText(summariseTrace(lines, new Set(), uses), 60, plain)) expect(text.length).toBeLessThanOrEqual(60);
});

test('§24: the drawing is XML whatever the names say', () => {
  const svg = descentSvg(summariseTrace([line(0, '<a>&"\u0007', 'fail')], new Set(), unused), 'x < y');
  expect(svg).toContain('&lt;a&gt;&amp;&quot;');
  expect(svg).toContain('<title>x &lt; y</title>');
  expect(svg).not.toContain('\u0007');
  expect(svg.match(/<(\w+)[^>]*>/g)?.length).toBeGreaterThan(5);
});

test('§24: two runs side by side', () => {
  const a = summariseTrace(lines, new Set(), unused);
  const b = summariseTrace(lines.slice(0, 2), new Set(), unused);
  const comparison = compareTraces(a, b);
  expect(comparison.gates).toEqual([
    { gate: 'tests', a: '✗✗✓✓', b: '✗' },
    { gate: 'review', a: '✗✓', b: '' },
  ]);
  expect(comparisonText(comparison, 'run-a', 'run-b', 80, plain)[1]).toMatch(/^iterations +3 +1$/);
});
