import { createBackendRegistry, llmBackend } from '@attractor/agent';
import type { RunEvent } from '@attractor/engine';
import { mergePrices, readPriceTable } from '@attractor/llm';
import { afterAll, describe, expect, test } from 'vitest';
import { place, removeFolders, resume, run } from '../../packages/handlers/test/support/pipeline-run.ts';
import { type Answering, answering, type Call, later } from './model-server.ts';

afterAll(removeFolders, 60_000);

const branches = 10;
const nodes = 8;
const names = Array.from({ length: branches }, (_, i) => `f${i}`);
const child = `digraph child {
  graph [max_steps=1000]
  start [shape=Mdiamond]
  exit [shape=Msquare]
  ${Array.from({ length: nodes }, (_, i) => `n${i} [prompt="Part ${i}"]`).join('\n  ')}
  start -> ${Array.from({ length: nodes }, (_, i) => `n${i}`).join(' -> ')} -> exit
}
`;
const root = `digraph root {
  graph [max_steps=1000]
  start [shape=Mdiamond]
  exit [shape=Msquare]
  fan [shape=component, max_parallel=${branches}]
  join [shape=tripleoctagon]
  ${names.map((name) => `${name} [type=pipeline, shape=folder, dot_file="child.dot"]; fan -> ${name} -> join`).join('\n  ')}
  start -> fan
  join -> exit
}
`;

/** 200 tokens a call: 150 in, 50 out. At these prices a call costs $0.1525, and $1.60 more when it uses all the output it may. */
const reading = readPriceTable(JSON.stringify({ models: { 'anthropic/*': { input: 1000, output: 50 } } }));
if (!reading.ok) throw new Error(reading.problems.join());
const prices = mergePrices(reading.table);
const callUsd = 0.1525;
const budgetUsd = 10;

/** Serves calls, and adds up what the run could be charged at each moment. */
async function server(): Promise<Answering & { readonly worst: () => number }> {
  let spent = 0;
  let worst = 0;
  const underWay = new Set<Call>();
  const most = ({ body }: Call): number => 0.15 + Number(body['max_tokens']) * 5e-5;
  const answers = await answering(
    'anthropic',
    async (call) => {
      underWay.add(call);
      worst = Math.max(worst, spent + [...underWay].reduce((sum, each) => sum + most(each), 0));
      await later(2 + (call.n % 5));
      return { text: 'Done.' };
    },
    {
      done: (call) => {
        underWay.delete(call);
        spent += callUsd;
      },
    },
  );
  return { ...answers, calls: answers.calls, close: answers.close, environment: answers.environment, mostAtOnce: 0, worst: () => worst };
}

const budgetEvents = (events: readonly RunEvent[]) => events.filter(({ type }) => type === 'budget.warning' || type === 'budget.exceeded');

describe('backends.md 4: one budget for branches and children at work together', () => {
  test('backends.md 4: ten children race for one budget: never more is promised than there is, the run halts, a higher one finishes it', async () => {
    const model = await server();
    try {
      const { environment } = model;
      const at = place({ 'main.dot': root, 'child.dot': child });
      const services = { environment, backends: createBackendRegistry([llmBackend({ environment, prices })]), backend: { default: 'llm' } };
      const halted = await run({ at, services, limits: { budgetUsd } });
      expect(halted.result).toMatchObject({ status: 'halted', reason: expect.stringContaining('budget_exceeded: ') });
      // What every call under way could still cost, with what is spent, stays within the budget at every moment ...
      expect(model.worst()).toBeLessThanOrEqual(budgetUsd);
      // ... and yet nearly all of it was used before the run gave up.
      expect(model.calls.length * callUsd).toBeGreaterThan(budgetUsd * 0.9);
      const warnings = budgetEvents(halted.events).filter(({ type }) => type === 'budget.warning');
      expect(warnings).toHaveLength(1);
      expect(warnings[0]).toMatchObject({ kind: 'usd', limit: budgetUsd });
      expect('used' in (warnings[0] ?? {}) ? (warnings[0] as { used: number }).used : 0).toBeGreaterThanOrEqual(0.8 * budgetUsd);

      // The same budget again: nothing is lent twice while children come back one after the other.
      const before = model.calls.length;
      const again = await resume({ at, services });
      expect(again.result.status).toBe('halted');
      expect(model.calls.length - before).toBeLessThanOrEqual(4);
      expect(model.worst()).toBeLessThanOrEqual(budgetUsd);

      const done = await resume({ at, services, limits: { budgetUsd: 100 } });
      expect(done.result.status).toBe('success');
      expect(done.result.usage.costUsd).toBeCloseTo(branches * nodes * callUsd, 6);
      expect(done.result.usage.outputTokens).toBe(branches * nodes * 50);
    } finally {
      await model.close();
    }
  });

  test('backends.md 4: calls wait for each other where the budget is tight, and go on together where it is not', async () => {
    const answers = await answering('anthropic', async () => {
      await later(5);
      return { text: 'Done.' };
    });
    try {
      const { environment } = answers;
      const at = place({ 'main.dot': root.replace('max_steps=1000', 'max_steps=1000, budget_usd=30'), 'child.dot': child });
      const services = { environment, backends: createBackendRegistry([llmBackend({ environment, prices })]), backend: { default: 'llm' } };
      const { result } = await run({ at, services });
      expect(result.status).toBe('success');
      expect(answers.mostAtOnce).toBeGreaterThan(4);
      expect(answers.calls).toHaveLength(branches * nodes);
    } finally {
      await answers.close();
    }
  });

  test("backends.md 4: a child's own budget holds beside its parent's; a scripted cost is counted while siblings are at work", async () => {
    const at = place({
      'main.dot': root.replace('max_steps=1000', 'max_steps=1000, budget_usd=1'),
      'child.dot': child,
    });
    const script = Object.fromEntries(Array.from({ length: nodes }, (_, i) => [`n${i}`, [{ text: 'ok', cost_usd: 0.02 }]]));
    const halted = await run({ at, script });
    expect(halted.result).toMatchObject({
      status: 'halted',
      reason: expect.stringMatching(/budget_exceeded: 1(\.\d+)? of 1 usd used before 'n\d+'/),
    });
    // Each branch may have had one node under way when the limit was reached.
    const nodesDone = halted.events.filter(
      (event) => event.type === 'node.completed' && /subgraph:/.test(event.branch ?? '') && event.usage !== undefined,
    );
    expect(nodesDone.length * 0.02).toBeGreaterThanOrEqual(1);
    expect(nodesDone.length * 0.02).toBeLessThan(1 + branches * 0.02);
    expect(budgetEvents(halted.events).filter(({ type }) => type === 'budget.warning')).toHaveLength(1);

    const own = place({ 'main.dot': root, 'child.dot': child.replace('max_steps=1000', 'budget_usd=0.1') });
    const stopped = await run({ at: own, script });
    expect(stopped.result).toMatchObject({
      status: 'halted',
      reason: expect.stringContaining("budget_exceeded: 0.1 of 0.1 usd used before 'n5'"),
    });
    // A budget that the caller gives stands in place of both.
    expect((await resume({ at: own, script, limits: { budgetUsd: 50 } })).result.status).toBe('success');
  });
});
