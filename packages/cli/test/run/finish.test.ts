import { describe, expect, it } from 'vitest';
import { nextSteps, nodeOf } from '../../src/run/finish.ts';

describe('files.md 5: the last lines say what to do next', () => {
  it('explain names the node that the reason speaks of, not the cleanup after it', () => {
    expect(nodeOf({ reason: 'deploy: exit code 1', nodes: ['start', 'deploy', 'unlock'] })).toBe('deploy');
    expect(nodeOf({ reason: 'nothing_ran: no node did any work', nodes: ['start', 'restore'] })).toBe('restore');
    expect(nodeOf({ reason: '', nodes: [] })).toBeUndefined();
  });

  it('engine.md 14: a limit is raised by the flag of resume that belongs to it', () => {
    expect(nextSteps('halted', 'latest', 'write', "budget_exceeded: 1.2 of 1 usd used before 'check'")).toEqual([
      'attractor resume latest --budget-usd USD',
    ]);
    const halted = (reason: string) => nextSteps('halted', 'latest', 'write', reason);
    expect(halted("budget_exceeded: 120 of 100 tokens used before 'check'")).toEqual(['attractor resume latest --budget-tokens N']);
    expect(halted("sub: budget_exceeded: 120 of 100 tokens used before '1 usd used'")).toEqual([
      'attractor resume latest --budget-tokens N',
    ]);
    expect(halted('write: budget_exceeded: 30 tokens left, too little for another call of m with about 90 input tokens')).toEqual([
      'attractor resume latest --budget-tokens N',
    ]);
    expect(halted('write: budget_exceeded: $0.0100 and 30 tokens left, too little for another call of m')).toEqual([
      'attractor resume latest --budget-usd USD --budget-tokens N',
    ]);
    expect(halted("write: budget_exceeded: Claude Code has used up what was left of the run's money")).toEqual([
      'attractor resume latest --budget-usd USD',
    ]);
    expect(nextSteps('fail', 'latest', 'ask', "max_pipeline_duration_exceeded: 1000 ms are over while 'ask' ran")).toEqual([
      'attractor explain latest ask',
      'attractor resume latest --timeout TIME',
    ]);
    expect(nextSteps('fail', 'latest', 'check', 'check: exit code 1')).toEqual([
      'attractor explain latest check',
      'attractor resume latest',
    ]);
  });
});
