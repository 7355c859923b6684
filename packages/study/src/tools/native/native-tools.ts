import { join } from 'node:path';
import {
  commandEnvironment,
  editFileTool,
  globTool,
  grepTool,
  readFileTool,
  runShell,
  shellTool,
  type Tool,
  type ToolContext,
  type ToolOutput,
  writeFileTool,
} from '@attractor/agent';
import type { JsonObject, Masker } from '@attractor/engine';
import { shellOf } from '@attractor/handlers';
import type { StudyPaths } from '../../run/study-run.ts';
import { numberOf, textOf } from '../read-arguments.ts';
import type { Caller, StudyTool } from '../study-tool.ts';
import { writePlace } from './write-roots.ts';

export interface NativeParts {
  readonly paths: Pick<StudyPaths, 'study' | 'run' | 'debug' | 'delegations' | 'workspace'>;
  readonly masker: Masker;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Further variables of a caller's commands. */
  readonly variables?: (caller: Caller) => Readonly<Record<string, string>>;
  /** The attribute `shell`. */
  readonly shell?: string | undefined;
  /** What the time backstop leaves, when there is one (A19). */
  readonly timeLeftMs?: () => number | undefined;
}

/** The agent's own tools under the study's names (AG-08, A19), in the order in which models see them. */
export const nativeNames = ['Bash', 'Read', 'Write', 'Edit', 'Glob', 'Grep'] as const;

const defaultBashMs = 600_000;

/**
 * The native tools. Bash runs in the study folder and is not confined (AG-19); Read, Glob and Grep look at the study folder; Write and
 * Edit change files below two roots only (AG-17, AG-18, AG-34). A refused or failed file operation is an `ERROR:`; how a command ended
 * stands in its result.
 */
export function nativeTools(parts: NativeParts): readonly StudyTool[] {
  return [
    bashTool(parts),
    looking(parts, 'Read', readFileTool),
    writing(parts, 'Write', writeFileTool, 'Write a whole file; it and its parent folders are made, an existing file is replaced.'),
    writing(
      parts,
      'Edit',
      editFileTool,
      'Replace a text in a file. old_string must be in the file exactly, white space included, and only once; give more lines around it to make it unique, or set replace_all.',
    ),
    looking(parts, 'Glob', globTool),
    looking(parts, 'Grep', grepTool),
  ];
}

function bashTool(parts: NativeParts): StudyTool {
  return {
    name: 'Bash',
    description: `Run a shell command in the study folder and get its output and exit code. It is stopped after timeout_s (default ${defaultBashMs / 1000}). Standard input is closed; background processes end with the command.`,
    parameters: {
      type: 'object',
      properties: {
        command: { type: 'string', minLength: 1, description: 'The command, as for bash -c' },
        timeout_s: { type: 'number', exclusiveMinimum: 0, description: 'Seconds until it is stopped' },
        description: { type: 'string', description: 'What the command is for, in a few words' },
      },
      required: ['command'],
      additionalProperties: false,
    },
    kind: 'native',
    limits: shellTool.limits,
    async run(input, caller) {
      const seconds = numberOf(input, 'timeout_s');
      const wanted = seconds === undefined ? defaultBashMs : seconds * 1000;
      const left = parts.timeLeftMs?.();
      // A timer cannot hold more.
      const timeoutMs = Math.max(1, Math.min(wanted, left ?? Number.POSITIVE_INFINITY, 2 ** 31 - 1));
      const output = await runShell(textOf(input, 'command') ?? '', Math.ceil(timeoutMs), contextOf(parts, caller), 'timeout_s');
      return output.text;
    },
  };
}

function looking(parts: NativeParts, name: string, tool: Tool): StudyTool {
  const run = async (input: JsonObject, caller: Caller): Promise<string> => {
    const output = await tool.run(input, contextOf(parts, caller));
    // Results are texts; a picture can be looked at by a program.
    return output.images === undefined ? told(output) : `${output.text} (its pixels are not shown)`;
  };
  return study(name, tool, renamed(tool.description), run);
}

function writing(parts: NativeParts, name: string, tool: Tool, about: string): StudyTool {
  const description = `${about} Files go into your own folder of the run, where paths without one are, or into workspace/ of the study; nowhere else.`;
  const run = async (input: JsonObject, caller: Caller): Promise<string> => {
    const place = writePlace(textOf(input, 'file_path') ?? '', parts.paths, caller);
    if (!place.ok) return `ERROR: ${place.problem}`;
    const context = { ...contextOf(parts, caller), workingDirectory: place.root };
    return told(await tool.run({ ...input, file_path: place.path }, context));
  };
  const file = { type: 'string', description: 'e.g. "analysis.py" (your own folder) or "workspace/model.py"' };
  const properties = { ...(tool.parameters['properties'] as JsonObject), file_path: file };
  return { ...study(name, tool, description, run), parameters: { ...tool.parameters, properties } };
}

function study(name: string, { parameters, limits }: Tool, description: string, run: StudyTool['run']): StudyTool {
  return { name, description, parameters, kind: 'native', limits, run };
}

function told({ text, isError }: ToolOutput): string {
  return isError ? `ERROR: ${text}` : text;
}

function renamed(text: string): string {
  return text.replaceAll('the working directory', 'the study folder');
}

function contextOf(parts: NativeParts, caller: Caller): ToolContext {
  const { paths, masker, environment } = parts;
  return {
    workingDirectory: paths.study,
    runDirectory: paths.run,
    sessionDirectory: join(paths.debug, 'commands', caller.delegation ?? caller.node),
    environment: {
      ...commandEnvironment(environment),
      ATTRACTOR_NODE: caller.node,
      ...(caller.delegation === undefined ? {} : { ATTRACTOR_DELEGATION: caller.delegation }),
      ATTRACTOR_RUN_DIR: paths.run,
      ...parts.variables?.(caller),
    },
    shell: shellOf(parts.shell, environment),
    masker,
    signal: caller.signal,
  };
}
