import { randomBytes } from 'node:crypto';
import { copyFileSync, readdirSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Masker, makeFolders } from '@attractor/engine';
import { type CommandResult, runCommand } from '@attractor/handlers';
import type { Host } from './executors/executor.ts';
import { executionProblem, executorOf } from './executors/executors.ts';
import type { Sandbox } from './sandbox.ts';

/** How an execution ended; the same form for every type (RG-13). */
export type Execution =
  | { readonly kind: 'ended'; readonly exitCode: number; readonly stdout: string; readonly stderr: string }
  | { readonly kind: 'killed'; readonly signal: string; readonly stdout: string; readonly stderr: string }
  | { readonly kind: 'timeout'; readonly stdout: string; readonly stderr: string }
  | { readonly kind: 'interrupted' }
  /** There is no program for it here, or it could not be started. */
  | { readonly kind: 'impossible'; readonly problem: string };

export interface ExecutionOptions {
  readonly study: string;
  /** Base name of a file in the study folder. */
  readonly file: string;
  readonly sandbox: Sandbox;
  readonly host: Host;
  readonly masker: Masker;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Executes a deliverable by its type (RG-13, C10), in a process group of its own and with nothing left behind. It works in a folder
 * that shows the study's files, but for the runs, and its environment leads to the copy of the store (ES-04, RG-05).
 */
export async function runDeliverable(options: ExecutionOptions): Promise<Execution> {
  const { study, file, sandbox, host, masker, timeoutMs, signal } = options;
  const executor = executorOf(file);
  const program = executor?.program(host);
  if (executor === undefined || program?.ok !== true)
    return { kind: 'impossible', problem: executionProblem(file, host) ?? 'unknown type' };
  const workingDirectory = join(sandbox.directory, 'study');
  showStudy(study, file, workingDirectory);
  const output = join(sandbox.directory, 'output');
  makeFolders(output);
  const deadline = AbortSignal.timeout(timeoutMs);
  const id = randomBytes(8).toString('hex');
  const result = await runCommand({
    shell: '/bin/sh',
    // Names and paths are parameters: no text of them is read by the shell.
    command: 'exec "$0" "$@"',
    parameters: [program.path, ...(program.before ?? []), ...executor.arguments(file, sandbox.directory)],
    workingDirectory,
    environment: { ...host.environment, ...sandbox.environment, ATTRACTOR_COMMAND: id },
    marker: `ATTRACTOR_COMMAND=${id}`,
    folder: output,
    signal: AbortSignal.any([signal, deadline]),
    mask: () => masker.stream(),
  });
  return executionOf(result, signal, (text) => withPrinted(text, () => masker.text(executor.printed?.(sandbox.directory) ?? '')));
}

function executionOf(result: CommandResult, signal: AbortSignal, whole: (stdout: string) => string): Execution {
  if (result.kind === 'not-started') return { kind: 'impossible', problem: result.problem };
  if (result.kind === 'aborted' && signal.aborted) return { kind: 'interrupted' };
  const stdout = whole(result.stdout.text);
  const stderr = result.stderr.text;
  if (result.kind === 'aborted') return { kind: 'timeout', stdout, stderr };
  if (result.kind === 'killed') return { kind: 'killed', signal: result.signal, stdout, stderr };
  return { kind: 'ended', exitCode: result.exitCode, stdout, stderr };
}

/** A program that failed may have left nothing to read. */
function withPrinted(stdout: string, printed: () => string): string {
  try {
    return [stdout, printed()].filter((text) => text !== '').join('\n');
  } catch {
    return stdout;
  }
}

/** A copy of the deliverable among links to what lies beside it: what it writes next to itself is thrown away with the sandbox. */
function showStudy(study: string, file: string, folder: string): void {
  makeFolders(folder);
  for (const name of readdirSync(study)) {
    if (name === basename(file)) copyFileSync(join(study, name), join(folder, name));
    else if (name !== '.attractor') symlinkSync(join(study, name), join(folder, name));
  }
}
