import { openaiErrors } from './openai-wire.ts';
import { sse, type Turn, type Wire } from './wire.ts';

const finishes = { stop: 'stop', length: 'length', tool_calls: 'tool_calls', content_filter: 'content_filter', other: 'eos' } as const;

function frames(turn: Turn): string[] {
  const chunk = (delta: object, finish_reason: string | null = null) =>
    sse({
      id: 'chatcmpl_1',
      object: 'chat.completion.chunk',
      created: 1,
      model: turn.model ?? wire.model,
      choices: [{ index: 0, delta, finish_reason }],
    });
  const out = [chunk({ role: 'assistant', content: '' })];
  for (const reasoning_content of turn.thinking?.deltas ?? []) out.push(chunk({ reasoning_content }));
  for (const content of turn.text ?? []) out.push(chunk({ content }));
  for (const [index, { id, name, deltas }] of (turn.calls ?? []).entries()) {
    out.push(chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }));
    for (const piece of deltas) out.push(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }));
  }
  out.push(chunk({}, finishes[turn.finish ?? (turn.calls === undefined ? 'stop' : 'tool_calls')]));
  const usage = {
    prompt_tokens: 150,
    completion_tokens: 50,
    total_tokens: 200,
    prompt_tokens_details: { cached_tokens: 30, cache_write_tokens: 20 },
    completion_tokens_details: { reasoning_tokens: 10 },
  };
  out.push(sse({ id: 'chatcmpl_1', object: 'chat.completion.chunk', created: 1, model: turn.model ?? wire.model, choices: [], usage }));
  out.push(sse('[DONE]'));
  return out;
}

const wire: Wire = {
  ...openaiErrors,
  provider: 'openai-compatible',
  model: 'local-model',
  frames,
  errorFrame: () => sse({ error: { message: 'The server had an error', type: 'server_error', code: null } }),
  badFrame: 'data: {"id":"chatcmpl_1","choices":[{"del\n\n',
  usage: { inputTokens: 100, outputTokens: 50, reasoningTokens: 10, cacheReadTokens: 30, cacheWriteTokens: 20 },
  signs: false,
};
export const chatWire = wire;
