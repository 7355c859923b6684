import type { Usage } from '../outcome.ts';

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0 };

/** Adds two consumptions; a cost is known only where one of them states it, and is kept free of binary rounding (0.4 + 0.8 is 1.2). */
export function addUsage(a: Usage, b: Usage | undefined): Usage {
  if (b === undefined) return a;
  const optional = (name: 'reasoningTokens' | 'cacheReadTokens' | 'cacheWriteTokens' | 'costUsd'): Partial<Usage> =>
    a[name] === undefined && b[name] === undefined ? {} : { [name]: Math.round(((a[name] ?? 0) + (b[name] ?? 0)) * 1e9) / 1e9 };
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    ...optional('reasoningTokens'),
    ...optional('cacheReadTokens'),
    ...optional('cacheWriteTokens'),
    ...optional('costUsd'),
  };
}

/** Every token that a provider read or wrote, out of a cache or not: a budget of tokens bounds all of them. */
export function tokensOf({ inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 }: Usage): number {
  return inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens;
}
