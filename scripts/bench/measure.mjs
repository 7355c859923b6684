import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const attractor = fileURLToPath(new URL('../../packages/cli/bin/attractor.js', import.meta.url));
const preload = new URL('./report-usage.mjs', import.meta.url).href;

/** Runs Node in a process of its own; milliseconds, processor time, peak memory in MB, stdout. Throws when the exit code is not 0. */
export function measure(args, cwd, env = {}) {
  const usage = join(cwd, 'usage.json');
  const started = performance.now();
  const child = spawnSync(process.execPath, ['--import', preload, ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    env: { ...process.env, NO_COLOR: '1', BENCH_USAGE: usage, ...env },
  });
  const ms = performance.now() - started;
  if (child.status !== 0)
    throw new Error(`${args.join(' ')}: exit ${child.status}\n${child.stdout.slice(-2000)}${child.stderr.slice(-2000)}`);
  const { maxRSS, cpuMs } = JSON.parse(readFileSync(usage, 'utf8'));
  return { ms, cpuMs, memoryMb: maxRSS / 1024, stdout: child.stdout };
}

/** Calls `body` with a temporary folder and removes it afterwards. */
export function inFolder(body) {
  const folder = mkdtempSync(join(tmpdir(), 'attractor-bench-'));
  try {
    return body(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Bytes of all files under a folder. */
function bytesUnder(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size, 0);
}

/** Runs a graph without a model and gives the engine's own time, processor time, the run directory's size and the peak memory. */
export function runGraph(text, flags = ['--simulate'], env = {}) {
  return inFolder((folder) => {
    writeFileSync(join(folder, 'graph.dot'), text);
    const directory = join(folder, 'run');
    const { ms, cpuMs, memoryMb, stdout } = measure(
      [attractor, 'run', 'graph.dot', ...flags, '--quiet', '--logs-root', directory],
      folder,
      env,
    );
    const result = JSON.parse(stdout.trimEnd().split('\n').at(-1));
    if (result.status !== 'success') throw new Error(`the run ended ${result.status}: ${result.reason}`);
    return { ms, cpuMs, engineMs: result.duration_ms, memoryMb, bytes: bytesUnder(directory), visits: result.nodes.length };
  });
}

/** The best of several runs: what the work costs, without what else the machine did. */
export function best(times, body, by) {
  let result;
  for (let i = 0; i < times; i++) {
    const next = body();
    if (result === undefined || by(next) < by(result)) result = next;
  }
  return result;
}

/** Calls `body` with the environment of a model server that answers each call after so many milliseconds, in a process of its own. */
export function withModelServer(answerMs, body) {
  return inFolder((folder) => {
    const address = join(folder, 'address');
    const out = openSync(address, 'w');
    const server = spawn(process.execPath, [fileURLToPath(new URL('./model-server.mjs', import.meta.url)), String(answerMs)], {
      stdio: ['pipe', out, 'inherit'],
    });
    closeSync(out);
    try {
      const deadline = performance.now() + 20_000;
      while (!readFileSync(address, 'utf8').endsWith('\n')) {
        if (performance.now() > deadline) throw new Error('the model server does not start');
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      }
      return body({ ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: readFileSync(address, 'utf8').trim() });
    } finally {
      server.kill();
    }
  });
}
