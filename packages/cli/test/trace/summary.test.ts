import type { TraceLine } from '@attractor/engine';
import { expect, test } from 'vitest';
import { style } from '../../src/terminal/style.ts';
import { compareTraces, comparisonText } from '../../src/trace/compare.ts';
import { costKey, summariseTrace } from '../../src/trace/summary.ts';
import { descentSvg } from '../../src/trace/svg.ts';
import { descentText, traceText } from '../../src/trace/text.ts';

const plain = style(false);

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
  const { descent, visits, durationMs, iterations } = summariseTrace(lines, new Set(), new Map());
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
  expect(summariseTrace(cycles, new Set(['check']), new Map()).descent.gates).toEqual([
    { label: 'boss › check', marks: ['fail', 'success'] },
  ]);
});

test('§24: a narrow screen keeps the newest looks', () => {
  const { descent } = summariseTrace(
    Array.from({ length: 300 }, (_, i) => line(i, 'gate', i < 299 ? 'fail' : 'success')),
    new Set(['gate']),
    new Map(),
  );
  const text = descentText(descent, 50, plain);
  expect(text[0]).toBe('Descent  the newest 9 of 300 looks');
  for (const each of text) expect(each.length).toBeLessThanOrEqual(50);
  expect(text.find((each) => each.includes('gate'))?.endsWith('✓')).toBe(true);
});

test('§24: the table names iterations, visits, attempts, durations and cost', () => {
  const costs = new Map([
    [costKey('', 'plan', 1), 0.5],
    [costKey('', 'plan', 2), 0.25],
  ]);
  const text = traceText(summariseTrace(lines, new Set(), costs), 100, plain);
  expect(text.slice(0, 5)).toEqual(
    [
      'Iteration 0  3 nodes, 3.0s',
      '  status     node   visit  time   cost  says',
      '  ✓ success  plan          1.0s  $0.5000',
      '  ✗ fail     tests         1.0s           no',
      '  ✗ fail     tests  #2     1.0s           no',
    ].map((each) => expect.stringMatching(new RegExp(`^${each.replaceAll(/[$.#]/g, '\\$&').replaceAll(/ +/g, ' +')}$`))),
  );
  expect(text.at(-1)).toBe('3 iterations, 8 nodes, 8.0s, $0.7500');
});

test('§24: the drawing is XML whatever the names say', () => {
  const svg = descentSvg(summariseTrace([line(0, '<a>&"\u0007', 'fail')], new Set(), new Map()), 'x < y');
  expect(svg).toContain('&lt;a&gt;&amp;&quot;');
  expect(svg).toContain('<title>x &lt; y</title>');
  expect(svg).not.toContain('\u0007');
  expect(svg.match(/<(\w+)[^>]*>/g)?.length).toBeGreaterThan(5);
});

test('§24: two runs side by side', () => {
  const a = summariseTrace(lines, new Set(), new Map());
  const b = summariseTrace(lines.slice(0, 2), new Set(), new Map());
  const comparison = compareTraces(a, b);
  expect(comparison.gates).toEqual([
    { gate: 'tests', a: '✗✗✓✓', b: '✗' },
    { gate: 'review', a: '✗✓', b: '' },
  ]);
  expect(comparisonText(comparison, 'run-a', 'run-b', 80, plain)[1]).toMatch(/^iterations +3 +1$/);
});
