import { spawn } from 'node:child_process';

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Longest time that a drawing or a list may take, in milliseconds. */
const deadlineMs = 20_000;

/** Runs `attractor` with a text on its stdin. Never throws: a command that cannot be started says so on `stderr`. */
export function runCommand(
  command: string,
  args: readonly string[],
  options: { cwd: string; input?: string; signal?: AbortSignal },
): Promise<Finished> {
  return new Promise((resolve) => {
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    const finish = (code: number | null, extra = ''): void =>
      resolve({ code, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() + extra });
    const child = spawn(command, [...args], {
      cwd: options.cwd,
      timeout: deadlineMs,
      shell: process.platform === 'win32',
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.on('error', (error) => finish(null, error.message));
    child.on('close', (code) => finish(code));
    // A command that ends without reading its input is no fault of the extension.
    child.stdin.on('error', () => {});
    child.stdin.end(options.input ?? '');
  });
}
