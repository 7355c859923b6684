import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { clearGroup, terminateGroup, terminateMarked } from '@attractor/handlers';
import { execa } from 'execa';

export interface ProcessRequest {
  readonly command: string;
  readonly arguments: readonly string[];
  readonly workingDirectory: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Written to standard input, which is then closed. */
  readonly input: string;
  /** Aborts of the run, and of whoever gives up on the process. */
  readonly signal: AbortSignal;
  onStdout(chunk: Buffer): void;
  onStderr(chunk: Buffer): void;
}

export type ProcessEnd =
  | { readonly kind: 'ended'; readonly exitCode: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'aborted' }
  /** `missing`: there is no such program; else the system could not run it. */
  | { readonly kind: 'not-started'; readonly missing: boolean; readonly problem: string };

/**
 * Runs a program in a process group of its own (backends.md 1). When it resolves nothing it started is left: an abort ends the group
 * and what left it (its tools may have groups of their own) by TERM, after 2 s by KILL; what stays behind a normal end goes the same way.
 */
export async function runProcess(request: ProcessRequest): Promise<ProcessEnd> {
  const { signal } = request;
  if (signal.aborted) return { kind: 'aborted' };
  // No other process has this variable: what leaves the group is found by it.
  const marker = `ATTRACTOR_COMMAND=${randomBytes(8).toString('hex')}`;
  const child = execa(request.command, request.arguments, {
    cwd: request.workingDirectory,
    env: { ...request.environment, ...variableOf(marker) },
    extendEnv: false,
    detached: true,
    cleanup: false,
    reject: false,
    buffer: false,
    stripFinalNewline: false,
    input: request.input,
    stdout: 'pipe',
    stderr: 'pipe',
  });
  // Its result says whether it could be started at all; how it ended is heard sooner from the event.
  const result = Promise.resolve(child);
  const { pid } = child;
  if (pid === undefined) {
    const failed = await result;
    const code = 'code' in failed ? failed.code : undefined;
    return notStarted(request, code, failed.message ?? 'it could not be started');
  }
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>;
  exited.catch(() => {});
  const progress = { bytes: 0 };
  const read = (stream: Readable, take: (chunk: Buffer) => void): Promise<unknown> => {
    stream.on('data', (chunk: Buffer) => {
      progress.bytes += chunk.length;
      take(chunk);
    });
    return once(stream, 'close').catch(() => {});
  };
  const closed = Promise.all([
    read(child.stdout, (chunk) => request.onStdout(chunk)),
    read(child.stderr, (chunk) => request.onStderr(chunk)),
  ]);
  let ending: Promise<unknown> | undefined;
  const end = (): void => {
    ending ??= Promise.all([terminateGroup(pid), terminateMarked(marker)]);
  };
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    const [exitCode, killedBy] = await exited;
    await (ending ?? clearGroup(pid).then(() => terminateMarked(marker)));
    await drain(closed, progress);
    child.stdout.destroy();
    child.stderr.destroy();
    if (ending !== undefined) return { kind: 'aborted' };
    return killedBy === null ? { kind: 'ended', exitCode: exitCode ?? 0 } : { kind: 'killed', signal: killedBy };
  } finally {
    signal.removeEventListener('abort', end);
  }
}

function variableOf(marker: string): Record<string, string> {
  const [name = '', value = ''] = marker.split('=');
  return { [name]: value };
}

function notStarted({ command, workingDirectory }: ProcessRequest, code: string | undefined, message: string): ProcessEnd {
  // The system says of a missing working directory what it says of a missing program.
  if (!existsSync(workingDirectory))
    return { kind: 'not-started', missing: false, problem: `there is no working directory ${workingDirectory}` };
  if (code === 'ENOENT') return { kind: 'not-started', missing: true, problem: `${command} is not on the PATH` };
  return { kind: 'not-started', missing: false, problem: message.split('\n')[0] ?? message };
}

/** Waits for the pipes to run empty. A process that nobody finds may hold one open: half a second without a byte ends the wait. */
async function drain(closed: Promise<unknown>, progress: { readonly bytes: number }): Promise<void> {
  let over = false;
  const done = closed.then(() => {
    over = true;
  });
  for (let idle = 0; !over && idle < 5; ) {
    const before = progress.bytes;
    await Promise.race([done, sleep(100)]);
    idle = progress.bytes === before ? idle + 1 : 0;
  }
}
