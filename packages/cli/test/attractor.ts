import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

export const bin = fileURLToPath(new URL('../bin/attractor.js', import.meta.url));

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Options {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Called once the process runs. */
  readonly started?: (child: ChildProcess) => void;
}

/** Runs the built command as a real process, without a terminal and without the caller's keys. */
export function attractor(args: readonly string[], options: Options = {}): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, ...args], {
      cwd: options.cwd ?? tmpdir(),
      env: { PATH: process.env['PATH'] ?? '', HOME: tmpdir(), ...options.env },
      stdio: 'pipe',
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    child.stdin.end(options.stdin ?? '');
    options.started?.(child);
  });
}

const folders: string[] = [];

/** A folder with files, removed after the test file. */
export function folder(files: Readonly<Record<string, string>> = {}): string {
  const path = mkdtempSync(join(tmpdir(), 'attractor-cli-'));
  folders.push(path);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  return path;
}

afterAll(() => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true });
});

/** The JSON object on the last line of stdout. */
export function lastLine(finished: Finished): Record<string, unknown> {
  const line = finished.stdout.trimEnd().split('\n').at(-1) ?? '';
  return JSON.parse(line) as Record<string, unknown>;
}

export async function until(condition: () => boolean, ms = 10_000): Promise<void> {
  const deadline = performance.now() + ms;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error('the condition did not come true in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
