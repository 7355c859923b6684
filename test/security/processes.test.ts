import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { root } from '../support/attractor.ts';
import { baseEnvironment, place, removePlaces, row, runWhole, tool } from '../support/engine.ts';

afterAll(removePlaces);

/** Processes, zombies left out, that have a text in their arguments or environment. */
function processesOf(mark: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => {
      try {
        const state = /^State:\s+(\S)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1];
        const words = readFileSync(`/proc/${name}/cmdline`, 'utf8') + readFileSync(`/proc/${name}/environ`, 'utf8');
        return state !== 'Z' && words.includes(mark);
      } catch {
        return false;
      }
    });
}

/** Commands that try to stay: in the background, deaf to TERM, as daemons, behind pipes and inner shells. */
const stubborn: Readonly<Record<string, string>> = {
  foreground: 'sleep 300',
  background: 'sleep 300 & sleep 300 & wait',
  deaf: `trap '' TERM INT HUP; while :; do sleep 1; done`,
  'deaf child': `bash -c 'trap "" TERM HUP; while :; do sleep 1; done' & wait`,
  pipeline: 'yes | sleep 300',
  'inner shell': `bash -c "sh -c 'sleep 300; true'; true"`,
  substitution: 'exec > >(sleep 300); sleep 300',
  nohup: 'nohup sleep 300 > /dev/null 2>&1 & sleep 300',
  'left the group': 'setsid sleep 300 & setsid -f sleep 300; sleep 300',
  'left the group, deaf': `setsid bash -c 'trap "" TERM; while :; do sleep 1; done' & sleep 300`,
};

describe.skipIf(process.platform !== 'linux')('engine.md 4: a timeout leaves no process alive', () => {
  test.each(Object.entries(stubborn))('%s', async (_name, command) => {
    const run = await runWhole(row({ slow: tool(`echo begun; ${command}`, { timeout: '700ms' }) }));
    expect(run.result).toMatchObject({ status: 'fail' });
    expect(JSON.parse(run.file('slow/status.json'))).toMatchObject({ failure_class: 'timeout' });
    expect(run.file('slow/output.txt')).toBe('begun\n');
    expect(processesOf(run.root)).toEqual([]);
  });

  test('several at once, when the whole run is out of time', async () => {
    const branches = ['a', 'b', 'c'].map(
      (id) => `${id} [shape=parallelogram, tool_command="sleep 300 & setsid sleep 300 & wait"]; fork -> ${id} -> join`,
    );
    const run = await runWhole(`digraph g { max_pipeline_duration="1s"
      start [shape=Mdiamond]; exit [shape=Msquare]; fork [shape=component]; join [shape=parallelogram, tool_command="true"]
      start -> fork; join -> exit; ${branches.join('\n')} }`);
    expect(run.result).toMatchObject({ status: 'fail', reason: expect.stringContaining('max_pipeline_duration') });
    expect(processesOf(run.root)).toEqual([]);
  });
});

/** Highest resident memory of a process while it lives, in bytes. */
function peakOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

async function peakOfRun(command: string): Promise<{ readonly peak: number; readonly directory: string; readonly code: number | null }> {
  const { work } = place({ 'g.dot': row({ loud: tool(command), after: tool('printf %s "$loud.last_line"') }) });
  const child = spawn(process.execPath, [join(root, 'packages/cli/bin/attractor.js'), 'run', 'g.dot', '--logs-root', 'run', '--quiet'], {
    cwd: work,
    env: { ...baseEnvironment, CI: '1', DB_PASSWORD: 'a secret to look for' },
    stdio: 'ignore',
  });
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid ?? 0));
  }, 20);
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  clearInterval(watch);
  return { peak, directory: join(work, 'run'), code };
}

describe.skipIf(process.platform !== 'linux')('engine.md 10: a command that prints without end', () => {
  const megabytes = process.env['ATTRACTOR_SLOW'] === '1' ? 1024 : 64;

  test(`${megabytes} MB leave the memory of the command line bounded and the last line intact`, async () => {
    const quiet = await peakOfRun('echo LAST');
    const loud = await peakOfRun(
      `yes 'a line of text that is printed again and again' | head -c ${megabytes * 1_048_576}; echo; echo 'LAST LINE'`,
    );
    expect([quiet.code, loud.code]).toEqual([0, 0]);
    expect(statSync(join(loud.directory, 'loud/output.txt')).size).toBeGreaterThan(megabytes * 1_048_576);
    expect(readFileSync(join(loud.directory, 'after/output.txt'), 'utf8')).toBe('LAST LINE');
    const journal = statSync(join(loud.directory, 'journal.jsonl')).size;
    expect(journal).toBeLessThan(4_000_000);
    expect(loud.peak - quiet.peak).toBeLessThan(160 * 1_048_576);
  }, 900_000);

  test('also as one line without an end', async () => {
    const loud = await peakOfRun(`head -c 64000000 /dev/zero | tr '\\0' x`);
    // Its last line is a value too large for a variable: the next command is refused, and nothing else happens.
    expect(loud.code).toBe(1);
    expect(readFileSync(join(loud.directory, 'after/status.json'), 'utf8')).toContain('`loud.last_line` has');
    expect(statSync(join(loud.directory, 'loud/output.txt')).size).toBe(64_000_000);
    expect(loud.peak).toBeLessThan(450 * 1_048_576);
  }, 60_000);
});
