import { afterAll, describe, expect, it } from 'vitest';
import { example, removeExamples } from './run-example.ts';

afterAll(removeExamples);

describe('examples: loops', () => {
  it('engine.md 7: convergence tells the writer what the critics said in every earlier iteration', async () => {
    const { result, route, file } = await example('convergence').run();
    expect(route).toEqual(['write', 'behaviour', 'write', 'behaviour', 'style', 'write', 'behaviour', 'style']);
    expect(result.status).toBe('success');
    const prompt = file('write/prompt.md');
    expect(prompt).toContain('This is attempt 2');
    expect(prompt).toContain('slug("---") is "---", expected ""');
    expect(prompt).toContain('line 2 uses var');
  });

  it('engine.md 5: goal-gates goes back from the exit to what an unsatisfied gate names', async () => {
    const { result, route, events, file } = await example('goal-gates').run();
    expect(route).toEqual(['setup', 'complete', 'starts', 'repair', 'complete', 'starts']);
    expect(result.status).toBe('success');
    const checks = events.flatMap((event) => (event.type === 'goal_gate.checked' ? [event.satisfied] : []));
    expect(checks).toContain(false);
    expect(checks.at(-1)).toBe(true);
    expect(file('repair/prompt.md')).toContain('missing: title');
  });

  it('engine.md 6: task-runner sets aside what stalls, explains it, and is partial', async () => {
    const { result, route, written } = await example('task-runner').run();
    const round = (...nodes: readonly string[]) => ['next', 'work', 'verify', ...nodes];
    expect(route).toEqual([
      'setup',
      ...round('record'),
      ...round('stall', 'triage', 'work', 'verify', 'record'),
      ...round('stall', 'triage', 'work', 'verify', 'stall', 'postmortem', 'set_aside'),
      'next',
      'close',
    ]);
    expect(result).toMatchObject({ status: 'partial_success', reason: 'close: 2 of 3 tasks are done, set aside: oracle' });
    expect(written('.attractor/task-runner/postmortem-oracle.md')).toContain('# oracle');
  });

  it('engine.md 7: nightly-queue takes an issue in each iteration and undoes a repair that fails its check', async () => {
    const { result, route, events, written } = await example('nightly-queue').run();
    const issue = (end: string) => ['next', 'mend', 'verify', end];
    expect(route).toEqual(['setup', ...issue('close'), ...issue('close'), ...issue('leave'), 'next', 'report']);
    expect(result.status).toBe('success');
    expect(events.filter((event) => event.type === 'loop.restarted')).toHaveLength(3);
    expect(written('.attractor/nightly-queue/report.txt')).toBe(
      'Mended:\n  1-spelling.json\n  2-currency.json\nFor a person:\n  3-saturday.json\n',
    );
    expect(written('.attractor/nightly-queue/site/index.html')).toContain('Open from 9 to 17');
  });

  it('engine.md 3: limits halts when the money is used up, and goes on with more', async () => {
    const limits = example('limits');
    const halted = await limits.run();
    expect(halted.route).toEqual(['write', 'long_enough', 'write', 'long_enough', 'write']);
    expect(halted.result).toMatchObject({ status: 'halted', usage: { costUsd: 1.2 } });
    expect(halted.result.reason).toContain('budget_exceeded: 1.2 of 1 usd used');
    const { result, route } = await limits.resume({ limits: { budgetUsd: 5 } });
    expect(route.slice(5)).toEqual(['long_enough', 'write', 'long_enough']);
    expect(result).toMatchObject({ status: 'success', usage: { costUsd: 1.6 } });
  });
});
