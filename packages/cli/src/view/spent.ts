import type { Usage } from '@attractor/engine';
import { moneyText } from '../terminal/duration.ts';

/** What model calls consumed, for people. Input counts what came out of a cache and what went into one. */
export interface Spent {
  readonly input: number;
  /** Part of the input: read from a cache. */
  readonly cached: number;
  readonly output: number;
  /** US dollars of the calls whose price is known. */
  readonly costUsd: number;
  /** Some of the tokens have no known price: the cost is a lower bound. */
  readonly unpriced: boolean;
}

export const nothingSpent: Spent = { input: 0, cached: 0, output: 0, costUsd: 0, unpriced: false };

export function spentOf(usage: Usage | undefined): Spent {
  if (usage === undefined) return nothingSpent;
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0, costUsd } = usage;
  const input = inputTokens + cacheReadTokens + cacheWriteTokens;
  const unpriced = costUsd === undefined && input + outputTokens > 0;
  return { input, cached: cacheReadTokens, output: outputTokens, costUsd: costUsd ?? 0, unpriced };
}

export function addSpent(a: Spent, b: Spent): Spent {
  return {
    input: a.input + b.input,
    cached: a.cached + b.cached,
    output: a.output + b.output,
    costUsd: Math.round((a.costUsd + b.costUsd) * 1e9) / 1e9,
    unpriced: a.unpriced || b.unpriced,
  };
}

/** The fuller of two accounts of the same work: what calls said one by one, and what the node's end said. */
export function fullerSpent(a: Spent, b: Spent): Spent {
  return b.input + b.output > a.input + a.output || b.costUsd > a.costUsd ? b : a;
}

export function isSpent({ input, output, costUsd }: Spent): boolean {
  return input + output > 0 || costUsd > 0;
}

/** `$0.0412`, `at least $0.0412`, `cost unknown`; empty when nothing was used. */
export function costText(spent: Spent): string {
  if (!isSpent(spent)) return '';
  if (!spent.unpriced) return moneyText(spent.costUsd);
  return spent.costUsd > 0 ? `at least ${moneyText(spent.costUsd)}` : 'cost unknown';
}

/** `950`, `12.4k`, `1.24M`. */
export function tokensText(count: number): string {
  if (count < 1000) return String(Math.round(count));
  if (count < 999_950) return `${(count / 1000).toFixed(count < 99_950 ? 1 : 0)}k`;
  return `${(count / 1_000_000).toFixed(2)}M`;
}

/** `12.4k in · 1.2k out · $0.0412`; empty when nothing was used. */
export function spentText(spent: Spent): string {
  if (!isSpent(spent)) return '';
  return [tokensPair(spent), costText(spent)].filter((part) => part !== '').join(' · ');
}

/** `12.4k in · 1.2k out`; empty when there are none. */
export function tokensPair({ input, output }: Spent): string {
  return input + output === 0 ? '' : `${tokensText(input)} in · ${tokensText(output)} out`;
}

/** The usage of an `agent.usage` event, or nothing when it has none. */
export function usageOfData(data: unknown): Usage | undefined {
  if (typeof data !== 'object' || data === null || !('usage' in data) || typeof data.usage !== 'object' || data.usage === null)
    return undefined;
  const usage = data.usage as Record<string, unknown>;
  const number = (name: string): number | undefined => {
    const value = usage[name];
    return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
  };
  const optional = (name: 'cacheReadTokens' | 'cacheWriteTokens' | 'reasoningTokens' | 'costUsd'): Partial<Usage> => {
    const value = number(name);
    return value === undefined ? {} : { [name]: value };
  };
  return {
    inputTokens: number('inputTokens') ?? 0,
    outputTokens: number('outputTokens') ?? 0,
    ...optional('reasoningTokens'),
    ...optional('cacheReadTokens'),
    ...optional('cacheWriteTokens'),
    ...optional('costUsd'),
  };
}
