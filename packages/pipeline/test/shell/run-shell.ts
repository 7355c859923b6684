import { type StdioOptions, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { commandEnvironment } from '../../src/shell/environment.ts';
import { rewriteCommand } from '../../src/shell/rewrite.ts';

export type ShellName = 'bash' | 'sh';

// A socket as standard input, which is what Node makes of a pipe, would have bash read ~/.bashrc as if under rshd.
const STDIO: StdioOptions = ['ignore', 'pipe', 'pipe'];

/** The environment in which a command runs when nothing is passed to it. */
const BASE: Record<string, string> = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C.UTF-8' };

/** An empty working directory; `files` says what commands left there. */
export function workingDirectory(): { path: string; files: () => string[] } {
  const path = mkdtempSync(join(tmpdir(), 'attractor-shell-'));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return { path, files: () => readdirSync(path) };
}

/** Rewrites a command, makes its environment and runs it in a real shell, as the tool handler does. */
export function runCommand(
  command: string,
  values: Record<string, unknown>,
  shell: ShellName,
  cwd: string,
): { stdout: string; problem?: string } {
  const rewritten = rewriteCommand(command, { isKnown: (key) => Object.hasOwn(values, key), shell });
  if (!rewritten.parsed) throw new Error(`not parsed: ${command}`);
  const environment = commandEnvironment(rewritten.variables, (key) => values[key], BASE, new Set());
  if (!environment.ok) return { stdout: '', problem: environment.problem };
  const executable = shell === 'bash' ? 'bash' : '/bin/sh';
  const { stdout, error } = spawnSync(executable, ['-c', rewritten.command], {
    cwd,
    env: { ...BASE, ...environment.env },
    encoding: 'utf8',
    stdio: STDIO,
    timeout: 20_000,
    maxBuffer: 16_000_000,
  });
  if (error !== undefined) throw error;
  return { stdout };
}
