import { simulatedClock } from '@attractor/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { conditionsOf } from '../../src/delegation/condition.ts';
import { idOf, idsOf } from '../../src/delegation/ids.ts';
import { reportProblem } from '../../src/delegation/report-contract.ts';
import { slotsOf } from '../../src/delegation/slots.ts';
import { settle } from './service.ts';

const open = new AbortController().signal;

test('DE-05: one condition an identity; a wake-up reaches everybody who waits under it and nobody else', async () => {
  const clock = simulatedClock();
  const conditions = conditionsOf(clock);
  const back: string[] = [];
  const wait = (identity: string, name: string, ms = Number.POSITIVE_INFINITY, signal = open) =>
    conditions.wait(identity, ms, signal).then(() => back.push(name));
  const stop = new AbortController();
  void wait('D001', 'a');
  void wait('D001', 'b');
  void wait('entry', 'c', 1000);
  void wait('D002', 'd', 5000, stop.signal);
  conditions.wake('D001');
  await settle();
  expect(back).toEqual(['a', 'b']);
  await clock.advance(1000);
  await settle();
  expect(back).toEqual(['a', 'b', 'c']);
  stop.abort();
  await settle();
  expect(back).toEqual(['a', 'b', 'c', 'd']);
  expect(clock.sleeping).toBe(0);
  expect([conditions.arrivals('D001'), conditions.arrivals('entry')]).toEqual([1, 0]);
});

test('DE-16: slots are never exceeded, go in order, and an aborted one leaves the queue', async () => {
  const slots = slotsOf(2);
  const got: string[] = [];
  const enter = (id: string, signal = open, ahead = false) => slots.enter(id, signal, ahead).then((ok) => got.push(`${id} ${ok}`));
  const stop = new AbortController();
  for (const id of ['a', 'b', 'c']) void enter(id);
  void enter('d', stop.signal);
  void enter('e');
  await settle();
  expect(got).toEqual(['a true', 'b true']);
  expect([slots.isQueued('c'), slots.isQueued('a'), slots.awake()]).toEqual([true, false, 2]);
  stop.abort();
  slots.leave('a');
  void enter('a', open, true);
  await settle();
  // Who had a slot before goes ahead of new work.
  expect(got).toEqual(['a true', 'b true', 'd false', 'a true']);
  slots.leave('b');
  slots.leave('b');
  await settle();
  expect(got.at(-1)).toBe('c true');
  expect(slots.awake()).toBe(2);
});

test('DE-16: blocked without somebody to make room for, a slot stays; with one it is given and taken again', async () => {
  const slots = slotsOf(1);
  await slots.enter('parent', open);
  let end = (): void => {};
  let wanted = false;
  const blocked = slots.blocked(
    'parent',
    () => wanted,
    open,
    () => new Promise<void>((resolve) => (end = resolve)),
  );
  void slots.enter('stranger', open);
  await settle();
  expect(slots.isQueued('stranger')).toBe(true);
  wanted = true;
  void slots.enter('child', open);
  await settle();
  expect([slots.isQueued('stranger'), slots.isQueued('child')]).toEqual([false, true]);
  end();
  await settle();
  expect(slots.isQueued('parent')).toBe(true);
  slots.leave('stranger');
  await blocked;
  expect([slots.isQueued('parent'), slots.isQueued('child'), slots.awake()]).toEqual([false, true, 1]);
});

test('DE-03: numbers are unique and rise, whatever the log shows in between', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constant('take' as const), fc.constant('fail' as const), fc.nat(50))), (steps) => {
      let highest = 0;
      const ids = idsOf('D', { highest: () => highest });
      const given: string[] = [];
      for (const step of steps) {
        if (typeof step === 'number') highest = Math.max(highest, step);
        else if (step === 'take') given.push(ids.take((id) => id));
        else
          expect(() =>
            ids.take(() => {
              throw new Error('no');
            }),
          ).toThrow('no');
      }
      const numbers = given.map((id) => Number(id.slice(1)));
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    }),
  );
  expect([idOf('D', 7), idOf('GATE', 12), idOf('FB', 1000)]).toEqual(['D007', 'GATE012', 'FB1000']);
});

test.each([
  ['', 'fewer than 100 characters'],
  [`## Report\n${'x'.repeat(100)}`, 'lacks `### Findings`, `### Verdict`'],
  [`### Findings\n${'x'.repeat(100)}\n### Verdict\n`, 'no heading `## Report`'],
  [`I am unable to run code. ${'x'.repeat(100)}`, 'you hold the tools Bash, Read: use them'],
  [`# Report\n## Reporting\n### findings: none ${'x'.repeat(100)}\n### Verdict`, 'no heading `## Report`'],
  [`  ##  report\n###  FINDINGS (2)\nI could not open one file. ${'x'.repeat(100)}\n### Verdict: PASS`, undefined],
])('AG-29: what is wrong with %j', (text, problem) => {
  const found = reportProblem(text, ['### Findings', '### Verdict'], ['Read', 'Bash']);
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(problem);
});
