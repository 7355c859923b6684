import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { attractor, type Finished, processesWith, type Running, until } from './attractor.ts';

// Processes take their time on a busy machine; none of these tests measures it.
vi.setConfig({ testTimeout: 180_000 });

const parent = mkdtempSync(join(tmpdir(), 'attractor-errors-'));
const mounts: string[] = [];
afterAll(() => {
  for (const folder of mounts) spawnSync('umount', ['-l', folder]);
  rmSync(parent, { recursive: true, force: true });
});

/** A number of seconds that only processes of the current test sleep. */
let seconds = '';
let cwd = '';
let count = 0;
beforeEach(() => {
  cwd = join(parent, String(++count));
  mkdirSync(cwd);
  seconds = `9${process.pid}.${count}`;
});

const journal = (): string => join(cwd, 'run', 'journal.jsonl');
const graphOf = (lines: readonly string[]): string =>
  `digraph g {\n  start [shape=Mdiamond]\n  exit [shape=Msquare]\n  ${lines.join('\n  ')}\n}\n`;
const tool = (id: string, command: string, more = ''): string => `${id} [shape=parallelogram, tool_command="${command}"${more}]`;

/** Starts `attractor run` on a pipeline; the run directory is `run`. */
function begin(lines: readonly string[], more: readonly string[] = [], preload?: URL, env?: Readonly<Record<string, string>>): Running {
  writeFileSync(join(cwd, 'g.dot'), graphOf(lines));
  return attractor(['run', 'g.dot', '--logs-root', 'run', ...more], cwd, preload, env);
}

const resume = (...more: readonly string[]): Promise<Finished> => attractor(['resume', 'run', ...more], cwd).finished;

/** A run of three tools that was killed while the second one worked. The word is in the command line of that tool. */
async function killedRun(word: string): Promise<void> {
  const lines = [
    tool('a', 'echo one >> log'),
    tool('b', `if [ -e go ]; then echo two >> log; else echo ${word} > begun; sleep ${seconds}; fi`),
    tool('c', 'echo three >> log'),
    'start -> a -> b -> c -> exit',
  ];
  const { child, finished } = begin(lines);
  await until(() => existsSync(join(cwd, 'begun')));
  child.kill('SIGKILL');
  await finished;
  writeFileSync(join(cwd, 'go'), '');
}

const log = (): string => readFileSync(join(cwd, 'log'), 'utf8');

describe('files.md 3: the journal', () => {
  it('a torn last line is dropped with a note, and the run goes on', async () => {
    await killedRun('torn-line');
    appendFileSync(journal(), '{"n":7,"t":"fini');
    const { code, stderr, last } = await resume();
    expect(stderr).toContain('warning: a crash had cut off the last line of journal.jsonl; it was dropped');
    expect({ code, status: last['status'] }).toEqual({ code: 0, status: 'success' });
    expect(log()).toBe('one\ntwo\nthree\n');
    expect(() =>
      readFileSync(journal(), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).not.toThrow();
  });

  it('damage in the middle names file and line; --from-checkpoint goes on', async () => {
    await killedRun('damage');
    const lines = readFileSync(journal(), 'utf8').split('\n');
    writeFileSync(journal(), [...lines.slice(0, 3), lines[3]?.slice(0, 20), ...lines.slice(4)].join('\n'));
    const refused = await resume();
    expect(refused.code).toBe(2);
    expect(refused.last).toMatchObject({ status: 'refused' });
    expect(String(refused.last['reason'])).toMatch(/the journal is damaged at .*run\/journal\.jsonl:4: .*--from-checkpoint/);
    expect(refused.stderr).toContain('journal.jsonl:4');
    const { code, last, stderr } = await resume('--from-checkpoint');
    expect({ code, status: last['status'] }, stderr).toEqual({ code: 0, status: 'success' });
    expect(log()).toMatch(/two\nthree\n$/);
    expect(processesWith(`sleep ${seconds}`)).toEqual([]);
    // The damaged journal was set aside: the run can be resumed from its new one.
    expect((await resume()).last).toMatchObject({ status: 'success' });
  });

  it('a journal cut off at any byte of its last line is no damage', async () => {
    await killedRun('cut-off');
    truncateSync(journal(), readFileSync(journal()).length - 3);
    expect((await resume()).last).toMatchObject({ status: 'success' });
    expect(log()).toBe('one\ntwo\nthree\n');
  });
});

describe('files.md 3: storage that fails', () => {
  const filling = [
    tool('a', 'echo one >> log'),
    tool('fill', 'yes full | head -c 2000000'),
    tool('c', 'echo three >> log'),
    'start -> a -> fill -> c -> exit',
  ];

  function expectFull({ code, last, stderr }: Finished): void {
    expect({ code, status: last['status'] }, stderr).toEqual({ code: 1, status: 'fail' });
    expect(String(last['reason'])).toMatch(/^the disk is full \(ENOSPC\): free space, then resume the run: /);
    expect(stderr).toMatch(/error: the disk is full \(ENOSPC\)/);
    // What is known is said: what ran, how long, where, and how to go on.
    expect(last['nodes']).toEqual(['start', 'a']);
    expect(Number(last['duration_ms'])).toBeGreaterThan(1);
    expect(last).toMatchObject({ usage: { input_tokens: 0, output_tokens: 0 }, cost_usd: 0 });
    expect(stderr).toContain('attractor resume');
    expect(log()).toBe('one\n');
  }

  it('a full disk ends the run with that reason, and it goes on once there is room', async (context) => {
    const disk = join(cwd, 'disk');
    mkdirSync(disk);
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]).status !== 0) return context.skip();
    mounts.push(disk);
    writeFileSync(join(cwd, 'g.dot'), graphOf(filling));
    const directory = join(disk, 'run');
    expectFull(await attractor(['run', 'g.dot', '--logs-root', directory], cwd).finished);
    expect(processesWith('head -c 2000000')).toEqual([]);
    expect(spawnSync('mount', ['-o', 'remount,size=64m', disk]).status).toBe(0);
    const { code, last, stderr } = await attractor(['resume', directory], cwd).finished;
    expect({ code, status: last['status'] }, stderr).toEqual({ code: 0, status: 'success' });
    expect(log()).toBe('one\nthree\n');
  });

  it.each([1, 2000, 4000, 5000, 6000, 7000, 8000])(
    'a disk that takes %i bytes: no hang, no unlogged work, a run that can be resumed or none',
    async (bytes) => {
      const preload = new URL('./full-disk.mjs', import.meta.url);
      const lines = [tool('a', 'echo one >> log'), tool('b', 'echo two >> log'), 'start -> a -> b -> exit'];
      const { code, last, stderr } = await begin(lines, [], preload, { ATTRACTOR_TEST_DISK: String(bytes) }).finished;
      expect(stderr).toMatch(/the disk is full \(ENOSPC\): free space, then resume the run: /);
      expect([1, 2]).toContain(code);
      expect(last).toMatchObject({ status: code === 2 ? 'refused' : 'fail' });
      if (!existsSync(join(cwd, 'run', 'manifest.json'))) return;
      const resumed = await resume();
      expect({ code: resumed.code, status: resumed.last['status'] }, resumed.stderr).toEqual({ code: 0, status: 'success' });
      expect(log()).toMatch(/^one\n(one\n)?two\n(two\n)?$/);
    },
  );

  it('a directory that cannot be written is refused before anything runs', async () => {
    const lines = [tool('a', 'echo one >> log'), 'start -> a -> exit'];
    writeFileSync(join(cwd, 'g.dot'), graphOf(lines));
    // Not by permissions alone: root may write everywhere.
    const { code, last, stderr } = await attractor(['run', 'g.dot', '--logs-root', '/proc/attractor'], cwd).finished;
    expect({ code, status: last['status'] }).toEqual({ code: 2, status: 'refused' });
    expect(stderr).toMatch(/cannot write \/proc\/attractor: /);
    expect(existsSync(join(cwd, 'log'))).toBe(false);
  });

  it.skipIf(process.getuid?.() === 0)('a directory without permission is refused before anything runs', async () => {
    mkdirSync(join(cwd, 'locked'));
    chmodSync(join(cwd, 'locked'), 0o500);
    writeFileSync(join(cwd, 'g.dot'), graphOf([tool('a', 'true'), 'start -> a -> exit']));
    const { code, stderr } = await attractor(['run', 'g.dot', '--logs-root', 'locked/run'], cwd).finished;
    expect(code).toBe(2);
    expect(stderr).toContain('permission denied (EACCES)');
  });

  it('a run directory that vanishes under a run ends it with that reason', async () => {
    const lines = [tool('a', 'mv run gone; echo moved > run'), tool('b', 'echo two >> log'), 'start -> a -> b -> exit'];
    const { code, last, stderr } = await begin(lines).finished;
    expect({ code, status: last['status'] }, stderr).toEqual({ code: 1, status: 'fail' });
    expect(String(last['reason'])).toMatch(/cannot write .*run/);
    expect(existsSync(join(cwd, 'log'))).toBe(false);
  });
});

describe('engine.md 14: a changed graph', () => {
  async function changed(change: (text: string) => string): Promise<void> {
    await killedRun('changed');
    const file = join(cwd, 'g.dot');
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  }

  it('is refused before anything runs; --stored-graph goes on with the copy', async () => {
    await changed((text) => text.replace('echo three', 'echo 3'));
    const { code, last, stderr } = await resume();
    expect({ code, status: last['status'] }).toEqual({ code: 2, status: 'refused' });
    expect(String(last['reason'])).toMatch(/^graph_changed: .*--stored-graph.*--accept-graph/);
    expect(stderr).toContain('graph_changed');
    expect(log()).toBe('one\n');
    expect((await resume('--stored-graph')).last).toMatchObject({ status: 'success' });
    expect(log()).toBe('one\ntwo\nthree\n');
  });

  it('--accept-graph goes on with the file, and says so in the manifest', async () => {
    await changed((text) => text.replace('echo three', 'echo 3'));
    expect((await resume('--accept-graph')).last).toMatchObject({ status: 'success' });
    expect(log()).toBe('one\ntwo\n3\n');
    const manifest = JSON.parse(readFileSync(join(cwd, 'run', 'manifest.json'), 'utf8')) as { accepted_digests: string[] };
    expect(manifest.accepted_digests).toHaveLength(1);
  });

  it('--accept-graph refuses a graph that lacks what has run', async () => {
    await changed((text) => text.replaceAll(/\ba\b/g, 'other'));
    const { code, last } = await resume('--accept-graph');
    expect(code).toBe(2);
    expect(String(last['reason'])).toMatch(/graph_changed: the changed pipeline lacks nodes of this run: a\b/);
    expect((await resume('--stored-graph')).last).toMatchObject({ status: 'success' });
  });
});

describe('engine.md 13: signals', () => {
  const waiting = (word: string): string[] => [
    tool('a', 'echo one >> log'),
    // A grandchild that ignores the signal is in the group all the same.
    tool(
      'b',
      `if [ -e go ]; then echo two >> log; exit 0; fi; (trap '' TERM INT; sleep ${seconds}) & echo ${word} > begun; sleep ${seconds}`,
    ),
    'start -> a -> b -> exit',
  ];

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s while a tool runs: exit %i, no process left, resumable', async (signal, exit) => {
    const { child, finished } = begin(waiting(signal));
    await until(() => existsSync(join(cwd, 'begun')));
    child.kill(signal);
    const { code, last, stderr } = await finished;
    expect({ code, status: last['status'] }, stderr).toEqual({ code: exit, status: 'cancelled' });
    expect(stderr).toContain(`${signal}: stopping; the run can be resumed`);
    expect(processesWith(`sleep ${seconds}`)).toEqual([]);
    const events = readFileSync(join(cwd, 'run', 'events.jsonl'), 'utf8')
      .trimEnd()
      .split('\n');
    expect(events.filter((line) => line.includes('"type":"pipeline.cancelled"'))).toHaveLength(1);
    expect(events.at(-1)).toContain('pipeline.cancelled');
    writeFileSync(join(cwd, 'go'), '');
    expect((await resume()).last).toMatchObject({ status: 'success' });
    expect(log()).toBe('one\ntwo\n');
  });

  it('a second SIGINT within 2 s leaves at once, and the run can still be resumed', async () => {
    const { child, finished } = begin(waiting('twice'));
    await until(() => existsSync(join(cwd, 'begun')));
    child.kill('SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 300));
    const asked = performance.now();
    child.kill('SIGINT');
    const { code } = await finished;
    expect(code).toBe(130);
    expect(performance.now() - asked).toBeLessThan(1500);
    writeFileSync(join(cwd, 'go'), '');
    expect((await resume()).last).toMatchObject({ status: 'success' });
    expect(log()).toBe('one\ntwo\n');
    expect(processesWith(`sleep ${seconds}`)).toEqual([]);
  });

  it('a second process on the same run is refused, naming the owner', async () => {
    const { child, finished } = begin(waiting('locked'));
    await until(() => existsSync(join(cwd, 'begun')));
    const { code, last, stderr } = await resume();
    expect({ code, status: last['status'] }).toEqual({ code: 2, status: 'refused' });
    expect(stderr).toContain(`process ${child.pid}`);
    const again = await attractor(['run', 'g.dot', '--logs-root', 'run'], cwd).finished;
    expect(again.code).toBe(2);
    expect(String(again.last['reason'])).toMatch(/already holds a run.*attractor resume/);
    child.kill('SIGTERM');
    expect((await finished).code).toBe(143);
  });
});

describe('engine.md 4: no process outlives its node', () => {
  it('a timeout ends the whole group of the tool', async () => {
    const lines = [
      tool('slow', `(trap '' TERM; sleep ${seconds}) & sleep ${seconds}`, ', timeout=300ms'),
      tool('after', 'echo after >> log'),
      'start -> slow',
      'slow -> after [condition="outcome=fail"]',
      'slow -> exit [condition="outcome=success"]',
      'after -> exit',
    ];
    const { code, last, stderr } = await begin(lines).finished;
    expect({ code, status: last['status'] }, stderr).toEqual({ code: 0, status: 'success' });
    expect(log()).toBe('after\n');
    expect(processesWith(`sleep ${seconds}`)).toEqual([]);
  });

  it('engine.md 14: what a killed engine left running is ended before its node runs again', async () => {
    const lines = [
      tool('b', `echo begin >> log; if [ -e go ]; then exit 0; fi; echo begun > begun; sleep ${seconds}; echo late >> log`),
      'start -> b -> exit',
    ];
    const { child, finished } = begin(lines);
    await until(() => existsSync(join(cwd, 'begun')));
    child.kill('SIGKILL');
    await finished;
    expect(processesWith(`sleep ${seconds}`).length).toBeGreaterThan(0);
    writeFileSync(join(cwd, 'go'), '');
    expect((await resume()).last).toMatchObject({ status: 'success' });
    expect(processesWith(`sleep ${seconds}`)).toEqual([]);
    expect(log()).toBe('begin\nbegin\n');
  });
});
