import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type CommandResult, runCommand } from '@attractor/handlers';
import { failed, numberArgument, type Tool, type ToolContext, type ToolOutput, textArgument } from './tool.ts';

const defaultTimeoutMs = 10_000;
const maxTimeoutMs = 600_000;

/** Runs a command in a process group of its own; when it returns, nothing it started is left (backends.md 4, engine.md 10). */
export const shellTool: Tool = {
  name: 'shell',
  description: `Run a shell command in the working directory and get its output and exit code. It is stopped after timeout_ms (default ${defaultTimeoutMs}): give more for builds and tests. Standard input is closed; background processes end with the command.`,
  parameters: {
    type: 'object',
    properties: {
      command: { type: 'string', minLength: 1, description: 'The command, as for bash -c' },
      timeout_ms: { type: 'integer', minimum: 1, description: `Milliseconds until it is stopped; at most ${maxTimeoutMs}` },
      description: { type: 'string', description: 'What the command is for, in a few words' },
    },
    required: ['command'],
    additionalProperties: false,
  },
  limits: { characters: 30_000, lines: 256 },
  run(input, context) {
    const timeoutMs = Math.min(numberArgument(input, 'timeout_ms') ?? defaultTimeoutMs, maxTimeoutMs);
    return runShell(textArgument(input, 'command'), timeoutMs, context);
  },
};

/** The command, and how it ended, for a model; `argument` is what the model gives its time in. */
export async function runShell(command: string, timeoutMs: number, context: ToolContext, argument = 'timeout_ms'): Promise<ToolOutput> {
  const id = randomBytes(8).toString('hex');
  const folder = join(context.sessionDirectory, `command-${id}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const deadline = AbortSignal.timeout(timeoutMs);
  const result = await runCommand({
    shell: context.shell,
    command,
    workingDirectory: context.workingDirectory,
    environment: { ...context.environment, ATTRACTOR_COMMAND: id },
    marker: `ATTRACTOR_COMMAND=${id}`,
    folder,
    signal: AbortSignal.any([context.signal, deadline]),
    mask: () => context.masker.stream(),
  });
  const whole = result.kind !== 'not-started' && (result.stdout.truncated || result.stderr.truncated);
  // The session's log holds what was not cut; only a larger output stays on disk.
  if (!whole) rmSync(folder, { recursive: true, force: true });
  return describe(result, timeoutMs, whole ? folder : undefined, argument);
}

function describe(result: CommandResult, timeoutMs: number, folder: string | undefined, argument: string): ToolOutput {
  if (result.kind === 'not-started') return failed(`the command could not be started: ${result.problem}`);
  const { stdout, stderr } = result;
  const streams = [stdout.text, stderr.text.trim() === '' ? '' : `[stderr]\n${stderr.text}`].map((text) => text.trimEnd());
  const kept = folder === undefined ? '' : `[output.txt and stderr.txt in ${folder} hold all of it]`;
  const text = [...streams, kept, ending(result, timeoutMs, argument)].filter((part) => part !== '').join('\n');
  return { text, isError: result.kind !== 'ended' || result.exitCode !== 0 };
}

function ending(result: Exclude<CommandResult, { readonly kind: 'not-started' }>, timeoutMs: number, argument: string): string {
  switch (result.kind) {
    case 'ended':
      return `[exit code ${result.exitCode}]`;
    case 'killed':
      return `[ended by ${result.signal}]`;
    case 'aborted':
      return `[stopped after ${timeoutMs} ms; what it had printed stands above. Give a larger ${argument} if it needs more time]`;
  }
}
