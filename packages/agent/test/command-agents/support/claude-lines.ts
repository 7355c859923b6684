import type { Step } from './stand-in.ts';

/** Lines as Claude Code prints them. */
export function init(id = 'session-1'): Step {
  return { line: JSON.stringify({ type: 'system', subtype: 'init', session_id: id, model: 'claude-opus-4-8' }) };
}

export function result(text: string, extra: object = {}): Step {
  return {
    line: JSON.stringify({
      type: 'result',
      subtype: 'success',
      is_error: false,
      result: text,
      total_cost_usd: 0.25,
      usage: { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 3, cache_creation_input_tokens: 2 },
      ...extra,
    }),
  };
}

export function toolUse(tool: string, input: object, id = 'call-1'): Step {
  const content = [{ type: 'tool_use', id, name: tool, input }];
  return { line: JSON.stringify({ type: 'assistant', message: { id: 'message-1', content }, parent_tool_use_id: null }) };
}

export function toolResult(id = 'call-1', isError = false): Step {
  return {
    line: JSON.stringify({
      type: 'user',
      message: { content: [{ type: 'tool_result', tool_use_id: id, content: 'x', is_error: isError }] },
    }),
  };
}
