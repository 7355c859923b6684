import type Anthropic from '@anthropic-ai/sdk';
import type { FinishReason, Usage } from '../../model/response.ts';
import type { ProviderEvent } from '../provider.ts';

const reasons: Readonly<Record<string, FinishReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool_calls',
  refusal: 'content_filter',
};

type WireUsage = Partial<Anthropic.MessageDeltaUsage>;

/** Reads a stream of the Messages API; true when it was complete. */
export async function* anthropicEvents(stream: AsyncIterable<Anthropic.RawMessageStreamEvent>): AsyncGenerator<ProviderEvent, boolean> {
  let usage: WireUsage = {};
  let raw: string | undefined;
  for await (const event of stream) {
    switch (event.type) {
      case 'message_start':
        usage = event.message.usage;
        yield { type: 'start', id: event.message.id, model: event.message.model };
        break;
      case 'content_block_start':
        yield* blockStart(String(event.index), event.content_block);
        break;
      case 'content_block_delta':
        yield* delta(String(event.index), event.delta);
        break;
      case 'content_block_stop':
        break;
      case 'message_delta':
        usage = { ...usage, ...Object.fromEntries(Object.entries(event.usage ?? {}).filter(([, value]) => value !== null)) };
        raw = event.delta.stop_reason ?? raw;
        break;
      case 'message_stop':
        yield { type: 'end', reason: reasons[raw ?? ''] ?? 'other', ...(raw === undefined ? {} : { raw }), usage: toUsage(usage) };
        return true;
    }
  }
  return false;
}

function* blockStart(part: string, block: Anthropic.ContentBlock): Generator<ProviderEvent> {
  switch (block.type) {
    case 'text':
      yield { type: 'text', part, delta: block.text };
      return;
    case 'thinking':
      yield { type: 'thinking', part, delta: block.thinking };
      if (block.signature) yield { type: 'signature', part, value: block.signature };
      return;
    case 'redacted_thinking':
      yield { type: 'redacted_thinking', part, data: block.data };
      return;
    case 'tool_use':
      yield { type: 'tool_call', part, id: block.id, name: block.name };
      // The input comes in deltas; a server that sends it at once sends it here.
      if (typeof block.input === 'object' && block.input !== null && Object.keys(block.input).length > 0) {
        yield { type: 'arguments', part, delta: JSON.stringify(block.input) };
      }
      return;
    // Blocks of server tools, which no request of ours asks for.
    case 'server_tool_use':
    case 'web_search_tool_result':
    case 'web_fetch_tool_result':
    case 'code_execution_tool_result':
    case 'bash_code_execution_tool_result':
    case 'text_editor_code_execution_tool_result':
    case 'tool_search_tool_result':
    case 'container_upload':
      return;
  }
}

function* delta(part: string, change: Anthropic.RawContentBlockDelta): Generator<ProviderEvent> {
  switch (change.type) {
    case 'text_delta':
      yield { type: 'text', part, delta: change.text };
      return;
    case 'thinking_delta':
      yield { type: 'thinking', part, delta: change.thinking };
      return;
    case 'signature_delta':
      yield { type: 'signature', part, value: change.signature };
      return;
    case 'input_json_delta':
      yield { type: 'arguments', part, delta: change.partial_json };
      return;
    case 'citations_delta':
      return;
  }
}

/** Input, cache reads and cache writes are three numbers here already. */
function toUsage(usage: WireUsage): Usage {
  const thinking = usage.output_tokens_details?.thinking_tokens;
  return {
    inputTokens: usage.input_tokens ?? 0,
    outputTokens: usage.output_tokens ?? 0,
    ...(thinking === undefined ? {} : { reasoningTokens: thinking }),
    ...(usage.cache_read_input_tokens ? { cacheReadTokens: usage.cache_read_input_tokens } : {}),
    ...(usage.cache_creation_input_tokens ? { cacheWriteTokens: usage.cache_creation_input_tokens } : {}),
  };
}
