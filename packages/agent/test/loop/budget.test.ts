import type { NodeBudget, Spending } from '@attractor/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { llmBackend } from '../../src/index.ts';
import { type ModelServer, runAgent, startModelServer } from '../support/model-server.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

/** A budget that nobody else draws on. */
function budgetOf(limit: Partial<Spending>): NodeBudget & { readonly held: Spending[]; readonly used: Spending[] } {
  const held: Spending[] = [];
  const used: Spending[] = [];
  const sum = (name: keyof Spending): number => used.reduce((total, item) => total + item[name], 0);
  const left = () => ({
    ...(limit.usd === undefined ? {} : { usd: limit.usd - sum('usd') }),
    ...(limit.tokens === undefined ? {} : { tokens: limit.tokens - sum('tokens') }),
  });
  return {
    held,
    used,
    left,
    leftAtMost: left,
    released: () => Promise.resolve(),
    hold: (next) => void held.push(next),
    spend: (amount) => void used.push(amount),
  };
}

describe('backends.md 4: budgets are held before each call', () => {
  test('backends.md 4: without a limit nothing is bounded', async () => {
    server.say({ text: 'ok' });
    const budget = budgetOf({});
    expect((await runAgent(server.environment(), { spec: { budget } })).result).toMatchObject({ text: 'ok' });
    expect(server.bodies[0]).toMatchObject({ max_tokens: 32_000 });
    expect(budget.held).toEqual([]);
    expect(budget.used).toHaveLength(1);
  });

  test('backends.md 4: the worst case of a call is held and never above what is left', async () => {
    server.say({ calls: [['shell', { command: 'echo 1' }]] }, { text: 'ok' });
    const budget = budgetOf({ usd: 0.2 });
    expect((await runAgent(server.environment(), { spec: { budget } })).result).toMatchObject({ text: 'ok' });
    const bounds = server.bodies.map((body) => Number(body['max_tokens']));
    expect(bounds[0]).toBeGreaterThan(1000);
    expect(bounds[0]).toBeLessThan(32_000);
    expect(bounds[1]).toBeLessThan(bounds[0] ?? 0);
    expect(budget.held[0]?.usd).toBeLessThanOrEqual(0.2);
    expect(budget.held[0]?.usd).toBeGreaterThan(0.19);
    expect(budget.used[0]?.usd).toBeGreaterThan(0);
  });

  test.each([{ usd: 0.001 }, { tokens: 200 }])('backends.md 4: too little left halts before the call: %j', async (limit) => {
    server.say({ text: 'never asked' });
    const { result, log } = await runAgent(server.environment(), { spec: { budget: budgetOf(limit) } });
    expect(result).toMatchObject({
      status: 'fail',
      failureClass: 'budget',
      failureReason: expect.stringMatching(/^budget_exceeded: .* left, too little/),
    });
    const { result: single } = await runAgent(server.environment(), {
      spec: { budget: budgetOf(limit) },
      backend: llmBackend({ environment: server.environment() }),
    });
    expect(single).toMatchObject({ status: 'fail', failureClass: 'budget' });
    expect(server.received).toHaveLength(0);
    expect(log.at(-1)?.data).toMatchObject({ status: 'budget', turn_count: 0 });
  });

  test('backends.md 4: an answer that the budget cut off halts, it is no failure of the model', async () => {
    server.say({ text: 'Half of', finish: 'length' });
    const { result } = await runAgent(server.environment(), { spec: { budget: budgetOf({ usd: 0.2 }) } });
    expect(result).toMatchObject({ status: 'fail', failureClass: 'budget', responseText: 'Half of' });
  });

  test('backends.md 4: where no price is known a money budget cannot be held, and that is said', async () => {
    server.say({ text: 'ok' });
    const { result, test: run } = await runAgent(server.environment(), {
      spec: { budget: budgetOf({ usd: 0.001 }) },
      request: { model: 'house-model-1' },
    });
    expect(result).toMatchObject({ text: 'ok' });
    const told = run.events.filter(({ type }) => type === 'warning');
    expect(told).toMatchObject([
      {
        node: 'work',
        message: expect.stringMatching(/^the price of anthropic\/house-model-1 is unknown: .* node work; add "anthropic\/house-model-1":/),
      },
    ]);
  });
});
