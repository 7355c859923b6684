import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { evaluationStoreIn, registerSource, rowsFile } from '@attractor/study';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { gate, studyWithRows } from '../gates/place.ts';
import { countingOracle, doorIn, entrypoint, environment, never, type Place, place, rowFor } from './place.ts';

const outDir = mkdtempSync(join(tmpdir(), 'attractor-store-library-'));
const library = join(outDir, 'study.mjs');

/** Appends so many rows, each with a text of its own length, as fast as it can. */
const APPENDER = `const { evaluationStoreIn } = await import(process.env.LIBRARY);
const [, , folder, name, count] = process.argv;
const store = evaluationStoreIn(folder);
for (let n = 0; n < Number(count); n++) {
  await store.append(n % 5 ? null : 'side', { input: { name, n }, output: { text: name.repeat(n % 400) }, status: 'finished', _delegation_id: name, _source: 's', _ts: 't' });
}
console.log('done');`;

/** One row that takes long to write. */
const LONG = `const { evaluationStoreIn } = await import(process.env.LIBRARY);
const row = { input: { n: 1 }, output: { text: 'x'.repeat(60_000_000) }, status: 'finished', _delegation_id: null, _source: 's', _ts: 't' };
await evaluationStoreIn(process.argv[2]).append(null, row);`;

/** \`attractor study eval\`, as the command will call it. */
const EVAL = `const { evaluateFromShell } = await import(process.env.LIBRARY);
const answers = [];
for (const input of process.argv.slice(2)) answers.push(await evaluateFromShell({ input, cwd: process.cwd(), environment: process.env, signal: new AbortController().signal }));
for (const answer of answers) { process.stdout.write(answer.stdout); process.stderr.write(answer.stderr); }
process.exitCode = Math.max(...answers.map((answer) => answer.exitCode));`;

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['attractor-source'] },
    ssr: { noExternal: true, resolve: { conditions: ['attractor-source'] } },
    build: {
      ssr: new URL('../../src/store/index.ts', import.meta.url).pathname,
      outDir,
      rollupOptions: { output: { entryFileNames: 'study.mjs' } },
    },
  });
  writeFileSync(join(outDir, 'appender.mjs'), APPENDER);
  writeFileSync(join(outDir, 'long.mjs'), LONG);
  writeFileSync(join(outDir, 'eval.mjs'), EVAL);
}, 60_000);

afterAll(() => rmSync(outDir, { recursive: true, force: true }));

function start(script: string, args: readonly string[], cwd: string, more: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [join(outDir, script), ...args], {
    cwd,
    env: { ...environment(), LIBRARY: library, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function ended(child: ChildProcess): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const texts = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk) => {
    texts.stdout += String(chunk);
  });
  child.stderr?.on('data', (chunk) => {
    texts.stderr += String(chunk);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...texts };
}

const linesOf = (folder: string): readonly string[] => readFileSync(join(folder, rowsFile), 'utf8').trimEnd().split('\n');

function studyWithOracle(): Place & { readonly evalEnvironment: Record<string, string> } {
  const at = place();
  at.file('oracle.mjs', countingOracle);
  registerSource(at.runConfig, null, entrypoint('node oracle.mjs'));
  writeFileSync(at.runConfig, JSON.stringify({ ...JSON.parse(readFileSync(at.runConfig, 'utf8')), study_dir: at.study }));
  return { ...at, evalEnvironment: { ATTRACTOR_STORE_DIR: at.store, ATTRACTOR_RUN_CONFIG: at.runConfig, ATTRACTOR_RUN_DIR: at.run } };
}

describe('ES-01, ES-03: several processes on one store', () => {
  it('ES-01: two processes that append at once lose and tear no row', async () => {
    const { store } = place();
    const ends = await Promise.all(['a', 'b'].map((name) => ended(start('appender.mjs', [store, name, '150'], outDir))));
    expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    const found = evaluationStoreIn(store);
    expect([found.count(), found.stamped('a'), found.stamped('b')]).toEqual([300, 150, 150]);
    expect(linesOf(store)).toHaveLength(240);
    for (const row of found.rows(null))
      expect(row.output).toEqual({ text: (row.input['name'] as string).repeat(Number(row.input['n']) % 400) });
    for (const name of ['a', 'b']) {
      const order = found.rows(null).flatMap(({ input }) => (input['name'] === name ? [Number(input['n'])] : []));
      expect(order).toEqual([...order].sort((x, y) => x - y));
    }
  });

  it('ES-01: writers killed anywhere leave a store that the next one appends to, and no lock', async () => {
    const { store } = place();
    for (let round = 0; round < 4; round++) {
      const child = start('appender.mjs', [store, `k${round}`, '100000'], outDir);
      const before = evaluationStoreIn(store).count();
      while (evaluationStoreIn(store).count() < before + 3) await sleep(5);
      await sleep(Math.random() * 40);
      child.kill('SIGKILL');
      await once(child, 'exit');
      const store2 = evaluationStoreIn(store);
      const rows = store2.count();
      await store2.append(null, rowFor({ after: round }));
      expect(store2.count()).toBe(rows + 1);
    }
    for (const line of linesOf(store)) expect(JSON.parse(line)).toHaveProperty('status', 'finished');
  });

  it('ES-01: a writer killed in the middle of a row leaves none of it; the lock and the torn line are gone with the next append', async () => {
    const { store } = place();
    await evaluationStoreIn(store).append(null, rowFor({ first: 1 }));
    const path = join(store, rowsFile);
    const whole = statSync(path).size;
    let torn = false;
    for (let attempt = 0; !torn && attempt < 10; attempt++) {
      const child = start('long.mjs', [store], outDir);
      const gone = once(child, 'exit');
      while (statSync(path).size === whole && child.exitCode === null) await new Promise(setImmediate);
      child.kill('SIGKILL');
      await gone;
      const { size } = statSync(path);
      torn = size > whole && size < 60_000_000;
      if (!torn) truncateSync(path, whole);
    }
    expect(torn).toBe(true);
    expect(evaluationStoreIn(store).count()).toBe(1);
    await evaluationStoreIn(store).append(null, rowFor({ second: 2 }));
    expect(linesOf(store).map((line) => JSON.parse(line).input)).toEqual([{ first: 1 }, { second: 2 }]);
  });

  it('ES-03: equal inputs of two processes and of this one run once', async () => {
    const at = studyWithOracle();
    const inputs = ['{"x":0,"slow":400}', '{"x":1}', '{"x":2}'];
    const turned = ['{"slow":400,"x":0}', '{"x":2}', '{"x":1}'];
    const [first, second, own] = await Promise.all([
      ended(start('eval.mjs', inputs, at.study, { ...at.evalEnvironment, ATTRACTOR_DELEGATION_ID: 'D001' })),
      ended(start('eval.mjs', turned, at.study, at.evalEnvironment)),
      doorIn(at).evaluate({ x: 0, slow: 400 }, { namespace: null, signal: never }),
    ]);
    expect(first).toEqual({ code: 0, stdout: '{"f":5}\n{"f":2}\n{"f":1}\n', stderr: '' });
    expect(second).toEqual({ code: 0, stdout: '{"f":5}\n{"f":1}\n{"f":2}\n', stderr: '' });
    expect(own).toMatchObject({ kind: 'output', output: { f: 5 } });
    expect(at.asked()).toBe(3);
    expect(linesOf(at.store)).toHaveLength(3);
  });

  it('ES-03: an evaluation whose process is killed is done again by the one that waited', async () => {
    const at = studyWithOracle();
    const child = start('eval.mjs', ['{"x":5,"slow":1500}'], at.study, at.evalEnvironment);
    while (at.asked() === 0) await sleep(10);
    const waiting = doorIn(at).evaluate({ x: 5, slow: 1500 }, { namespace: null, signal: never });
    await sleep(100);
    child.kill('SIGKILL');
    expect(await waiting).toEqual({ kind: 'output', output: { f: 10 }, isNew: true });
    expect([at.asked(), linesOf(at.store).length]).toEqual([2, 1]);
    expect(readdirSync(join(at.store, '.lock', 'in-flight'))).toEqual([]);
  });

  it('ES-04, RG-05, RG-07: study eval within the gate lands in the copy, so a deliverable that evaluates is not lazy', async () => {
    const at = await studyWithRows({ 'oracle.mjs': countingOracle });
    registerSource(at.runConfig, null, entrypoint('node oracle.mjs'));
    const call = (x: number): string => `LIBRARY=${library} node ${join(outDir, 'eval.mjs')} '{"x":${x}}'\n`;
    at.file('pipeline.sh', call(2));
    expect(await gate(at)).toMatchObject({ kind: 'pass', stdout: '{"f":1}\n' });
    at.file('pipeline.sh', call(2) + call(7));
    const before = statSync(join(at.store, rowsFile)).mtimeMs;
    expect(await gate(at)).toMatchObject({
      kind: 'fail',
      check: 'lazy',
      message: expect.stringContaining('(4 -> 5)'),
      stdout: '{"f":1}\n{"f":26}\n',
    });
    expect(at.asked()).toBe(1);
    expect([statSync(join(at.store, rowsFile)).mtimeMs, evaluationStoreIn(at.store).count()]).toEqual([before, 4]);
  });
});
