import { readFileSync } from 'node:fs';
import { costOf, mergePrices, priceOf, providers, readPriceTable, shippedPrices, worstCaseCost } from '@attractor/llm';
import { expect, test } from 'vitest';

const read = (models: unknown) => readPriceTable(JSON.stringify({ models }));
const table = (models: unknown) => {
  const reading = read(models);
  if (!reading.ok) throw new Error(reading.problems.join());
  return reading.table;
};

test('backends.md 4: each default model has a price, by its id and by dated ids', () => {
  for (const { name, defaultModel } of providers) {
    if (defaultModel === undefined) continue;
    expect(priceOf(shippedPrices(), name, defaultModel), defaultModel).toMatchObject({
      input: expect.any(Number),
      output: expect.any(Number),
    });
    expect(priceOf(shippedPrices(), name, `${defaultModel}-20261101`), defaultModel).toBeDefined();
  }
});

test('backends.md 4: no price of one model is taken for another', () => {
  const shipped = shippedPrices();
  expect(priceOf(shipped, 'anthropic', 'claude-opus-5')).not.toEqual(priceOf(shipped, 'anthropic', 'claude-opus-5-5'));
  expect(priceOf(shipped, 'openai', 'gpt-5-mini-2025-08-07')).toEqual(priceOf(shipped, 'openai', 'gpt-5-mini'));
  expect(priceOf(shipped, 'openai', 'gpt-5-surprise')).toBeUndefined();
  expect(priceOf(shipped, 'openai-compatible', 'gpt-5')).toBeUndefined();
});

test('backends.md 4: an unknown price is undefined, a price of nothing is 0', () => {
  const usage = { inputTokens: 10, outputTokens: 10 };
  expect(costOf(usage, undefined)).toBeUndefined();
  expect(worstCaseCost({ input: 1, maxOutput: 1 }, undefined)).toBeUndefined();
  expect(costOf(usage, priceOf(table({ 'openai-compatible/*': { input: 0, output: 0 } }), 'openai-compatible', 'llama'))).toBe(0);
});

test('backends.md 4: a call above the threshold is priced as a whole', () => {
  const price = table({ 'p/m': { input: 1, output: 10, cache_read: 0.1, above: { input_tokens: 100, input: 2, output: 20 } } }).get('p/m');
  expect(costOf({ inputTokens: 60, cacheReadTokens: 40, outputTokens: 10 }, price)).toBeCloseTo((60 + 4 + 100) / 1e6, 15);
  expect(costOf({ inputTokens: 61, cacheReadTokens: 40, outputTokens: 10 }, price)).toBeCloseTo((122 + 80 + 200) / 1e6, 15);
});

test('backends.md 4: the worst case holds whatever a cache does', () => {
  const price = { input: 4, output: 20, cacheRead: 0.2, cacheWrite: 5 };
  const worst = worstCaseCost({ input: 1000, maxOutput: 100 }, price) ?? 0;
  for (const cacheWriteTokens of [0, 500, 1000]) {
    expect(costOf({ inputTokens: 1000 - cacheWriteTokens, cacheWriteTokens, outputTokens: 100 }, price)).toBeLessThanOrEqual(worst);
  }
});

test('backends.md 4: a user’s table lies over the shipped one, globs too', () => {
  const own = table({ 'anthropic/claude-*': { input: 1, output: 2 }, 'openai/gpt-5': { input: 3, output: 4 } });
  const merged = mergePrices(shippedPrices(), own);
  expect(priceOf(merged, 'openai', 'gpt-5')?.input).toBe(3);
  expect(priceOf(merged, 'anthropic', 'claude-new-9')?.input).toBe(1);
  expect(priceOf(merged, 'gemini', 'gemini-2.5-flash')?.input).toBe(0.3);
});

test.each([
  ['[]', 'a price table is a JSON object with an object `models`'],
  ['{', 'a price table is a JSON object with an object `models`'],
  ['{"models":{"x":{"input":1,"output":1}}}', 'x: a key is `provider/model`'],
  ['{"models":{"p/m":{"input":-1,"output":1}}}', 'p/m: `input` must be a number that is not negative'],
  ['{"models":{"p/m":{"input":1}}}', 'p/m: `output` must be a number that is not negative'],
  [
    '{"models":{"p/m":{"input":1,"output":1,"above":{"input":1,"output":1}}}}',
    'p/m: above: `input_tokens` must be a number that is not negative',
  ],
  ['{"models":{"p/m":3}}', 'p/m: a price is an object'],
])('backends.md 4: price table %s is refused: %s', (text, problem) => {
  expect(readPriceTable(text)).toEqual({ ok: false, problems: expect.arrayContaining([problem]) });
});

test('backends.md 4: the shipped table is the file that users can copy', () => {
  const text = readFileSync(new URL('../../prices.json', import.meta.url), 'utf8');
  expect(readPriceTable(text)).toEqual({ ok: true, table: shippedPrices() });
});
