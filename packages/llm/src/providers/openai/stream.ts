import type { Responses } from 'openai/resources/responses/responses';
import { ServerError } from '../../errors/server-error.ts';
import type { FinishReason, Usage } from '../../model/response.ts';
import type { ProviderEvent } from '../provider.ts';

/** Reads a stream of the Responses API; true when it was complete. Event types that say nothing about the answer are passed over. */
export async function* responsesEvents(stream: AsyncIterable<Responses.ResponseStreamEvent>): AsyncGenerator<ProviderEvent, boolean> {
  const seen = new Set<string>();
  let refused = false;
  for await (const event of stream) {
    if (event.type === 'response.created') yield { type: 'start', id: event.response.id, model: event.response.model };
    else if (event.type === 'response.output_item.added') yield* added(String(event.output_index), event.item);
    else if (event.type === 'response.output_text.delta' || event.type === 'response.refusal.delta') {
      refused ||= event.type === 'response.refusal.delta';
      const part = `${event.output_index}.${event.content_index}`;
      seen.add(String(event.output_index));
      yield { type: 'text', part, delta: event.delta };
    } else if (event.type === 'response.reasoning_summary_part.added') {
      if (event.summary_index > 0) yield { type: 'thinking', part: String(event.output_index), delta: '\n\n' };
    } else if (event.type === 'response.reasoning_summary_text.delta' || event.type === 'response.reasoning_text.delta') {
      seen.add(String(event.output_index));
      yield { type: 'thinking', part: String(event.output_index), delta: event.delta };
    } else if (event.type === 'response.function_call_arguments.delta') {
      seen.add(String(event.output_index));
      yield { type: 'arguments', part: String(event.output_index), delta: event.delta };
    } else if (event.type === 'response.output_item.done') {
      const part = String(event.output_index);
      yield* done(part, event.item, seen.has(part));
    } else if (event.type === 'response.failed') throw new ServerError({ ...event.response.error });
    else if (event.type === 'error') throw new ServerError({ code: event.code, message: event.message });
    else if (event.type === 'response.completed' || event.type === 'response.incomplete') {
      yield end(event.response, refused);
      return true;
    }
  }
  return false;
}

function* added(part: string, item: Responses.ResponseOutputItem): Generator<ProviderEvent> {
  if (item.type === 'function_call') yield { type: 'tool_call', part, id: item.call_id, name: item.name };
}

/** The finished item: what no delta brought, and the encrypted reasoning. */
function* done(part: string, item: Responses.ResponseOutputItem, hadDeltas: boolean): Generator<ProviderEvent> {
  if (item.type === 'reasoning') {
    if (!hadDeltas && item.summary.length > 0) yield { type: 'thinking', part, delta: item.summary.map(({ text }) => text).join('\n\n') };
    if (item.encrypted_content) yield { type: 'signature', part, value: item.encrypted_content, id: item.id };
  } else if (item.type === 'function_call') {
    if (!hadDeltas) yield { type: 'arguments', part, delta: item.arguments };
  } else if (item.type === 'message' && !hadDeltas) {
    for (const [index, content] of item.content.entries()) {
      const delta = content.type === 'output_text' ? content.text : content.refusal;
      yield { type: 'text', part: `${part}.${index}`, delta };
    }
  }
}

function end(response: Responses.Response, refused: boolean): ProviderEvent {
  const incomplete = response.incomplete_details?.reason;
  const called = response.output?.some(({ type }) => type === 'function_call');
  const why: Readonly<Record<string, FinishReason>> = { max_output_tokens: 'length', content_filter: 'content_filter' };
  const complete: FinishReason = refused ? 'content_filter' : called ? 'tool_calls' : 'stop';
  return {
    type: 'end',
    reason: response.status === 'incomplete' || incomplete ? (why[incomplete ?? ''] ?? 'other') : complete,
    raw: incomplete ?? response.status ?? 'completed',
    usage: toUsage(response.usage),
    model: response.model,
  };
}

/** Input tokens of this API hold the cached ones. */
function toUsage(usage: Responses.ResponseUsage | undefined): Usage {
  const read = usage?.input_tokens_details?.cached_tokens ?? 0;
  const written = usage?.input_tokens_details?.cache_write_tokens ?? 0;
  const reasoning = usage?.output_tokens_details?.reasoning_tokens;
  return {
    inputTokens: Math.max(0, (usage?.input_tokens ?? 0) - read - written),
    outputTokens: usage?.output_tokens ?? 0,
    ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
    ...(read > 0 ? { cacheReadTokens: read } : {}),
    ...(written > 0 ? { cacheWriteTokens: written } : {}),
  };
}
