import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { evaluationStoreIn, registerSource } from '@attractor/study';
import { describe, expect, it } from 'vitest';
import { countingDoor, doorIn, entrypoint, never, place } from './place.ts';

const canonical = { namespace: null, signal: never } as const;

describe('ES-02, ES-03: the evaluation door', () => {
  it('ES-03: the oracle runs once an input; the second answer is the row’s and costs nothing', async () => {
    const at = place();
    const store = evaluationStoreIn(at.store);
    const door = countingDoor(at, store);
    expect(await door.evaluate({ x: 3, y: 0 }, { ...canonical, delegation: 'D001' })).toEqual({
      kind: 'output',
      output: { f: 2 },
      isNew: true,
    });
    expect(await door.evaluate({ y: 0, x: 3 }, canonical)).toEqual({ kind: 'output', output: { f: 2 }, isNew: false });
    expect(at.asked()).toBe(1);
    expect(store.rows(null)).toEqual([
      {
        input: { x: 3, y: 0 },
        output: { f: 2 },
        status: 'finished',
        _delegation_id: 'D001',
        _source: 'node oracle.mjs',
        _ts: '2026-01-01T00:00:00.000Z',
      },
    ]);
    expect(readdirSync(join(at.run, 'debug', 'evaluations'))).toEqual([]);
  });

  it('ES-03: a failed run leaves a row and does not stand in the way of another try', async () => {
    const at = place();
    const store = evaluationStoreIn(at.store);
    const door = countingDoor(at, store);
    for (let round = 1; round <= 2; round++) {
      expect(await door.evaluate({ x: 1, fail: 4 }, canonical)).toEqual({
        kind: 'failed',
        message: 'the oracle ended with exit code 4: no such point',
      });
      expect([at.asked(), store.count()]).toEqual([round, round]);
    }
    expect(store.rows(null)[0]).toMatchObject({
      output: null,
      status: 'failed',
      error: 'the oracle ended with exit code 4: no such point',
    });
    expect(store.contentHash()).toBe('');
  });

  it('ES-03: each namespace has its rows', async () => {
    const at = place();
    const store = evaluationStoreIn(at.store);
    const door = countingDoor(at, store);
    await door.evaluate({ x: 0 }, canonical);
    expect(await door.evaluate({ x: 0 }, { namespace: 'other', signal: never })).toMatchObject({ isNew: true });
    expect([at.asked(), store.count(), store.namespaces()]).toEqual([2, 2, ['other']]);
  });

  it('ES-03: without an oracle nothing runs and nothing is stored', async () => {
    const at = place();
    const store = evaluationStoreIn(at.store);
    const door = doorIn(at, store);
    expect(door.hasSource()).toBe(false);
    expect(await door.evaluate({ x: 1 }, canonical)).toMatchObject({ kind: 'no_oracle' });
    expect(existsSync(at.store)).toBe(false);
  });

  it.each([
    ['echo 5', 'must be one JSON object; it is 5'],
    ['true', 'nothing was printed'],
    ['kill -9 $$', 'was ended by SIGKILL'],
    ['sleep 30', 'did not answer within 0.3 s'],
    ['/no/such/program', 'exit code 127'],
  ])('ES-02: `%s` is a failed evaluation', async (command, message) => {
    const at = place();
    const store = evaluationStoreIn(at.store);
    registerSource(at.runConfig, null, entrypoint(command, command.startsWith('sleep') ? 300 : 60_000));
    const answer = await doorIn(at, store).evaluate({ x: 1 }, canonical);
    expect(answer).toMatchObject({ kind: 'failed', message: expect.stringContaining(message) });
    expect(store.rows(null)).toHaveLength(1);
  });

  it('ES-02: a start file of the shell has no say in an evaluation', async () => {
    const at = place();
    at.file('.bashrc', 'echo \'{"f":666}\'; exit 0');
    registerSource(at.runConfig, null, entrypoint('echo \'{"f":1}\''));
    const door = doorIn(at, evaluationStoreIn(at.store), { HOME: at.study });
    expect(await door.evaluate({ x: 1 }, canonical)).toMatchObject({ output: { f: 1 } });
  });

  it('ES-02: a lookup answers from its table', async () => {
    const at = place();
    const store = evaluationStoreIn(at.store);
    at.file('pool.jsonl', '{"input":{"b":1,"a":2},"output":{"f":7}}\n{"input":{"a":2,"b":1},"output":{"f":8}}\n');
    registerSource(at.runConfig, null, { kind: 'lookup', file: 'pool.jsonl', outputs: ['f'] });
    const door = doorIn(at, store);
    expect(door.hasSource()).toBe(true);
    expect(await door.evaluate({ a: 2, b: 1 }, canonical)).toEqual({ kind: 'output', output: { f: 7 }, isNew: true });
    expect(await door.evaluate({ a: 3 }, canonical)).toMatchObject({
      kind: 'failed',
      message: 'the lookup table has no row for this input',
    });
    registerSource(at.runConfig, 'n', { kind: 'lookup', file: 'pool.jsonl', outputs: ['f', 'g'] });
    expect(await door.evaluate({ a: 2, b: 1 }, { namespace: 'n', signal: never })).toMatchObject({
      message: expect.stringContaining('lacks g'),
    });
    expect(store.rows(null)[0]?._source).toBe('lookup pool.jsonl');
  });

  it('ES-03: concurrent equal inputs run once; different ones side by side', async () => {
    const at = place();
    const store = evaluationStoreIn(at.store);
    const door = countingDoor(at, store);
    const other = doorIn(at);
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => door.evaluate({ x: 1, slow: 200 }, canonical)),
      other.evaluate({ slow: 200, x: 1 }, canonical),
      door.evaluate({ x: 2, slow: 200 }, canonical),
    ]);
    expect(answers.slice(0, 7).map((answer) => answer.kind === 'output' && answer.output)).toEqual(Array(7).fill({ f: 2 }));
    expect(answers.slice(0, 7).filter((answer) => answer.kind === 'output' && answer.isNew)).toHaveLength(1);
    expect([at.asked(), store.count()]).toEqual([2, 2]);
  });

  it('ES-03: who gives up leaves an evaluation to the others; the last one to leave stops it', async () => {
    const at = place();
    const store = evaluationStoreIn(at.store);
    const door = countingDoor(at, store);
    const [early, late] = [new AbortController(), new AbortController()];
    const first = door.evaluate({ x: 1, slow: 400 }, { namespace: null, signal: early.signal });
    const second = door.evaluate({ x: 1, slow: 400 }, { namespace: null, signal: late.signal });
    early.abort();
    expect(await first).toEqual({ kind: 'failed', message: 'the evaluation was interrupted' });
    expect(await second).toMatchObject({ kind: 'output' });

    const alone = door.evaluate({ x: 1, slow: 60_000 }, { namespace: null, signal: late.signal });
    while (at.asked() < 2) await new Promise((go) => setTimeout(go, 20));
    late.abort();
    expect(await alone).toEqual({ kind: 'failed', message: 'the evaluation was interrupted' });
    expect(store.rows(null).map((row) => row.status)).toEqual(['finished', 'failed']);
    expect(readdirSync(join(at.store, '.lock', 'in-flight'))).toEqual([]);
  });
});
