import type { Usage } from '../model/response.ts';
import type { Price, Rates } from './price-table.ts';

const million = 1_000_000;

/** US dollars of a call; undefined, never 0, when the price is unknown (backends.md 4). */
export function costOf(usage: Omit<Usage, 'costUsd'>, price: Price | undefined): number | undefined {
  if (price === undefined) return undefined;
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage;
  const rates = ratesFor(price, inputTokens + cacheReadTokens + cacheWriteTokens);
  const input =
    inputTokens * rates.input + cacheReadTokens * (rates.cacheRead ?? rates.input) + cacheWriteTokens * (rates.cacheWrite ?? rates.input);
  return (input + outputTokens * rates.output) / million;
}

/** The most that a call can cost: all input at the dearest input rate, all of its output used. For reservations of a budget. */
export function worstCaseCost(
  tokens: { readonly input: number; readonly maxOutput: number },
  price: Price | undefined,
): number | undefined {
  if (price === undefined) return undefined;
  const rates = ratesFor(price, tokens.input);
  const input = Math.max(rates.input, rates.cacheRead ?? 0, rates.cacheWrite ?? 0);
  return (tokens.input * input + tokens.maxOutput * rates.output) / million;
}

function ratesFor(price: Price, inputTokens: number): Rates {
  return price.above !== undefined && inputTokens > price.above.inputTokens ? price.above : price;
}
