import type { RunEvent } from '@attractor/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { style } from '../../src/terminal/style.ts';
import { displayWidth } from '../../src/terminal/width.ts';
import { finishedLine, finishedLines, liveLines } from '../../src/view/frame.ts';
import { newRunState, takeEvent } from '../../src/view/run-state.ts';
import { completed, event, failed, started } from './events.ts';

const plain = style(false);
const name = fc.string({
  unit: fc.oneof(fc.constantFrom('漢', '👩‍👩‍👧', '\u001b[2J', '\n', '\u009b'), fc.string({ minLength: 1, maxLength: 1 })),
  minLength: 1,
  maxLength: 80,
});
const raw = /\p{Cc}/u;

test('files.md 5: no line is ever as wide as the screen, nor holds a raw control character, however narrow and long', () => {
  fc.assert(
    fc.property(
      fc.array(name, { maxLength: 20 }),
      name,
      fc.integer({ min: 2, max: 200 }),
      fc.integer({ min: 1, max: 60 }),
      (nodes, reason, columns, rows) => {
        const state = newRunState();
        const lines = nodes.flatMap((node) => [
          ...takeEvent(state, started(node), 0),
          ...takeEvent(state, failed(node, reason), 1),
          ...takeEvent(state, completed(node, 'fail', undefined, reason), 2),
        ]);
        for (const node of nodes) takeEvent(state, started(node), 3);
        const live = liveLines(state, 5000, 0, { columns, rows }, plain);
        expect(live.length).toBeLessThanOrEqual(Math.max(3, rows));
        for (const line of [...lines.map((each) => finishedLine(each, columns, plain)), ...live]) {
          expect(displayWidth(line)).toBeLessThan(columns);
          expect(raw.test(line)).toBe(false);
        }
      },
    ),
  );
});

test('files.md 5: a running node shows its elapsed time, the last line the path and the totals', () => {
  const state = newRunState();
  for (const e of [
    started('start'),
    completed('start'),
    started('plan'),
    event({ type: 'agent.tool_call', node: 'plan', data: { tool: 'shell' } }),
  ])
    takeEvent(state, e, 1000);
  expect(liveLines(state, 4400, 0, { columns: 70, rows: 24 }, plain)).toEqual([
    '  4.4s · 1 step',
    '  ⠼ plan                           3.4s  shell',
    '  start › plan',
  ]);
});

const use = (inputTokens: number, outputTokens: number, costUsd?: number) => ({
  inputTokens,
  outputTokens,
  cacheReadTokens: 1000,
  ...(costUsd === undefined ? {} : { costUsd }),
});
const turn = (node: string, n: number, usage: object, branch?: string): RunEvent[] => [
  event({ type: 'agent.model_call', node, data: { provider: 'anthropic', model: 'claude-opus-5-5', turn: n } }, branch),
  event({ type: 'agent.usage', node, data: { provider: 'anthropic', model: 'claude-opus-5-5', turn: n, usage: { ...usage } } }, branch),
];

test('files.md 5: a running model node shows the tool in use, its model, turns, tokens and cost; the first line the totals', () => {
  const state = newRunState();
  for (const e of [
    started('plan'),
    ...turn('plan', 1, use(11_345, 300, 0.04)),
    ...turn('plan', 2, use(400, 950, 0.0212)),
    event({ type: 'agent.tool_call', node: 'plan', data: { tool: 'shell', detail: 'npm test\n-- --watch' } }),
  ])
    takeEvent(state, e, 1000);
  expect(liveLines(state, 4400, 0, { columns: 80, rows: 24 }, plain)).toEqual([
    '  4.4s · 0 steps · 13.7k in (2.0k cached) · 1.3k out · $0.0612',
    '  ⠼ plan                               3.4s  shell npm test -- --watch',
    '    claude-opus-5-5 · turn 2 · 13.7k in · 1.3k out · $0.0612',
    '  plan',
  ]);
  const [line] = takeEvent(state, { ...completed('plan'), usage: use(11_745, 1250, 0.0612) }, 5000);
  expect(line === undefined ? '' : finishedLine(line, 100, plain)).toBe(
    '  ✓ plan                                   1.2s  $0.0612 · 2 turns · 13.7k in · 1.3k out · claude-…',
  );
  expect(liveLines(state, 5000, 0, { columns: 80, rows: 24 }, plain)[0]).toBe(
    '  5.0s · 1 step · 13.7k in (2.0k cached) · 1.3k out · $0.0612',
  );
});

test('files.md 5: a cost that nobody knows is no zero: the totals are at least what is known', () => {
  const state = newRunState();
  for (const e of [started('a'), ...turn('a', 1, use(10, 20)), started('b'), ...turn('b', 1, use(10, 20, 0.5))]) takeEvent(state, e, 0);
  const lines = liveLines(state, 0, 0, { columns: 100, rows: 24 }, plain);
  expect(lines[0]).toBe('  0.0s · 0 steps · 2.0k in (2.0k cached) · 40 out · at least $0.5000');
  expect(lines[2]).toBe('    claude-opus-5-5 · turn 1 · 1.0k in · 20 out · cost unknown');
});

test('files.md 5: a warning is told whole, on as many rows as it needs', () => {
  const text =
    'the price of acme/house-model-1 is unknown: the money budget does not count the calls of node plan; add it to .attractor/prices.json';
  const rows = finishedLines({ kind: 'note', tone: 'warning', text }, 60, plain);
  expect(rows.map((row) => row.trim().replace(/^! /, '')).join(' ')).toBe(text);
  expect(rows.length).toBe(3);
  for (const row of rows) expect(displayWidth(row)).toBeLessThan(60);
});

test('files.md 5: with many models at work each takes one row', () => {
  const state = newRunState();
  for (let i = 0; i < 9; i++)
    for (const e of [started('m', `branch:fan:${i}`), ...turn('m', 1, use(10, 20, 0.5), `branch:fan:${i}`)]) takeEvent(state, e, 0);
  const lines = liveLines(state, 0, 0, { columns: 110, rows: 24 }, plain);
  expect(lines).toHaveLength(10);
  expect(lines[1]).toBe('  ⠋ fan/0 › m                              0.0s  thinking · claude-opus-5-5 · turn 1 · 1.0k in · 20 out · $0…');
});

test('files.md 5: many branches take a bounded part of the screen', () => {
  const state = newRunState();
  for (let i = 0; i < 50; i++) takeEvent(state, started(`n${i}`, `branch:fan:${i}`), 0);
  const lines = liveLines(state, 0, 0, { columns: 80, rows: 10 }, plain);
  expect(lines).toHaveLength(8);
  expect(lines.at(-1)).toBe('    and 44 more');
});

test('files.md 5: a finished line lines up with its neighbours', () => {
  const line = (label: string, status: string, text: string): string =>
    finishedLine({ kind: 'node', status, label, durationMs: 1200, text, detail: '' }, 60, plain);
  expect([line('plan', 'success', ''), line('test', 'fail', 'exit code 1: 2 failing tests in module a')]).toEqual([
    '  ✓ plan                       1.2s',
    '  ✗ test                       1.2s  exit code 1: 2 failin…',
  ]);
});
