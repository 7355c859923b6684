import { findProvider, type Price, priceOf, providers, type Rates, shippedPrices, shippedPricesDate } from '@attractor/llm';
import { describe, expect, test } from 'vitest';

const table = [...shippedPrices()];
/** A model's name that a key stands for: globs stand for more than one. */
const nameOf = (key: string): [provider: string, model: string] => {
  const at = key.indexOf('/');
  return [key.slice(0, at), key.slice(at + 1).replaceAll('*', '')];
};

const ratesOf = (price: Price): readonly Rates[] => [price, ...(price.above === undefined ? [] : [price.above])];

describe('backends.md 4: the price table that comes with the client', () => {
  test('backends.md 4: has a date', () => {
    expect(shippedPricesDate()).toMatch(/^20\d\d-\d\d-\d\d$/);
  });

  test.each(table)('backends.md 4: %s is consistent', (key, price) => {
    const [provider] = nameOf(key);
    expect(findProvider(provider)?.name).toBe(provider);
    for (const { input, output, cacheRead = input, cacheWrite = input } of ratesOf(price)) {
      expect(input).toBeGreaterThan(0);
      expect(output).toBeGreaterThan(input);
      expect(cacheRead).toBeLessThanOrEqual(input);
      expect(cacheWrite).toBeGreaterThanOrEqual(input);
    }
    const { above } = price;
    if (above === undefined) return;
    expect(above.inputTokens).toBeGreaterThanOrEqual(100_000);
    for (const rate of ['input', 'output', 'cacheRead', 'cacheWrite'] as const)
      expect(above[rate] ?? 0).toBeGreaterThanOrEqual(price[rate] ?? 0);
    // A long call is dearer in every rate that a short one has.
    expect(above.cacheRead === undefined).toBe(price.cacheRead === undefined);
    expect(above.cacheWrite === undefined).toBe(price.cacheWrite === undefined);
  });

  test('backends.md 4: no entry hides another one: each finds its own price', () => {
    for (const [key, price] of table) expect([key, priceOf(shippedPrices(), ...nameOf(key))]).toEqual([key, price]);
  });

  test('backends.md 4: every default model has a price', () => {
    for (const { name, defaultModel } of providers)
      if (defaultModel !== undefined) expect(priceOf(shippedPrices(), name, defaultModel)).toBeDefined();
  });

  test('backends.md 4: a dated snapshot costs what its model does; another model of the family does not', () => {
    const of = (name: string) => priceOf(shippedPrices(), 'openai', name);
    expect(of('gpt-4o-2024-08-06')).toEqual(of('gpt-4o'));
    expect(of('o3-2025-04-16')).toEqual(of('o3'));
    expect(of('gpt-4o')).toBeDefined();
    expect(of('gpt-4o-audio-preview-2024-10-01')).toBeUndefined();
    expect(of('gpt-4o-08-06')).toBeUndefined();
  });
});
