import { argumentProblem } from '@attractor/agent';
import { expect, test } from 'vitest';
import { delegateTool, recallHistoryTool, reportEvalsTool, sendMessageTool, waitTool } from '../../src/tools/delegation-tools.ts';
import { bench, goodReport } from './service.ts';

test('TL-01 DE-18 DE-30: the tools pass on what a model wrote; the first word says how it went', async () => {
  const b = bench({ work: { worker: () => goodReport('measured') } });
  const tools = [delegateTool, waitTool, sendMessageTool, recallHistoryTool, reportEvalsTool].map((make) => make(b.delegations));
  const call = (name: string, input: Parameters<(typeof tools)[number]['run']>[0]) => {
    const tool = tools.find((each) => each.name === name);
    if (tool === undefined) throw new Error(name);
    const problem = argumentProblem(tool, input);
    return problem === undefined ? tool.run(input, b.hub) : `ERROR: ${problem}`;
  };
  expect(tools.map(({ name, kind, mayRepeat }) => [name, kind, mayRepeat ?? false])).toEqual([
    ['Delegate', 'topology', false],
    ['Wait', 'topology', true],
    ['SendMessage', 'topology', false],
    ['RecallHistory', 'protocol', true],
    ['ReportEvals', 'protocol', false],
  ]);
  expect(await call('Delegate', { target: 'worker' })).toMatch(/^ERROR: .*intent/);
  expect(await call('Delegate', { target: ' ', intent: 'x' })).toMatch(/^ERROR: `target` is empty/);
  expect(await call('Delegate', { target: 'worker', intent: 'x', hypothesis_ids: 'H1' })).toMatch(/^ERROR/);
  expect(await call('Wait', { timeout_s: -1 })).toMatch(/^ERROR/);
  const request = {
    target: 'worker',
    intent: 'Measure.',
    expected_report: 'All.',
    hypothesis_ids: ['H1'],
    falsification_attempt: true,
    namespace: null,
    wait: false,
  };
  expect(await call('Delegate', request)).toMatch(/^D001 started/);
  expect(b.delegations.find('D001')?.request).toEqual({
    target: 'worker',
    intent: 'Measure.',
    expectedReport: 'All.',
    hypothesisIds: ['H1'],
    falsificationAttempt: true,
    namespace: null,
  });
  expect(await call('Wait', { id: null, block: true, timeout_s: null })).toMatch(/^OpenForReview D001/);
  expect(await call('SendMessage', { to: 'D001', message: 'ok', approve: true })).toMatch(/^Done D001/);
  expect(await call('Delegate', { target: 'worker', intent: 'Again.', wait: true })).toMatch(/^OpenForReview D002/);
  expect(await call('RecallHistory', { target: 'worker', limit: 5 })).toMatch(/^History of worker: 2 of 2/);
  expect(await call('RecallHistory', {})).toMatch(/^History: nobody delegates to hub/);
  expect(await call('ReportEvals', { count: 2 })).toBe('Recorded 2 (2 in all).');
});
