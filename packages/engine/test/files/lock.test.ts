import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockOwner, openRun, runIsLive, StoreError } from '@attractor/engine';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { newRun, scratch } from './place.ts';

/** Opens the run, says so, and waits for ever. */
const HOLDER = `const { openRun } = await import(process.argv[2]);
openRun(process.argv[3]); console.log('holding'); setInterval(() => {}, 1000);`;

/** Takes the run many times; two inside at once would be seen by the exclusive file. */
const CONTENDER = `const { openRun } = await import(process.argv[2]);
const { openSync, closeSync, unlinkSync } = await import('node:fs');
const critical = process.argv[3] + '/critical'; let held = 0;
for (let i = 0; i < 30; i++) {
  let store; try { store = openRun(process.argv[3]); } catch (error) { if (error.code !== 'run_locked') throw error; continue; }
  closeSync(openSync(critical, 'wx')); await new Promise((go) => setTimeout(go, Math.random() * 2)); unlinkSync(critical);
  store.close(); held++;
}
console.log(held);`;

const outDir = mkdtempSync(join(tmpdir(), 'attractor-lock-'));
const library = join(outDir, 'files.mjs');

afterAll(() => rmSync(outDir, { recursive: true, force: true }));

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['attractor-source'] },
    build: {
      ssr: new URL('../../src/files/index.ts', import.meta.url).pathname,
      outDir,
      rollupOptions: { output: { entryFileNames: 'files.mjs' } },
    },
  });
  for (const [name, text] of Object.entries({ HOLDER, CONTENDER })) writeFileSync(join(outDir, `${name}.mjs`), text);
});

const script = (name: string) => join(outDir, `${name}.mjs`);

async function firstLine(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text.trim();
}

async function holder(directory: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [script('HOLDER'), library, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  expect(await firstLine(child)).toBe('holding');
  return child;
}

function lockedMessage(directory: string): string {
  try {
    openRun(directory).close();
  } catch (error) {
    expect(error).toBeInstanceOf(StoreError);
    expect((error as StoreError).code).toBe('run_locked');
    return (error as StoreError).message;
  }
  return '';
}

function closedRun(): string {
  const store = newRun();
  store.close();
  return store.directory;
}

function claim(directory: string, change: object, ageSeconds = 0): void {
  const own = newRun();
  const name = readdirSync(join(own.directory, 'lock')).find((file) => file.startsWith('owner-')) ?? '';
  const owner = JSON.parse(readFileSync(join(own.directory, 'lock', name), 'utf8')) as object;
  const file = join(directory, 'lock', name);
  writeFileSync(file, JSON.stringify({ ...owner, ...change }));
  const time = new Date(Date.now() - ageSeconds * 1000);
  utimesSync(file, time, time);
}

describe('files.md 3: the lock', () => {
  it('files.md 3: a second process is refused, naming the owner; kill -9 frees the run', async () => {
    const directory = closedRun();
    const child = await holder(directory);
    expect(lockedMessage(directory)).toContain(`process ${child.pid} `);
    expect(runIsLive(directory)).toBe(true);
    expect(lockOwner(directory)?.pid).toBe(child.pid);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(runIsLive(directory)).toBe(false);
    expect(lockedMessage(directory)).toBe('');
    expect(readdirSync(join(directory, 'lock'))).toEqual(['clock']);
  });

  it.runIf(process.platform === 'linux')('files.md 3: a killed owner that nobody has reaped holds nothing', async () => {
    const directory = closedRun();
    const command = `"${process.execPath}" "${script('HOLDER')}" "${library}" "${directory}" & exec sleep 60`;
    const parent = spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void parent.kill('SIGKILL'));
    await firstLine(parent);
    const pid = lockOwner(directory)?.pid ?? 0;
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
    expect(lockedMessage(directory)).toBe('');
  });

  it('files.md 3: the same process is refused too, until it closes', () => {
    const store = newRun();
    expect(lockedMessage(store.directory)).toContain(`process ${process.pid} `);
    store.close();
    store.close();
    expect(lockedMessage(store.directory)).toBe('');
  });

  it('files.md 3: of processes that contend, one at a time gets in', async () => {
    const directory = closedRun();
    const children = [1, 2, 3].map(() =>
      spawn(process.execPath, [script('CONTENDER'), library, directory], { stdio: ['ignore', 'pipe', 'pipe'] }),
    );
    const results = await Promise.all(
      children.map(async (child) => {
        let errors = '';
        child.stderr.on('data', (chunk) => {
          errors += String(chunk);
        });
        const held = await firstLine(child);
        return errors === '' ? Number(held) : errors;
      }),
    );
    for (const held of results) expect(held).toBeTypeOf('number');
    expect(results.reduce<number>((sum, held) => sum + Number(held), 0)).toBeGreaterThan(5);
    expect(readdirSync(join(directory, 'lock'))).toEqual(['clock']);
  });

  it('files.md 3: a process of the same number that started later does not hold it', () => {
    const directory = closedRun();
    claim(directory, { start: '1' });
    expect(runIsLive(directory)).toBe(false);
    expect(lockedMessage(directory)).toBe('');
  });

  it('files.md 3: an owner on another machine holds it while it gives signs of life', () => {
    const directory = closedRun();
    claim(directory, { host: 'elsewhere', domain: 'another boot' }, 5);
    expect(lockedMessage(directory)).toContain('on elsewhere');
    const silent = closedRun();
    claim(silent, { host: 'elsewhere', domain: 'another boot' }, 120);
    expect(lockedMessage(silent)).toBe('');
  });

  it('files.md 3: a claim cut off by a power failure holds nothing', () => {
    const directory = closedRun();
    writeFileSync(join(directory, 'lock', `owner-${'0'.repeat(24)}.json`), '{"pid":');
    expect(runIsLive(directory)).toBe(false);
    expect(lockedMessage(directory)).toBe('');
  });

  it('files.md 3: a failed opening leaves no lock behind', () => {
    const directory = closedRun();
    writeFileSync(join(directory, 'manifest.json'), 'no json');
    expect(() => openRun(directory)).toThrow('manifest.json is no JSON');
    expect(runIsLive(directory)).toBe(false);
    expect(runIsLive(scratch())).toBe(false);
  });
});
