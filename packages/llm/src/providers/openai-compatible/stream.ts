import type OpenAI from 'openai';
import type { FinishReason, Usage } from '../../model/response.ts';
import type { ProviderEvent } from '../provider.ts';

const reasons: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool_calls',
  function_call: 'tool_calls',
  content_filter: 'content_filter',
};

type Delta = OpenAI.ChatCompletionChunk.Choice.Delta & { readonly reasoning_content?: string | null; readonly reasoning?: string | null };

/** Reads a stream of Chat Completions; true when a `finish_reason` came. */
export async function* chatEvents(stream: AsyncIterable<OpenAI.ChatCompletionChunk>): AsyncGenerator<ProviderEvent, boolean> {
  const calls = toolCalls();
  let started = false;
  let raw: string | undefined;
  let usage: OpenAI.CompletionUsage | undefined;
  for await (const chunk of stream) {
    if (!started) yield { type: 'start', ...(chunk.id ? { id: chunk.id } : {}), ...(chunk.model ? { model: chunk.model } : {}) };
    started = true;
    usage = chunk.usage ?? usage;
    const choice = chunk.choices?.[0];
    if (choice === undefined) continue;
    const delta: Delta = choice.delta ?? {};
    const thinking = delta.reasoning_content ?? delta.reasoning;
    if (thinking) yield { type: 'thinking', part: 'thinking', delta: thinking };
    if (delta.content) yield { type: 'text', part: 'text', delta: delta.content };
    if (delta.refusal) yield { type: 'text', part: 'refusal', delta: delta.refusal };
    for (const call of delta.tool_calls ?? []) yield* calls(call);
    raw = choice.finish_reason ?? raw;
  }
  if (raw === undefined) return false;
  yield { type: 'end', reason: reasons[raw] ?? 'other', raw, usage: toUsage(usage) };
  return true;
}

/** Calls come by index; servers that send whole calls may use one index for all, or give no id. */
function toolCalls(): (call: OpenAI.ChatCompletionChunk.Choice.Delta.ToolCall) => Generator<ProviderEvent> {
  const current = new Map<number, { part: string; id: string }>();
  let count = 0;
  return function* (call) {
    const index = call.index ?? 0;
    let open = current.get(index);
    if (open === undefined || (call.id && call.id !== open.id && call.function?.name)) {
      const part = `call ${count}`;
      open = { part, id: call.id || `call_${count}` };
      count += 1;
      current.set(index, open);
      yield { type: 'tool_call', part, id: open.id, name: call.function?.name ?? '' };
    }
    if (call.function?.arguments) yield { type: 'arguments', part: open.part, delta: call.function.arguments };
  };
}

/** Prompt tokens of this format hold the cached ones. */
function toUsage(usage: OpenAI.CompletionUsage | undefined): Usage {
  const read = usage?.prompt_tokens_details?.cached_tokens ?? 0;
  const written = usage?.prompt_tokens_details?.cache_write_tokens ?? 0;
  const reasoning = usage?.completion_tokens_details?.reasoning_tokens;
  return {
    inputTokens: Math.max(0, (usage?.prompt_tokens ?? 0) - read - written),
    outputTokens: usage?.completion_tokens ?? 0,
    ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
    ...(read > 0 ? { cacheReadTokens: read } : {}),
    ...(written > 0 ? { cacheWriteTokens: written } : {}),
  };
}
