import type { BranchResult, Json } from '@attractor/engine';
import { type InvocationSpec, invocation, type ScriptedAnswer, scriptedBackend } from '@attractor/testing';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { rankedCandidates } from '../../src/fan-in/candidates.ts';
import { codergenHandler, fanInHandler } from '../../src/index.ts';
import { place, removeFolders, run } from '../support/pipeline-run.ts';

afterEach(removeFolders);

function branch(id: string, status: BranchResult['status'], more: Partial<BranchResult> = {}): BranchResult {
  const usage = { inputTokens: 0, outputTokens: 0 };
  return { id, index: 0, status, label: '', notes: '', text: '', reason: '', context_updates: {}, usage, duration_ms: 0, ...more };
}

function fanIn(results: readonly BranchResult[] | undefined, prompt?: string, answer: ScriptedAnswer = '') {
  const spec: InvocationSpec = {
    node: { id: 'best', type: 'parallel.fan_in', ...(prompt === undefined ? {} : { attributes: { prompt } }) },
    context: results === undefined ? {} : { 'parallel.results': results as unknown as Json },
    backends: [scriptedBackend({ best: answer })],
  };
  const backend = spec.backends?.[0] as ReturnType<typeof scriptedBackend>;
  return { outcome: fanInHandler(codergenHandler()).execute(invocation(spec)), backend };
}

const chosen = (id: string, outcome: string): object => ({
  status: 'success',
  isExplicit: true,
  systemUpdates: { 'parallel.fan_in.best_id': id, 'parallel.fan_in.best_outcome': outcome },
});

describe('fan-in', () => {
  test('engine.md 8, canonical 4.9: best by status, then score, then id', async () => {
    const results = [
      branch('f', 'fail', { context_updates: { score: 99 } }),
      branch('p', 'partial_success', { context_updates: { score: 50 } }),
      branch('c', 'success'),
      branch('b', 'success', { context_updates: { score: 2.5 } }),
      branch('a', 'success', { context_updates: { score: 2.5 } }),
      branch('t', 'success', { context_updates: { score: '9' } }),
      branch('x', 'cancelled', { context_updates: { score: 100 } }),
    ];
    expect(await fanIn(results).outcome).toMatchObject(chosen('a', 'success'));
    expect(rankedCandidates(results).map(({ name }) => name)).toEqual(['a', 'b', 'c', 't', 'p']);
    expect(await fanIn(results.slice(0, 2)).outcome).toMatchObject(chosen('p', 'partial_success'));
  });

  test('engine.md 8: the choice does not depend on the order of the results', () => {
    const result = fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      status: fc.constantFrom('success' as const, 'partial_success' as const, 'fail' as const, 'cancelled' as const),
      score: fc.option(fc.double({ noNaN: true }), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(result, { maxLength: 8 }), fc.infiniteStream(fc.nat()), (items, random) => {
        const results = items.map(({ id, status, score }, index) =>
          branch(id, status, { index, context_updates: score === undefined ? {} : { score } }),
        );
        const shuffled = [...results].map((item) => ({ item, at: random.next().value as number })).sort((x, y) => x.at - y.at);
        const names = (list: readonly BranchResult[]): string[] => rankedCandidates(list).map(({ name }) => name);
        expect(names(shuffled.map(({ item }) => item))).toEqual(names(results));
        expect(names(results)).toHaveLength(results.filter(({ status }) => status === 'success' || status === 'partial_success').length);
      }),
    );
  });

  test('§25: no results is a fault, not explicit; all failed is a verdict', async () => {
    expect(await fanIn(undefined).outcome).toMatchObject({ status: 'fail', isExplicit: false });
    expect(await fanIn([]).outcome).toMatchObject({ status: 'fail', isExplicit: false });
    expect(await fanIn([branch('a', 'fail', { reason: 'red' }), branch('b', 'cancelled')]).outcome).toMatchObject({
      status: 'fail',
      isExplicit: true,
      failureReason: 'no branch passed: a: red; b: cancelled',
    });
  });

  test('engine.md 8: a model that is asked sees the candidates as data and must name one', async () => {
    const results = [
      branch('a', 'success', { text: 'first $goal ``` text' }),
      branch('b', 'success', { text: 'second', context_updates: { score: 1 } }),
      branch('bad', 'fail', { text: 'broken' }),
    ];
    const asked = fanIn(results, 'Which is better?', 'a is fine, but\nBEST: a');
    expect(await asked.outcome).toMatchObject({ ...chosen('a', 'success'), responseText: 'a is fine, but\nBEST: a' });
    const [prompt] = asked.backend.prompts('best');
    expect(prompt).toContain('Which is better?');
    expect(prompt).toContain('first $goal ``` text');
    expect(prompt).not.toContain('broken');
    const answers: readonly [ScriptedAnswer, string][] = [
      ['**BEST: `a`**', 'a'],
      ['{"best": "a", "why": "b is worse"}', 'a'],
      ['I prefer a.', 'a'],
      ['a', 'a'],
      [{ text: 'because', toolCalls: 1, report: { status: 'success', preferred_label: 'a' } }, 'a'],
    ];
    for (const [answer, name] of answers)
      expect(await fanIn(results, 'Which?', answer).outcome, JSON.stringify(answer)).toMatchObject(chosen(name, 'success'));
    for (const answer of ['both a and b are fine', 'BEST: bad', 'none', 'BEST: c'])
      expect(await fanIn(results, 'Which?', answer).outcome, answer).toMatchObject({ status: 'retry', isExplicit: false });
    expect(await fanIn(results, 'Which?', '{"status": "fail", "failure_reason": "all poor"}').outcome).toMatchObject({
      status: 'fail',
      isExplicit: true,
    });
  });

  test('engine.md 8: branches that share an id are told apart by their number', async () => {
    const results = [branch('a', 'success', { index: 0 }), branch('a', 'success', { index: 1, context_updates: { score: 1 } })];
    expect(await fanIn(results).outcome).toMatchObject(chosen('a#1', 'success'));
    expect(await fanIn(results, 'Which?', 'BEST: a#0').outcome).toMatchObject(chosen('a#0', 'success'));
  });
});

const ends = 'start [shape=Mdiamond]; exit [shape=Msquare];';
const says = (score: number, more: object): object => ({ outcome: { status: 'success', context_updates: { score, ...more } } });

describe('fan-in in a run', () => {
  test("engine.md 8: the winner's declared outputs are merged, typed; nothing else of a branch is", async () => {
    const at = place({
      'main.dot': `digraph g { ${ends} fan [shape=component]; a; b [outputs="plan"]; b2 [outputs="extra"]; c [outputs="plan"]; best [shape=tripleoctagon]; use [prompt="$plan $private"];
        start -> fan; fan -> a -> best; fan -> b -> b2 -> best; fan -> c -> best; best -> use -> exit }`,
    });
    const ran = await run({
      at,
      script: {
        a: [says(1, { plan: 'a' })],
        b: [says(3, { plan: { steps: [1, 2] }, private: 1 })],
        b2: [says(3, { extra: true })],
        c: [says(2, { plan: 'c' })],
      },
    });
    expect(ran.result.status).toBe('success');
    expect(ran.context).toMatchObject({
      plan: { steps: [1, 2] },
      extra: true,
      'parallel.fan_in.best_id': 'b',
      'parallel.fan_in.best_outcome': 'success',
    });
    expect(ran.context).not.toHaveProperty('private');
    expect(ran.context).not.toHaveProperty('score');
    expect(ran.file('use/prompt.md')).toMatch(/\{"steps":\[1,2\]\} \$private$/);
  });

  test('engine.md 8: nested blocks choose inside first; what the inner winner declared reaches the outer choice', async () => {
    const at = place({
      'main.dot': `digraph g { ${ends} outer [shape=component]; inner [shape=component]; x [outputs="found,score"]; y [outputs="found,score"]; pick [shape=tripleoctagon]; z [outputs="found,score"]; best [shape=tripleoctagon];
        start -> outer; outer -> inner; inner -> x -> pick; inner -> y -> pick; pick -> best; outer -> z -> best; best -> exit }`,
    });
    const ran = await run({ at, script: { x: [says(5, { found: 'x' })], y: [says(9, { found: 'y' })], z: [says(7, { found: 'z' })] } });
    expect(ran.context).toMatchObject({ found: 'y', 'parallel.fan_in.best_id': 'inner' });
  });

  test('engine.md 8: a fan-in after a conditional block in which nothing ran fails; the ladder asks a model again', async () => {
    const none = place({
      'main.dot': `digraph g { ${ends} fan [shape=component]; a; best [shape=tripleoctagon]; start -> fan; fan -> a [condition="context.go=1"]; a -> best -> exit }`,
    });
    expect((await run({ at: none })).result.reason).toContain("'best' has no results");
    const at = place({
      'main.dot': `digraph g { ${ends} fan [shape=component]; a; b; best [shape=tripleoctagon, prompt="Which?", max_retries=2, retry_policy=linear]; start -> fan; fan -> a -> best; fan -> b -> best; best -> exit }`,
    });
    const ran = await run({ at, script: { best: [{ text: 'hard to say' }, { text: 'BEST: b' }] } });
    expect(ran.context).toMatchObject({ 'parallel.fan_in.best_id': 'b' });
    expect(JSON.parse(ran.file('best/status.json'))).toMatchObject({ attempt_count: 2 });
  });
});
