import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { type CrashGraph, toolScript } from './graphs.ts';

/**
 * Puts driver.mjs and everything it imports, from source, into one file below `parent`: hundreds of processes start from it.
 * The folders above it are there because the engine reads its version two folders up.
 */
export async function bundleDriver(parent: string): Promise<string> {
  const outfile = join(parent, 'engine', 'dist', 'run', 'driver.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('./driver.mjs', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
    conditions: ['attractor-source'],
    // Some libraries are CommonJS and ask for Node's own modules at run time.
    banner: { js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);" },
  });
  writeFileSync(join(parent, 'engine', 'package.json'), '{"type": "module", "version": "0.0.0"}\n');
  return outfile;
}

/** At the `call`-th write, counted from 1; `torn`: half of it reaches the file. */
export interface Kill {
  readonly of: 'journal' | 'any';
  readonly call: number;
  readonly when: 'before' | 'torn' | 'after';
}

export interface Job {
  readonly action: 'start' | 'resume';
  readonly root: string;
  readonly kill?: Kill;
}

/** How a job ended by itself. */
export interface Ended {
  readonly root: string;
  readonly status?: string;
  readonly reason?: string;
  readonly writes?: number;
  readonly ms?: number;
  readonly error?: string;
  readonly code?: string;
}

export interface Driven {
  readonly ended: readonly Ended[];
  readonly killed: boolean;
}

/** A folder for one run of a graph. */
export function scene(parent: string, name: string, { dot, script }: CrashGraph): string {
  const root = join(parent, name);
  mkdirSync(join(root, 'work'), { recursive: true });
  writeFileSync(join(root, 'graph.dot'), dot);
  writeFileSync(join(root, 'script.json'), JSON.stringify(script));
  writeFileSync(join(root, 'work', 'tool.sh'), toolScript);
  return root;
}

/** Runs jobs in one process until they are done or it is killed; `killAfterMs` counts from the beginning of the last job. */
export function drive(driver: string, jobs: readonly Job[], killAfterMs?: number): Promise<Driven> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [driver, JSON.stringify(jobs)], { stdio: ['ignore', 'pipe', 'pipe'] });
    const ended: Ended[] = [];
    let begun = 0;
    let rest = '';
    let errors = '';
    let timer: NodeJS.Timeout | undefined;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const value = JSON.parse(line) as Ended & { begun?: string };
        if (value.begun === undefined) ended.push(value);
        else if (++begun === jobs.length && killAfterMs !== undefined) timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
      }
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (signal === 'SIGKILL') resolve({ ended, killed: true });
      else if (code === 0) resolve({ ended, killed: false });
      else reject(new Error(`the driver ended with ${code ?? signal}: ${errors}`));
    });
  });
}
