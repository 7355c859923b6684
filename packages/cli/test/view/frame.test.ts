import fc from 'fast-check';
import { expect, test } from 'vitest';
import { style } from '../../src/terminal/style.ts';
import { displayWidth } from '../../src/terminal/width.ts';
import { finishedLine, liveLines } from '../../src/view/frame.ts';
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
    '  ⠼ plan                           3.4s  shell',
    '  start › plan   4.4s · 1 step',
  ]);
});

test('files.md 5: many branches take a bounded part of the screen', () => {
  const state = newRunState();
  for (let i = 0; i < 50; i++) takeEvent(state, started(`n${i}`, `branch:fan:${i}`), 0);
  const lines = liveLines(state, 0, 0, { columns: 80, rows: 10 }, plain);
  expect(lines).toHaveLength(9);
  expect(lines.at(-2)).toBe('    and 43 more');
});

test('files.md 5: a finished line lines up with its neighbours', () => {
  const line = (label: string, status: string, text: string): string =>
    finishedLine({ kind: 'node', status, label, durationMs: 1200, text }, 60, plain);
  expect([line('plan', 'success', ''), line('test', 'fail', 'exit code 1: 2 failing tests in module a')]).toEqual([
    '  ✓ plan                       1.2s',
    '  ✗ test                       1.2s  exit code 1: 2 failin…',
  ]);
});
