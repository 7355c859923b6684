import { testGraph } from '@attractor/testing';
import { describe, expect, test } from 'vitest';
import { initialState } from '../../src/index.ts';
import { budgetLedger } from '../../src/run/budget-ledger.ts';

const graph = testGraph({ nodes: [{ id: 'a' }], attributes: { budget_tokens: '1000' } });

describe('engine.md 3: budgets while nodes work', () => {
  test('engine.md 3.1: what others use and hold is not left; what a node holds itself is', () => {
    const usage = { inputTokens: 100, outputTokens: 100, costUsd: 0.5 };
    const ledger = budgetLedger(graph, () => ({ ...initialState, usage, limits: { budgetUsd: 2 } }));
    const one = ledger.of('a');
    const two = ledger.of('b');
    expect(one.left()).toEqual({ usd: 1.5, tokens: 800 });
    one.hold({ usd: 1, tokens: 300 });
    expect(one.left()).toEqual({ usd: 1.5, tokens: 800 });
    expect(two.left()).toEqual({ usd: 0.5, tokens: 500 });
    one.spend({ usd: 0.25, tokens: 50 });
    one.hold({ usd: 0.25, tokens: 100 });
    expect(one.left()).toEqual({ usd: 1.25, tokens: 750 });
    expect(two.left()).toEqual({ usd: 1, tokens: 650 });
    ledger.forget('a');
    expect(two.left()).toEqual({ usd: 1.5, tokens: 800 });
  });

  test('engine.md 3.1: a run without limits has none to keep', () => {
    const free = budgetLedger(testGraph({ nodes: [{ id: 'a' }] }), () => ({ ...initialState, limits: {} }));
    expect(free.of('a').left()).toEqual({});
  });
});
