import { apiKey, type ErrorName, sse, type Turn, type Wire } from './wire.ts';

const stops = { stop: 'end_turn', length: 'max_tokens', tool_calls: 'tool_use', content_filter: 'refusal', other: 'pause_turn' } as const;
const types: Readonly<Record<ErrorName, readonly [number, string, string]>> = {
  auth: [401, 'authentication_error', 'invalid x-api-key'],
  permission: [403, 'permission_error', 'Your API key does not have permission to use the specified resource.'],
  not_found: [404, 'not_found_error', 'model: claude-none'],
  bad_request: [400, 'invalid_request_error', 'messages: at least one message is required'],
  context_length: [400, 'invalid_request_error', 'prompt is too long: 1048577 tokens > 1000000 maximum'],
  rate_limit: [429, 'rate_limit_error', 'This request would exceed your organization’s rate limit of 50 requests per minute.'],
  quota: [400, 'invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'],
  server: [500, 'api_error', 'Internal server error'],
  overloaded: [529, 'overloaded_error', 'Overloaded'],
};

function frames(turn: Turn): string[] {
  const at = (type: string, data: object) => sse({ type, ...data }, type);
  const usage = { input_tokens: 100, cache_read_input_tokens: 30, cache_creation_input_tokens: 20, output_tokens: 1 };
  const out = [
    at('message_start', {
      message: { id: 'msg_1', type: 'message', role: 'assistant', content: [], model: turn.model ?? wire.model, stop_reason: null, usage },
    }),
    at('ping', {}),
  ];
  let index = 0;
  const block = (content_block: object, deltas: readonly object[]) => {
    out.push(at('content_block_start', { index, content_block }));
    for (const delta of deltas) out.push(at('content_block_delta', { index, delta }));
    out.push(at('content_block_stop', { index }));
    index += 1;
  };
  if (turn.thinking !== undefined) {
    const { deltas, signature } = turn.thinking;
    block({ type: 'thinking', thinking: '', signature: '' }, [
      ...deltas.map((thinking) => ({ type: 'thinking_delta', thinking })),
      { type: 'signature_delta', signature },
    ]);
  }
  if (turn.text !== undefined)
    block(
      { type: 'text', text: '' },
      turn.text.map((text) => ({ type: 'text_delta', text })),
    );
  for (const { id, name, deltas } of turn.calls ?? []) {
    block(
      { type: 'tool_use', id, name, input: {} },
      deltas.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
    );
  }
  const stop_reason = stops[turn.finish ?? (turn.calls === undefined ? 'stop' : 'tool_calls')];
  out.push(at('message_delta', { delta: { stop_reason }, usage: { output_tokens: 50, output_tokens_details: { thinking_tokens: 10 } } }));
  out.push(at('message_stop', {}));
  return out;
}

const wire: Wire = {
  provider: 'anthropic',
  model: 'claude-opus-5-5',
  basePath: '',
  frames,
  errorFrame: () => sse({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'error'),
  error(name) {
    const [status, type, message] = types[name];
    return { status, body: { type: 'error', error: { type, message }, request_id: 'req_1' } };
  },
  badFrame: 'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"del\n\n',
  list: (ids) => ({
    data: ids.map((id, at) => ({ id, type: 'model', display_name: id, created_at: new Date(Date.UTC(2026, at)).toISOString() })),
    has_more: false,
    first_id: ids[0],
    last_id: ids.at(-1),
  }),
  usage: { inputTokens: 100, outputTokens: 50, reasoningTokens: 10, cacheReadTokens: 30, cacheWriteTokens: 20 },
  signs: true,
  keyHeader: { name: 'authorization', value: `Bearer ${apiKey}` },
};
export const anthropicWire = wire;
