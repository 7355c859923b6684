import { closeSync, existsSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, type Handler, type Invocation, type Outcome } from '@attractor/engine';
import { nodeValue } from '@attractor/pipeline';
import { maskerOf } from '../masker.ts';
import { freshStatusFile, readStatusFile, statusFileOf } from '../status-file.ts';
import type { Captured } from './capture.ts';
import { dryRun, type ToolScript } from './dry-run.ts';
import { endLeftovers } from './leftover.ts';
import { type CommandEnd, exitOutcome, withParsedOutput, withToolResult } from './outcome.ts';
import { prepareCommand } from './prepare.ts';
import { runCommand } from './run-command.ts';

const commandFile = 'command.txt';

export interface ToolOptions {
  /** What tool nodes answer under `--dry-run`. */
  readonly script?: ToolScript;
}

/** Runs a shell command (engine.md 10). Its folder gets `command.txt`, `output.txt`, `stderr.txt` and, with references, `context.json`. */
export function toolHandler(options: ToolOptions = {}): Handler {
  return { execute: (invocation) => execute(invocation, options) };
}

async function execute(invocation: Invocation, options: ToolOptions): Promise<Outcome> {
  const { node, directory, signal } = invocation;
  if ((nodeValue(node, 'tool_command') ?? '').trim() === '') return fail('deterministic', `tool node '${node.id}' has no tool_command`);
  if (signal.aborted) return interrupted(invocation);
  const masker = maskerOf(invocation);
  // An earlier attempt of this visit left its files; what it left running must not work beside this one.
  if (existsSync(join(directory.path, commandFile))) await endLeftovers(statusFileOf(directory), invocation.visit);
  const statusFile = freshStatusFile(directory);
  const prepared = prepareCommand(invocation, statusFile, masker);
  directory.write(commandFile, `${masker.text(prepared.command)}\n`);
  // Values of simulated nodes are mostly empty: they are no reason to fail here.
  if (invocation.mode === 'dry-run') return dryRun(invocation, prepared.command, masker, options.script);
  if (!prepared.ok) return fail('deterministic', prepared.problem);
  const result = await runCommand({
    shell: prepared.shell,
    command: prepared.command,
    workingDirectory: invocation.workingDirectory,
    environment: prepared.environment,
    folder: directory.ensure(),
    signal,
    mask: () => masker.stream(),
  });
  if (result.kind === 'not-started')
    return fail('deterministic', `the command could not be started with ${prepared.shell}: ${result.problem}`);
  const end: CommandEnd = {
    command: prepared.command,
    exitCode: result.kind === 'ended' ? result.exitCode : null,
    ...(result.kind === 'killed' ? { signal: result.signal } : {}),
    stdout: result.stdout.text,
    stderr: result.stderr.text,
    lastLine: result.stdout.lastLine,
  };
  if (result.kind === 'aborted') return withToolResult(interrupted(invocation), end);
  const verdict = readStatusFile(statusFile, node.id) ?? exitOutcome(end);
  const outcome = nodeValue(node, 'parse_json') ? withParsedOutput(verdict, wholeOutput(result.stdout, directory.path)) : verdict;
  return withToolResult(outcome, end);
}

/** The engine knows whether it was a timeout or a cancel and says so (engine.md 4). */
function interrupted({ node }: Invocation): Outcome {
  return fail('cancelled', `node '${node.id}' was interrupted`);
}

/** An output beyond this is a data set: it belongs into a file, not into the context. */
const maxParsedBytes = 16_777_216;

/** Stdout for `parse_json`: from disk when memory holds only its ends; undefined when it is too long. */
function wholeOutput(stdout: Captured, folder: string): string | undefined {
  if (!stdout.truncated) return stdout.text;
  const descriptor = openSync(join(folder, 'output.txt'), 'r');
  try {
    return fstatSync(descriptor).size > maxParsedBytes ? undefined : readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}
