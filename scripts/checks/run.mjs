import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a command in the root folder; `output` is stdout and stderr as they came, `stdout` that alone. Never rejects. */
export function run(command, args, options = {}) {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    let stdout = '';
    const finish = (ok) => resolve({ ok, output: output.trimEnd(), stdout, seconds: (performance.now() - started) / 1000 });
    child.stdout.on('data', (chunk) => {
      output += chunk;
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', (error) => {
      output += `${command}: ${error.message}`;
      finish(false);
    });
    child.on('close', (code) => finish(code === 0));
  });
}
