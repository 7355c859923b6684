import { spawn } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

const entry = join(root, 'packages/cli/bin/attractor.js');

export interface Result {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a shell line in which `attractor` is this repository's build, without keys, colours or the caller's home. */
export async function shell(line: string, cwd: string): Promise<Result> {
  const home = join(cwd, '.home');
  const bin = join(home, 'bin');
  await mkdir(bin, { recursive: true });
  const command = join(bin, 'attractor');
  await writeFile(command, `#!/bin/sh\nexec '${process.execPath}' '${entry}' "$@"\n`);
  await chmod(command, 0o755);
  return run('bash', ['-c', line], cwd, { PATH: `${bin}:${process.env.PATH ?? ''}`, HOME: home, NO_COLOR: '1' });
}

/** Runs a program to its end; both streams are read, stdin is empty. */
export function run(program: string, args: readonly string[], cwd: string, env: Record<string, string | undefined>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}
