import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../packages/cli/bin/attractor.js', import.meta.url));

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The JSON object on the last line of stdout. */
  readonly last: Readonly<Record<string, unknown>>;
}

export interface Running {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;
}

/** The built command as a real process, without a terminal and without the caller's keys. `preload`: a module loaded before it. */
export function attractor(args: readonly string[], cwd: string, preload?: URL, env: Readonly<Record<string, string>> = {}): Running {
  const imports = preload === undefined ? [] : ['--import', preload.href];
  const child = spawn(process.execPath, [...imports, bin, ...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: tmpdir(), NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const finished = new Promise<Finished>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr, last: lastLine(stdout) }));
  });
  return { child, finished };
}

function lastLine(stdout: string): Readonly<Record<string, unknown>> {
  const line = stdout.trimEnd().split('\n').at(-1) ?? '';
  return line.startsWith('{') ? (JSON.parse(line) as Record<string, unknown>) : {};
}

export async function until(condition: () => boolean, ms = 20_000): Promise<void> {
  const deadline = performance.now() + ms;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error('the condition did not come true in time');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Command lines of running processes that hold a word, this process left out. */
export function processesWith(word: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((name) => {
      try {
        const state = readFileSync(`/proc/${name}/stat`, 'latin1');
        return /\) [ZX] /.test(state) ? '' : readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      } catch {
        return '';
      }
    })
    .filter((line) => line.includes(word));
}
