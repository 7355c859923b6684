import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CommandRequest } from '../../src/tool/run-command.ts';
import { runCommand } from '../../src/tool/run-command.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'command-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const plainMask = () => ({ push: (text: string) => text, end: () => '' });

function run(command: string, changes: Partial<CommandRequest> = {}) {
  const environment = { PATH: process.env['PATH'] ?? '' };
  return runCommand({
    shell: 'bash',
    command,
    workingDirectory: folder,
    environment,
    folder,
    signal: new AbortController().signal,
    mask: plainMask,
    ...changes,
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A zombie is dead; nobody has collected it yet.
  return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}

const pidOf = (name: string): number => Number(readFileSync(join(folder, name), 'utf8'));

describe('engine.md 10: commands', () => {
  test('streams are apart, in memory and on disk', async () => {
    const result = await run('echo out; echo err >&2; exit 3');
    expect(result).toMatchObject({
      kind: 'ended',
      exitCode: 3,
      stdout: { text: 'out\n', lastLine: 'out', truncated: false },
      stderr: { text: 'err\n' },
    });
    expect(readFileSync(join(folder, 'output.txt'), 'utf8')).toBe('out\n');
    expect(readFileSync(join(folder, 'stderr.txt'), 'utf8')).toBe('err\n');
  });

  test('the output of a command that ends at once is never lost', async () => {
    for (let i = 0; i < 40; i++)
      expect(await run('echo out; echo err >&2')).toMatchObject({ stdout: { text: 'out\n' }, stderr: { text: 'err\n' } });
  });

  test('stdin is closed: a reader sees the end at once', async () => {
    expect(await run('cat; echo read')).toMatchObject({ kind: 'ended', exitCode: 0, stdout: { text: 'read\n' } });
  });

  test('undecodable bytes are replaced', async () => {
    expect(await run(`printf 'a\\377b'`)).toMatchObject({ stdout: { text: 'a\uFFFDb' } });
  });

  test('a character cut between two reads stays whole', async () => {
    expect(await run(`printf '\\303'; sleep 0.1; printf '\\251'`)).toMatchObject({ stdout: { text: 'é' } });
  });

  test('a signal is told from an exit code', async () => {
    expect(await run('kill -SEGV $$')).toMatchObject({ kind: 'killed', signal: 'SIGSEGV' });
  });

  test.each([
    ['a shell that is not there', { shell: 'no-such-shell' }, /ENOENT/],
    ['a folder that is not there', { workingDirectory: '/no/such/folder' }, /there is no working directory \/no\/such\/folder/],
    ['a NUL in a variable', { environment: { A: 'a\0b' } }, /null bytes/],
  ])('%s: not started, with the problem', async (_name, changes, problem) => {
    expect(await run('true', changes)).toMatchObject({ kind: 'not-started', problem: expect.stringMatching(problem) });
  });

  test('a command longer than the system takes: not started', async () => {
    expect(await run(`: ${'x'.repeat(3_000_000)}`)).toMatchObject({ kind: 'not-started', problem: expect.stringMatching(/E2BIG/) });
  });
});

describe('engine.md 4: no process outlives its node', () => {
  test('a background child that holds stdout open neither hangs the node nor survives it', async () => {
    const start = performance.now();
    const result = await run('sleep 60 & echo $! > child; echo done');
    expect(result).toMatchObject({ kind: 'ended', exitCode: 0, stdout: { text: 'done\n' } });
    expect(performance.now() - start).toBeLessThan(3000);
    expect(isAlive(pidOf('child'))).toBe(false);
  });

  test('a background child that ignores TERM is killed', async () => {
    const result = await run(
      `bash -c 'trap "" TERM; echo $$ > child; while :; do sleep 0.1; done' & while ! [ -s child ]; do sleep 0.02; done; echo done`,
    );
    expect(result).toMatchObject({ kind: 'ended', exitCode: 0 });
    expect(isAlive(pidOf('child'))).toBe(false);
  });

  test('output of a process substitution that ends by itself is not lost', async () => {
    expect(await run('exec > >(sleep 0.05; cat); echo late')).toMatchObject({ kind: 'ended', stdout: { text: 'late\n' } });
  });

  test('a daemon that left the group cannot hang the node by an open stdout', async () => {
    const start = performance.now();
    const result = await run('setsid sleep 4 & echo done');
    expect(result).toMatchObject({ kind: 'ended', stdout: { text: 'done\n' } });
    expect(performance.now() - start).toBeLessThan(3500);
  });

  test('an abort ends the whole group with TERM', async () => {
    const abort = new AbortController();
    const running = run('sleep 60 & echo $! > child; trap "echo cleanup; exit 1" TERM; echo $$ > shell; wait', { signal: abort.signal });
    while ((statSync(join(folder, 'shell'), { throwIfNoEntry: false })?.size !== undefined) === false) await sleep(10);
    await sleep(50);
    abort.abort();
    const result = await running;
    expect(result).toMatchObject({ kind: 'aborted', stdout: { text: 'cleanup\n' } });
    expect(isAlive(pidOf('child'))).toBe(false);
    expect(isAlive(pidOf('shell'))).toBe(false);
  });

  test('a group that ignores TERM is killed after two seconds', async () => {
    const abort = new AbortController();
    const running = run(`trap "" TERM; sleep 60 & echo $! > child; echo $$ > shell; while :; do wait; done`, { signal: abort.signal });
    while (statSync(join(folder, 'shell'), { throwIfNoEntry: false }) === undefined) await sleep(10);
    await sleep(50);
    const start = performance.now();
    abort.abort();
    expect((await running).kind).toBe('aborted');
    expect(performance.now() - start).toBeGreaterThan(1900);
    expect(performance.now() - start).toBeLessThan(4000);
    expect(isAlive(pidOf('child'))).toBe(false);
    expect(isAlive(pidOf('shell'))).toBe(false);
  });
});

describe('engine.md 10: large outputs', () => {
  const megabytes = process.env['ATTRACTOR_SLOW'] === '1' ? 1024 : 96;

  test(`${megabytes} MB of output: whole on disk, bounded in memory, the last line intact`, { timeout: 120_000 }, async () => {
    const before = process.memoryUsage().rss;
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 20);
    const result = await run(`head -c ${megabytes * 1_048_576} /dev/zero | tr '\\0' 'x' | fold -w 4095; echo; echo 'LAST LINE'; echo`);
    clearInterval(watch);
    if (result.kind !== 'ended') throw new Error(result.kind);
    expect(result.stdout.lastLine).toBe('LAST LINE');
    expect(result.stdout.truncated).toBe(true);
    expect(result.stdout.text.length).toBeLessThan(1_100_000);
    expect(result.stdout.text).toMatch(/characters left out; all of it is in output\.txt/);
    expect(statSync(join(folder, 'output.txt')).size).toBeGreaterThan(megabytes * 1_048_576);
    expect(peak - before).toBeLessThan(200 * 1_048_576);
  });
});
