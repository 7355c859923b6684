import type Anthropic from '@anthropic-ai/sdk';

const breakpoint: Anthropic.CacheControlEphemeral = { type: 'ephemeral' };

/** Marks the end of the tools, or of the system prompt. */
export function cacheTail(items: { cache_control?: Anthropic.CacheControlEphemeral | null }[]): void {
  const last = items.at(-1);
  if (last !== undefined) last.cache_control = breakpoint;
}

/**
 * Marks the end of the last two user turns (with tools and system the four breakpoints a request may have): this call writes up to the
 * last, and finds what the call before wrote at the one before it, however long the turn between them was.
 */
export function cacheMessages(messages: readonly Anthropic.MessageParam[]): void {
  for (const { content } of messages.filter(({ role }) => role === 'user').slice(-2)) {
    const last = typeof content === 'string' ? undefined : content.at(-1);
    if (last?.type === 'text' || last?.type === 'image' || last?.type === 'tool_result') last.cache_control = breakpoint;
  }
}
