import { fail, type Input, initialState, type Outcome, type RunState, type Stepped, step, success } from '@attractor/engine';
import { describe, expect, it } from 'vitest';
import { graphOf } from '../support/run-graph.ts';

/** Folds a run whose node `a` ends with `outcome`; every other node succeeds. No disk, no clock. */
function fold(text: string, outcome: Outcome, withChild = false): { readonly state: RunState; readonly effects: Stepped['effects'] } {
  const machine = { graph: graphOf(text), runId: 'r' };
  const queue: Record<string, unknown>[] = [{ t: 'begin', context: {}, limits: {}, simulated: false, scriptCalls: {} }];
  let state = initialState;
  const effects: Stepped['effects'][number][] = [];
  for (let input = queue.shift(); input !== undefined; input = queue.shift()) {
    const stepped = step(machine, state, { ts: 0, el: 0, sq: 0, ...input } as unknown as Input);
    state = stepped.state;
    effects.push(...stepped.effects);
    for (const effect of stepped.effects) {
      if (effect.do === 'start') queue.push({ t: 'started', f: effect.frame, facts: {} });
      if (effect.do === 'wait') queue.push({ t: 'waited', f: effect.frame });
      if (effect.do === 'abort') queue.push({ t: 'finished', f: effect.frame, outcome: fail('cancelled', 'stopped'), random: 0.5 });
      if (effect.do !== 'invoke') continue;
      const position = state.frames.get(effect.frame)?.position;
      const node = position?.at === 'running' ? position.visit.node : '';
      if (withChild && node === 'a') queue.push({ t: 'child', f: effect.frame, cycle: 0, child: 1 });
      if (node !== 'slow') queue.push({ t: 'finished', f: effect.frame, outcome: node === 'a' ? outcome : success(true), random: 0.5 });
    }
  }
  return { state, effects };
}

const terminal = fail('deterministic', 'no child', { terminal: true });

describe('engine.md 11: a failure that nothing leads on from', () => {
  it('takes no edge, no retry, no jump, and no policy softens it', () => {
    const { state, effects } = fold(
      `digraph g { retry_target=b; start -> a; a -> b [condition="outcome=fail"]; a -> c; b -> exit; c -> exit; c [runs_on=always]
        a [continue_on_fail=true, max_retries=3, retry_on="retry,fail", retry_target=b, allow_partial=true] }`,
      terminal,
    );
    expect(state.result).toMatchObject({ status: 'fail', reason: 'a: no child', errorType: 'terminal_failure', resumeAt: 'a' });
    expect(state.trail.toArray()).toEqual(['start', 'a']);
    expect(effects.flatMap((effect) => (effect.do === 'decision' ? [effect.record] : [])).at(-1)).toMatchObject({
      node: 'a',
      kind: 'end',
      rule: 'terminal_failure',
    });
  });

  it('ends the whole run out of a branch, and what runs beside it is stopped', () => {
    const { state } = fold(
      'digraph g { start -> fan; fan [shape=component, join_policy=first_success]; fan -> slow -> join; fan -> a -> join; join -> exit }',
      terminal,
    );
    expect(state.result).toMatchObject({ status: 'fail', reason: 'a: no child', errorType: 'terminal_failure' });
  });
});

describe('engine.md 3.7, 5: gates of children', () => {
  const open = fail('deterministic', 'gate', { unsatisfiedGates: ['inner'] });

  it('stand at the exit, also behind continue_on_fail', () => {
    const { state } = fold('digraph g { start -> a -> exit; a [continue_on_fail=true] }', open, true);
    expect(state.result).toMatchObject({ status: 'fail', errorType: 'goal_gate_unsatisfied' });
    expect(state.result?.reason).toContain('a (child gates: inner)');
  });

  it('are forgotten when the node has run again and passed', () => {
    const { state } = fold('digraph g { start -> a -> exit }', success(true), true);
    expect(state.result).toMatchObject({ status: 'success' });
  });
});

describe('engine.md 14: a child that halts', () => {
  it('leaves its visit open, so that a resume goes on in the same child', () => {
    const { state } = fold('digraph g { start -> a -> exit }', fail('budget', 'used up'), true);
    expect(state.result).toMatchObject({ status: 'halted', reason: 'a: used up' });
    expect(state.trail.toArray()).toEqual(['start']);
    const position = state.frames.get('')?.position;
    expect(position?.at === 'running' ? position.visit.children.toObject() : undefined).toEqual({ 0: 1 });
  });
});
