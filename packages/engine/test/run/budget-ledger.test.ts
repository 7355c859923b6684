import { testGraph } from '@attractor/testing';
import { describe, expect, test } from 'vitest';
import { initialState, type Usage } from '../../src/index.ts';
import { budgetLedger } from '../../src/run/budget-ledger.ts';

const graph = testGraph({ nodes: [{ id: 'a' }], attributes: { budget_tokens: '1000' } });
const plain = testGraph({ nodes: [{ id: 'a' }] });
const never = new AbortController().signal;

function ledgerOf(usage: Usage, limits: { budgetUsd?: number } = {}, at = graph) {
  return budgetLedger({ graph: at, state: () => ({ ...initialState, usage, limits }) });
}

const none = { inputTokens: 0, outputTokens: 0 };

describe('engine.md 3: budgets while nodes work', () => {
  test('engine.md 3.1: what others use and hold is not left; what a node holds itself is', () => {
    const ledger = ledgerOf({ inputTokens: 100, outputTokens: 100, costUsd: 0.5 }, { budgetUsd: 2 });
    const one = ledger.of('a');
    const two = ledger.of('b');
    expect(one.left()).toEqual({ usd: 1.5, tokens: 800 });
    one.hold({ usd: 1, tokens: 300 });
    expect(one.left()).toEqual({ usd: 1.5, tokens: 800 });
    expect(two.left()).toEqual({ usd: 0.5, tokens: 500 });
    expect(two.leftAtMost()).toEqual({ usd: 1.5, tokens: 800 });
    one.spend({ usd: 0.25, tokens: 50 });
    one.hold({ usd: 0.25, tokens: 100 });
    expect(one.left()).toEqual({ usd: 1.25, tokens: 750 });
    expect(two.left()).toEqual({ usd: 1, tokens: 650 });
    ledger.settle('a', undefined);
    expect(two.left()).toEqual({ usd: 1.5, tokens: 800 });
  });

  test('engine.md 3.1: a run without limits has none to keep', () => {
    expect(ledgerOf(none, {}, plain).of('a').left()).toEqual({});
  });

  test('backends.md 4: a token out of a cache, or into one, is a token', () => {
    expect(ledgerOf({ inputTokens: 100, outputTokens: 100, cacheReadTokens: 300, cacheWriteTokens: 50 }).of('a').left()).toEqual({
      tokens: 450,
    });
  });

  test('engine.md 11: a reservation in a child is one in its parent and in every sibling, however deep', () => {
    const root = ledgerOf(none, { budgetUsd: 2 }, plain);
    const childOf = (frame: string) =>
      budgetLedger({ graph: plain, state: () => ({ ...initialState, limits: {} }), above: root.above(frame, undefined) });
    const first = childOf('f1');
    const second = childOf('f2');
    const grandchild = budgetLedger({ graph, state: () => ({ ...initialState, limits: {} }), above: second.above('inner', undefined) });
    grandchild.of('x').hold({ usd: 1.5, tokens: 400 });
    expect(first.of('y').left()).toEqual({ usd: 0.5 });
    expect(second.of('other').left()).toEqual({ usd: 0.5 });
    expect(root.of('z').left()).toEqual({ usd: 0.5 });
    // Its own hold is not taken off, its own graph's budget holds as well.
    expect(grandchild.of('x').left()).toEqual({ usd: 2, tokens: 1000 });
    expect(grandchild.of('w').left()).toEqual({ usd: 0.5, tokens: 600 });
    grandchild.of('x').spend({ usd: 2, tokens: 10 });
    expect(first.usedUp()).toEqual({ kind: 'usd', used: 2, limit: 2 });
    expect(root.usedUp()).toEqual({ kind: 'usd', used: 2, limit: 2 });
    expect(grandchild.usedUp()).toEqual({ kind: 'usd', used: 2, limit: 2 });
  });

  test('engine.md 11: a child that has ended counts until its node has; what earlier cycles used counts once', () => {
    const root = ledgerOf(none, { budgetUsd: 10 }, plain);
    const cycle = (usage: Usage, before: Usage | undefined) =>
      budgetLedger({ graph: plain, state: () => ({ ...initialState, usage, limits: {} }), above: root.above('boss', before) });
    cycle({ ...none, costUsd: 1 }, undefined);
    expect(root.of('z').left()).toEqual({ usd: 9 });
    root.of('boss').spend({ usd: 0.5, tokens: 0 });
    cycle({ ...none, costUsd: 2 }, { ...none, costUsd: 1.5 });
    expect(root.of('z').left()).toEqual({ usd: 6.5 });
    root.settle('boss', { ...none, costUsd: 3.5 });
    expect(root.of('z').left()).toEqual({ usd: 10 });
  });

  test('engine.md 3.1: who waits is woken by a call that ends, by a node that ends, in the run or below it, and by its abort', async () => {
    const root = ledgerOf(none, { budgetUsd: 1 }, plain);
    const child = budgetLedger({ graph: plain, state: () => ({ ...initialState, limits: {} }), above: root.above('f', undefined) });
    const woken: string[] = [];
    const wait = (name: string, signal = never) =>
      root
        .of('z')
        .released(signal)
        .then(() => woken.push(name));
    child.of('x').hold({ usd: 1, tokens: 0 });
    const first = wait('call');
    child.of('x').spend({ usd: 0.1, tokens: 0 });
    await first;
    child.of('x').hold({ usd: 0.5, tokens: 0 });
    const second = child
      .of('q')
      .released(never)
      .then(() => woken.push('node'));
    child.settle('x', { ...none, costUsd: 0.1 });
    await second;
    const controller = new AbortController();
    const third = wait('abort', controller.signal);
    controller.abort();
    await third;
    expect(woken).toEqual(['call', 'node', 'abort']);
  });
});
