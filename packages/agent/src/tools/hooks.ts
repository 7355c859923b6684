import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Invocation, JsonObject } from '@attractor/engine';
import { runCommand } from '@attractor/handlers';
import { inheritedValue } from '@attractor/pipeline';
import type { ToolContext, ToolOutput } from './tool.ts';

/** A hook that hangs must not hang the agent. */
const timeoutMs = 60_000;

/** Commands around each tool call (backends.md 4, canonical 9.7). */
export interface ToolHooks {
  /** Why the call is skipped, or undefined. */
  before(call: HookedCall, context: ToolContext): Promise<string | undefined>;
  /** What went wrong with the hook, for the record; it changes nothing. */
  after(call: HookedCall, output: ToolOutput, context: ToolContext): Promise<string | undefined>;
}

export interface HookedCall {
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
}

/** The hooks of a node, its own before the graph's; undefined without any. */
export function toolHooks(invocation: Invocation): ToolHooks | undefined {
  const { graph, node, runId } = invocation;
  const pre = inheritedValue(graph, node, 'tool_hooks.pre');
  const post = inheritedValue(graph, node, 'tool_hooks.post');
  if (pre === undefined && post === undefined) return undefined;
  const about = (call: HookedCall): JsonObject => ({
    tool: call.name,
    call_id: call.id,
    arguments: call.input,
    node: node.id,
    run: runId,
    working_directory: invocation.workingDirectory,
  });
  const variables = (call: HookedCall) => ({
    ATTRACTOR_TOOL_NAME: call.name,
    ATTRACTOR_TOOL_CALL_ID: call.id,
    ATTRACTOR_RUN_ID: runId,
    ATTRACTOR_NODE: node.id,
  });
  return {
    async before(call, context) {
      if (pre === undefined) return undefined;
      const problem = await runHook(pre, about(call), variables(call), context);
      return problem === undefined ? undefined : `tool_hooks.pre did not allow this call: ${problem}`;
    },
    async after(call, output, context) {
      if (post === undefined) return undefined;
      const data = { ...about(call), result: output.text, is_error: output.isError };
      const problem = await runHook(post, data, { ...variables(call), ATTRACTOR_TOOL_IS_ERROR: String(output.isError) }, context);
      return problem === undefined ? undefined : `tool_hooks.post: ${problem}`;
    },
  };
}

/** The problem of a hook that did not end with 0. */
async function runHook(
  command: string,
  data: JsonObject,
  variables: Readonly<Record<string, string>>,
  context: ToolContext,
): Promise<string | undefined> {
  const id = randomBytes(8).toString('hex');
  const folder = join(context.sessionDirectory, `hook-${id}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const result = await runCommand({
    shell: context.shell,
    command,
    workingDirectory: context.workingDirectory,
    environment: { ...context.environment, ...variables, ATTRACTOR_COMMAND: id },
    marker: `ATTRACTOR_COMMAND=${id}`,
    input: `${JSON.stringify(context.masker.json(data))}\n`,
    folder,
    signal: AbortSignal.any([context.signal, AbortSignal.timeout(timeoutMs)]),
    mask: () => context.masker.stream(),
  });
  rmSync(folder, { recursive: true, force: true });
  switch (result.kind) {
    case 'not-started':
      return `the hook could not be started: ${result.problem}`;
    case 'aborted':
      return `the hook was stopped after ${timeoutMs} ms`;
    case 'killed':
      return `the hook was ended by ${result.signal}`;
    case 'ended': {
      if (result.exitCode === 0) return undefined;
      const said = (result.stderr.text.trim() || result.stdout.text.trim()).slice(-2000);
      return `exit code ${result.exitCode}${said === '' ? '' : `: ${said}`}`;
    }
  }
}
