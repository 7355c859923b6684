import { describe, expect, test } from 'vitest';
import { simulatedClock } from '../src/index.ts';

describe('testing: the simulated clock', () => {
  test('wakes sleepers in the order of their times, also those that sleep again', async () => {
    const clock = simulatedClock({ start: 1000 });
    const woken: string[] = [];
    const sleeper = async (name: string, ms: number, again = 0): Promise<void> => {
      await clock.sleep(ms);
      woken.push(`${name}@${clock.now() - 1000}`);
      if (again > 0) await sleeper(name, again);
    };
    const all = [sleeper('b', 20), sleeper('a', 10, 5), sleeper('c', 100)];
    await clock.advance(50);
    expect(woken).toEqual(['a@10', 'a@15', 'b@20']);
    expect([clock.now(), clock.monotonic(), clock.sleeping]).toEqual([1050, 50, 1]);
    await clock.advance(50);
    await Promise.all(all);
    expect(woken.at(-1)).toBe('c@100');
    expect(clock.sleeps).toEqual([20, 10, 100, 5]);
  });

  test('an abort ends a sleep at once, without error and without moving time', async () => {
    const clock = simulatedClock();
    const abort = new AbortController();
    const sleeping = clock.sleep(1000, abort.signal);
    abort.abort();
    await sleeping;
    await clock.sleep(1000, abort.signal);
    expect([clock.monotonic(), clock.sleeping]).toEqual([0, 0]);
  });

  test('auto: sleeps are over at once and have passed', async () => {
    const clock = simulatedClock({ auto: true });
    await clock.sleep(3000);
    expect(clock.monotonic()).toBe(3000);
  });
});
