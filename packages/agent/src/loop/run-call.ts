import { HandlerError, type JsonObject, StoreError } from '@attractor/engine';
import type { MalformedToolCallPart, ToolCallPart, ToolResultPart } from '@attractor/llm';
import { argumentProblem } from '../tools/check-arguments.ts';
import { failed, type ToolOutput } from '../tools/tool.ts';
import type { Session } from './session.ts';
import { truncateOutput } from './truncate.ts';

/** A call that was carried out or refused, with what the model is told. */
export interface CallResult {
  readonly name: string;
  readonly input: JsonObject;
  readonly output: ToolOutput;
  readonly part: ToolResultPart;
  /** It came after the session's end in the same turn and was not carried out. */
  readonly dropped?: true;
}

/**
 * One tool call: looked up, checked, let pass by the hook, run, recorded whole, shortened for the model (companion 3.8).
 * A call whose arguments were cut off has none and is never executed. Nothing throws but bugs of a tool, which are told too.
 */
export async function runCall(session: Session, call: ToolCallPart | MalformedToolCallPart): Promise<CallResult> {
  const { log, context } = session;
  const input = call.type === 'tool_call' ? call.input : {};
  const started = session.now();
  log.record('tool_call', { call_id: call.id, tool: call.name, arguments: call.type === 'tool_call' ? call.input : call.text });
  log.emit('tool_call', { call_id: call.id, tool: call.name, detail: context.masker.text(detailOf(input)) });
  const raw = call.type === 'tool_call' ? await carryOut(session, call) : malformed(call);
  const output = { ...raw, text: context.masker.text(raw.text) };
  const shown = truncateOutput(
    output.text === '' ? '(no output)' : output.text,
    session.tools.get(call.name)?.limits ?? { characters: 2000 },
  );
  const duration = Math.round(session.now() - started);
  log.record('tool_result', {
    call_id: call.id,
    tool: call.name,
    is_error: output.isError,
    output: output.text,
    truncated_for_model: shown !== output.text && output.text !== '',
    duration_ms: duration,
  });
  log.emit('tool_result', { call_id: call.id, tool: call.name, is_error: output.isError, duration_ms: duration });
  const part: ToolResultPart = {
    type: 'tool_result',
    callId: call.id,
    content: [{ type: 'text', text: shown }, ...(output.images ?? [])],
    ...(output.isError ? { isError: true } : {}),
  };
  return { name: call.name, input, output, part };
}

async function carryOut(session: Session, call: ToolCallPart): Promise<ToolOutput> {
  const { context, hooks, tools } = session;
  const tool = tools.get(call.name);
  if (tool === undefined) return failed(`there is no tool ${JSON.stringify(call.name)}; tools: ${[...tools.keys()].join(', ')}`);
  const problem = argumentProblem(tool, call.input);
  if (problem !== undefined) return failed(problem);
  const refused = await hooks?.before(call, context);
  if (refused !== undefined) return failed(refused);
  let output: ToolOutput;
  try {
    output = await tool.run(call.input, context);
  } catch (error) {
    // The run's own storage: nothing goes on unlogged (files.md 3). Or the tool ends its caller, not the call.
    if (error instanceof StoreError || error instanceof HandlerError) throw error;
    output = failed(`${call.name} failed: ${error instanceof Error ? error.message : String(error)}`);
  }
  const trouble = await hooks?.after(call, output, context);
  if (trouble !== undefined) session.log.record('warning', { call_id: call.id, message: trouble });
  return output;
}

/** A call that came after the session's end in the same turn. */
export function dropCall(call: ToolCallPart | MalformedToolCallPart): CallResult {
  const output = failed('this call was not carried out: the turn was over before it');
  const part: ToolResultPart = { type: 'tool_result', callId: call.id, content: [{ type: 'text', text: output.text }], isError: true };
  return { name: call.name, input: {}, output, part, dropped: true };
}

function malformed(call: MalformedToolCallPart): ToolOutput {
  return failed(
    `the call was not executed: its arguments are not complete JSON (${call.problem}). Call ${call.name} again with whole arguments; write long content in several smaller calls.`,
  );
}

/** What a call is about, for a line on a screen. */
function detailOf(input: JsonObject): string {
  const value = input['command'] ?? input['file_path'] ?? input['pattern'] ?? input['status'] ?? '';
  return typeof value === 'string' ? value.slice(0, 200) : '';
}
