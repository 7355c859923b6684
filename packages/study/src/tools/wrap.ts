import { argumentProblem } from '@attractor/agent';
import { HandlerError, type JsonObject, type Masker, StoreError } from '@attractor/engine';
import type { Recorder } from '../records/recorder.ts';
import { type Notices, note, plainWords } from '../run/notices.ts';
import { coerceArguments } from './coerce.ts';
import type { Caller, StudyTool } from './study-tool.ts';

/** What every tool call needs of the run. */
export interface WrapperParts {
  /** The run has let go of the caller: its delegation was cancelled, or the run is over (AG-23). */
  isAbandoned(caller: Caller): boolean;
  readonly recorder: Pick<Recorder, 'toolError' | 'intervention'>;
  readonly notices: Pick<Notices, 'drain' | 'pending'>;
  readonly masker: Masker;
}

const originals = new WeakMap<StudyTool, StudyTool>();

/**
 * A tool as agents call it (AG-23, in this order): an abandoned caller is stopped, before anything is recorded; arguments are coerced
 * and checked; the tool runs; an `ERROR:` is recorded; a one-time diagnostic, the caller's notices and its pending items follow the
 * result, whose first word stays first. A fault of the tool is recorded and thrown on. Wrapping again replaces the wrapper.
 */
export function wrapTool(given: StudyTool, parts: WrapperParts): StudyTool {
  const tool = originals.get(given) ?? given;
  const wrapped: StudyTool = { ...tool, run: (input, caller) => call(tool, input, caller, parts) };
  originals.set(wrapped, tool);
  return wrapped;
}

async function call(tool: StudyTool, given: JsonObject, caller: Caller, parts: WrapperParts): Promise<string> {
  stopAbandoned(caller, parts);
  const input = coerceArguments(tool.parameters, given);
  // A server checks its own arguments, by a schema that is not ours to read strictly.
  const problem = tool.kind === 'mcp' ? undefined : argumentProblem(tool, input);
  let result: string;
  try {
    result = problem === undefined ? await tool.run(input, caller) : `ERROR: ${problem}`;
  } catch (error) {
    if (!isEnd(error)) recordFault(tool, input, caller, error, parts);
    throw error;
  }
  // Its work may have been what the run let go of.
  stopAbandoned(caller, parts);
  const shown = parts.masker.text(isForeign(tool) ? plainWords(result) : result);
  if (shown.startsWith('ERROR:')) recordError(tool, input, caller, shown, parts);
  const added = [takeDiagnostic(tool, caller, parts), parts.notices.drain(caller), parts.notices.pending(caller)];
  return [shown, ...added.filter((text) => text !== '')].join('\n\n');
}

function stopAbandoned(caller: Caller, parts: WrapperParts): void {
  if (!caller.signal.aborted && !parts.isAbandoned(caller)) return;
  throw new HandlerError(`${caller.delegation ?? caller.node} was ended by the run`, { retryable: false, type: 'AbortError' });
}

/** Ends of a session or of the run, not of a call. */
function isEnd(error: unknown): boolean {
  return error instanceof HandlerError || error instanceof StoreError;
}

/** What others wrote must not pass for the engine's words. */
function isForeign({ kind }: StudyTool): boolean {
  return kind === 'native' || kind === 'mcp';
}

function takeDiagnostic(tool: StudyTool, caller: Caller, { recorder, masker }: WrapperParts): string {
  const message = masker.text(tool.takeDiagnostic?.() ?? '');
  if (message === '') return '';
  recorder.intervention({ node: caller.node, type: 'TOOL_DIAGNOSTIC', message, told: true, extra: { tool: tool.name } });
  return note(message);
}

function recordError(tool: StudyTool, input: JsonObject, caller: Caller, message: string, { recorder, masker }: WrapperParts): void {
  const masked = masker.json(input) as JsonObject;
  recorder.toolError({ node: caller.node, tool: tool.name, errorType: 'ERROR_RETURN', fault: 'agent', message, arguments: masked });
}

function recordFault(tool: StudyTool, input: JsonObject, caller: Caller, error: unknown, { recorder, masker }: WrapperParts): void {
  const isError = error instanceof Error;
  recorder.toolError({
    node: caller.node,
    tool: tool.name,
    errorType: isError ? error.name : 'Error',
    fault: isTransient(error) ? 'system' : 'agent',
    message: masker.text(isError ? error.message : String(error)),
    ...(isError && error.stack !== undefined ? { trace: masker.text(error.stack) } : {}),
    arguments: masker.json(input) as JsonObject,
  });
}

const transientCodes: ReadonlySet<string> = new Set(['ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN']);

/** An API or a network that failed, as far as the error tells (RE-04). */
function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    transientCodes.has(code) ||
    error.name === 'ModelError' ||
    /\b(?:fetch failed|socket hang up|timed out|ECONNRESET)\b/i.test(error.message)
  );
}
