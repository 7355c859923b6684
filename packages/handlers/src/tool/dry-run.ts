import { join } from 'node:path';
import { fail, type Invocation, type Masker, type Outcome, success } from '@attractor/engine';
import { nodeValue } from '@attractor/pipeline';
import { lastLine } from './last-line.ts';
import { type CommandEnd, exitOutcome, withParsedOutput, withToolResult } from './outcome.ts';

/** One scripted end of a command under `--dry-run` (backends.md 1). */
export interface ToolScriptEntry {
  readonly exit?: number;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly delayMs?: number;
  readonly files?: ReadonlyMap<string, string>;
}

/** Where scripted ends come from; the script of `simulate` in package agent is one. */
export interface ToolScript {
  entry(node: string, branch: string, call: number): ToolScriptEntry | undefined;
  /** Writes files below a folder, refusing those that would leave it; returns what is wrong. */
  writeFiles(root: string, files: ReadonlyMap<string, string>): string | undefined;
}

/**
 * Plays a command without a process (files.md 5): what its script entry says, else success with empty output. Scripted
 * files are kept in the node folder under `files/`, since a dry run writes nothing outside the run directory.
 */
export async function dryRun(invocation: Invocation, command: string, masker: Masker, script: ToolScript | undefined): Promise<Outcome> {
  const { node, branch, directory, services, signal } = invocation;
  const entry = script?.entry(node.id, branch, invocation.scriptCalls(node.id) + 1);
  if (entry?.delayMs !== undefined) await services.clock.sleep(entry.delayMs, signal);
  if (signal.aborted) return fail('cancelled', `node '${node.id}' was interrupted`);
  const stdout = masker.text(entry?.stdout ?? '');
  const stderr = masker.text(entry?.stderr ?? '');
  directory.write('output.txt', stdout);
  directory.write('stderr.txt', stderr);
  const problem = entry?.files === undefined ? undefined : script?.writeFiles(join(directory.ensure(), 'files'), entry.files);
  if (problem !== undefined) return fail('deterministic', `script entry of node '${node.id}': ${problem}`);
  const last = lastLine(stdout.length + 1);
  last.push(stdout);
  const end: CommandEnd = { command, exitCode: entry?.exit ?? 0, stdout, stderr, lastLine: last.text() };
  const ended = entry === undefined ? success(true) : exitOutcome(end);
  const parses = nodeValue(node, 'parse_json') && entry !== undefined;
  const outcome = withToolResult(parses ? withParsedOutput(ended, stdout) : ended, end);
  return entry === undefined ? outcome : { ...outcome, scriptCalls: 1 };
}
