import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Captured, type CaptureFile, capture, openCapture, type StreamMask } from './capture.ts';
import { clearGroup, terminateGroup, terminateMarked } from './process-group.ts';

export interface CommandRequest {
  readonly shell: string;
  readonly command: string;
  /** Positional parameters of the command, from `$0` on: data, never text of the command. */
  readonly parameters?: readonly string[];
  readonly workingDirectory: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Folder of `output.txt` and `stderr.txt`. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** A variable of `environment`, `NAME=value`, that no other command has: what left the group is found by it. Default: the status file's. */
  readonly marker?: string;
  /** Written to the command's standard input, which is closed otherwise. */
  readonly input?: string;
  mask(): StreamMask;
}

export type CommandResult =
  | { readonly kind: 'ended'; readonly exitCode: number; readonly stdout: Captured; readonly stderr: Captured }
  | { readonly kind: 'killed'; readonly signal: NodeJS.Signals; readonly stdout: Captured; readonly stderr: Captured }
  | { readonly kind: 'aborted'; readonly stdout: Captured; readonly stderr: Captured }
  | { readonly kind: 'not-started'; readonly problem: string };

/**
 * Runs a shell command in a process group of its own, stdin closed (engine.md 10). When it resolves, no process of the
 * group is left: an abort sends TERM, after 2 s KILL; children that a finished shell left behind are ended the same way.
 * Node's own spawn, because the result must not wait for a pipe that such a child holds open, and signals go to the group.
 */
export async function runCommand(request: CommandRequest): Promise<CommandResult> {
  const outputFile = await openCapture(join(request.folder, 'output.txt'));
  const errorFile = await openCapture(join(request.folder, 'stderr.txt'));
  const notStarted = async (problem: string): Promise<CommandResult> => {
    await closeAll(outputFile, errorFile);
    // The system says of a missing working directory what it says of a missing shell.
    const { workingDirectory } = request;
    return { kind: 'not-started', problem: existsSync(workingDirectory) ? problem : `there is no working directory ${workingDirectory}` };
  };
  const child = start(request);
  if (typeof child === 'string') return notStarted(child);
  const failure = await Promise.race([
    once(child, 'spawn').then(() => undefined),
    once(child, 'error').then(([error]) => error as Error),
  ]).catch((error: Error) => error);
  const { pid, stdout, stderr } = child;
  if (failure !== undefined || pid === undefined || stdout === null || stderr === null) {
    return notStarted(failure?.message ?? 'the process has no pipes');
  }
  // A command need not read what it is given.
  child.stdin?.on('error', () => {}).end(request.input);
  let ending: Promise<void> | undefined;
  const end = (): void => {
    ending ??= terminateAll(pid, request.marker ?? statusFileMarker(request.environment));
  };
  request.signal.addEventListener('abort', end, { once: true });
  if (request.signal.aborted) end();
  const exited = exitOf(child);
  const progress = { bytes: 0 };
  const captured = Promise.all([
    capture(stdout, outputFile, request.mask(), progress),
    capture(stderr, errorFile, request.mask(), progress),
  ]);
  // A disk that fails stops the command; the error itself is thrown below, when the group is gone.
  captured.catch(() => {
    end();
    stdout.destroy();
    stderr.destroy();
  });
  try {
    const { exitCode, signal } = await exited;
    await (ending ?? clearGroup(pid));
    await drain(captured, progress);
    stdout.destroy();
    stderr.destroy();
    const [out, err] = await captured;
    if (request.signal.aborted && ending !== undefined) return { kind: 'aborted', stdout: out, stderr: err };
    return signal === null
      ? { kind: 'ended', exitCode: exitCode ?? 0, stdout: out, stderr: err }
      : { kind: 'killed', signal, stdout: out, stderr: err };
  } finally {
    request.signal.removeEventListener('abort', end);
  }
}

/** The group, then what left it: nothing of an aborted command stays (engine.md 4). */
async function terminateAll(group: number, marker: string | undefined): Promise<void> {
  await terminateGroup(group);
  if (marker !== undefined) await terminateMarked(marker);
}

function statusFileMarker(environment: Readonly<Record<string, string>>): string | undefined {
  const file = environment['ATTRACTOR_STATUS_FILE'];
  return file === undefined ? undefined : `ATTRACTOR_STATUS_FILE=${file}`;
}

async function closeAll(...files: readonly CaptureFile[]): Promise<void> {
  for (const file of files) await file.handle.close();
}

function start(request: CommandRequest): ChildProcess | string {
  try {
    return spawn(request.shell, ['-c', request.command, ...(request.parameters ?? [])], {
      cwd: request.workingDirectory,
      env: request.input === undefined ? request.environment : withoutStartFile(request.environment),
      detached: true,
      stdio: [request.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
  } catch (error) {
    // A NUL in the command or a variable, or more arguments than the system takes.
    return error instanceof Error ? error.message : String(error);
  }
}

/** A bash whose standard input is a socket, as Node's pipes are, takes itself for a remote shell and reads `~/.bashrc` on level 1. */
function withoutStartFile(environment: Readonly<Record<string, string>>): Record<string, string> {
  return { ...environment, SHLVL: String(Math.max(1, Number(environment['SHLVL']) || 0)) };
}

interface Exit {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

function exitOf(child: ChildProcess): Promise<Exit> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve({ exitCode: child.exitCode, signal: child.signalCode });
  return new Promise((resolve) => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }));
  });
}

/** Waits for the pipes to run empty. A process that left the group may hold one open: half a second without a byte ends the wait. */
async function drain(captured: Promise<unknown>, progress: { readonly bytes: number }): Promise<void> {
  let over = false;
  const done = captured.then(
    () => {
      over = true;
    },
    () => {
      over = true;
    },
  );
  const deadline = performance.now() + 10_000;
  for (let idle = 0; !over && idle < 5 && performance.now() < deadline; ) {
    const before = progress.bytes;
    await Promise.race([done, sleep(100)]);
    idle = progress.bytes === before ? idle + 1 : 0;
  }
}
