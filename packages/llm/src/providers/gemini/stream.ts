import type { Content, GenerateContentResponse, GenerateContentResponseUsageMetadata, Part } from '@google/genai';
import type { FinishReason, Usage } from '../../model/response.ts';
import type { ProviderEvent } from '../provider.ts';
import { ownId } from './call-id.ts';

const reasons: Readonly<Record<string, FinishReason>> = {
  STOP: 'stop',
  // Not of this API, but of gateways before it.
  FUNCTION_CALL: 'tool_calls',
  MAX_TOKENS: 'length',
  SAFETY: 'content_filter',
  RECITATION: 'content_filter',
  BLOCKLIST: 'content_filter',
  PROHIBITED_CONTENT: 'content_filter',
  SPII: 'content_filter',
  IMAGE_SAFETY: 'content_filter',
};

/** Reads a stream of generateContent; true when a `finishReason` came, or the prompt was blocked. */
export async function* geminiEvents(stream: AsyncIterable<GenerateContentResponse>): AsyncGenerator<ProviderEvent, boolean> {
  const parts = partReader();
  let started = false;
  let raw: string | undefined;
  let usage: GenerateContentResponseUsageMetadata | undefined;
  let model: string | undefined;
  for await (const chunk of stream) {
    model = chunk.modelVersion ?? model;
    if (!started) yield { type: 'start', ...(chunk.responseId ? { id: chunk.responseId } : {}), ...(model === undefined ? {} : { model }) };
    started = true;
    usage = chunk.usageMetadata ?? usage;
    const candidate = chunk.candidates?.[0];
    yield* parts.read(candidate?.content);
    raw = candidate?.finishReason ?? (candidate === undefined ? chunk.promptFeedback?.blockReason : undefined) ?? raw;
    if (candidate === undefined && chunk.promptFeedback?.blockReason !== undefined) parts.block();
  }
  if (raw === undefined) return false;
  const mapped = parts.blocked() ? 'content_filter' : (reasons[raw] ?? 'other');
  const reason = mapped === 'stop' && parts.called() ? 'tool_calls' : mapped;
  yield { type: 'end', reason, raw, usage: toUsage(usage), ...(model === undefined ? {} : { model }) };
  return true;
}

/** Neighbouring texts of one kind are one part; a signature belongs to the part it comes with, a lone one to the text before it. */
function partReader() {
  let open: 'text' | 'thinking' | undefined;
  let count = 0;
  let called = false;
  let blocked = false;

  function* one(part: Part): Generator<ProviderEvent> {
    const { functionCall, text, thought, thoughtSignature } = part;
    if (functionCall !== undefined) {
      open = undefined;
      called = true;
      const key = String(count++);
      yield { type: 'tool_call', part: key, id: functionCall.id || ownId(), name: functionCall.name ?? '' };
      yield { type: 'arguments', part: key, delta: JSON.stringify(functionCall.args ?? {}) };
      if (thoughtSignature !== undefined) yield { type: 'signature', part: key, value: thoughtSignature };
      return;
    }
    if (text === undefined) return;
    const kind = thought === true ? 'thinking' : 'text';
    if (open !== kind && !(text === '' && open !== undefined)) {
      open = kind;
      count += 1;
    }
    const key = String(count - 1);
    yield { type: kind, part: key, delta: text };
    if (thoughtSignature !== undefined) {
      yield { type: 'signature', part: key, value: thoughtSignature };
      // Text after a signature is a new part, so that it goes back to the place it came from.
      open = undefined;
    }
  }

  return {
    called: () => called,
    blocked: () => blocked,
    block: () => {
      blocked = true;
    },
    *read(content: Content | undefined): Generator<ProviderEvent> {
      for (const part of content?.parts ?? []) yield* one(part);
    },
  };
}

/** Prompt tokens hold the cached ones; thoughts are billed as output and counted apart. */
function toUsage(usage: GenerateContentResponseUsageMetadata | undefined): Usage {
  const read = usage?.cachedContentTokenCount ?? 0;
  const thoughts = usage?.thoughtsTokenCount;
  return {
    inputTokens: Math.max(0, (usage?.promptTokenCount ?? 0) + (usage?.toolUsePromptTokenCount ?? 0) - read),
    outputTokens: (usage?.candidatesTokenCount ?? 0) + (thoughts ?? 0),
    ...(thoughts === undefined ? {} : { reasoningTokens: thoughts }),
    ...(read > 0 ? { cacheReadTokens: read } : {}),
  };
}
