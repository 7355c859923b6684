import { join } from 'node:path';
import { readTrace } from '@attractor/engine';
import { afterAll, describe, expect, it } from 'vitest';
import { example, removeExamples } from './run-example.ts';

afterAll(removeExamples);

describe('examples: parts, supervisors, blocks', () => {
  it('engine.md 11: sub-pipelines runs one pipeline twice, each with its own loop and gate', async () => {
    const at = example('sub-pipelines');
    const { result, route, file, written } = await at.run();
    expect(result.status).toBe('success');
    const child = (id: string, loops: number): string[] => [
      'start',
      ...Array.from({ length: loops }, () => ['translate', 'check']).flat(),
      id,
    ];
    expect(route).toEqual(['note', ...child('german', 2), ...child('french', 1), 'report']);
    expect(file('report/output.txt')).toBe('10 words in German, 12 in French\n');
    expect(file('children/german/1/translate/prompt.md')).toContain('missing in the translation: 10');
    expect(written('.attractor/sub-pipelines/german.txt')).toContain('10 MB');
    const lines = readTrace(join(at.work, '.attractor/runs/run-1'));
    expect(new Set(lines.map((line) => line.branch))).toEqual(new Set(['', 'subgraph:german', 'subgraph:french']));
  });

  it('engine.md 11: supervisor steers each sprint by what the last one taught', async () => {
    const { result, route, file } = await example('supervisor').run();
    expect(result.status).toBe('success');
    const sprint = ['start', 'implement', 'measure'];
    expect(route).toEqual([...sprint, ...sprint, ...sprint, 'boss', 'report']);
    expect(file('report/output.txt')).toBe('done after 3 sprints, 0 cases open\n');
    expect(file('children/boss/2/implement/prompt.md')).toContain('Begin with the blanks around the sign.');
    expect(file('children/boss/3/implement/prompt.md')).toContain('a value may hold the sign itself');
    expect(file('boss/prompt.md')).toContain('Cycle 2 of 4: success.');
  });

  it('engine.md 8: best-of-n keeps the best by score, and a wrong attempt is no candidate', async () => {
    const { result, route, file, written } = await example('best-of-n').run();
    expect(result).toMatchObject({ status: 'partial_success', reason: expect.stringContaining('attempts') });
    expect(route.slice(-3)).toEqual(['attempts', 'best', 'keep']);
    expect(file('keep/output.txt')).toBe('pattern\n');
    expect(written('.attractor/best-of-n/words.mjs')).toContain('match');
    expect(JSON.parse(file('best/status.json'))).toMatchObject({
      notes: expect.stringMatching(/^best of 2: pattern \(success, score \d+\)$/),
    });
  });

  it('engine.md 8: quorum passes with two of three, and fails as soon as two are impossible', async () => {
    const yes = await example('quorum').run();
    expect(yes.result.status).toBe('success');
    expect(yes.written('.attractor/quorum/state')).toBe('released\n');
    const began = performance.now();
    const no = await example('quorum', { script: 'quorum/no.json' }).run();
    expect(performance.now() - began).toBeLessThan(15_000);
    expect(no.result.handled).toMatchObject([{ node: 'judges', by: 'edge' }]);
    expect(no.written('.attractor/quorum/state')).toBe('sent back\n');
    const ended = no.events.flatMap((event) => (event.type === 'parallel.branch_completed' ? [[event.branch_name, event.status]] : []));
    expect(ended).toEqual(expect.arrayContaining([['support', 'cancelled']]));
  });

  it('engine.md 8: first-success stops the others with all that they started', async () => {
    const began = performance.now();
    const { result, written, events } = await example('first-success').run();
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(result.status).toBe('success');
    expect(written('.attractor/first-success/rates')).toBe('mirror\n');
    const ended = events.flatMap((event) => (event.type === 'parallel.branch_completed' ? [[event.branch_name, event.status]] : []));
    expect(ended).toEqual(
      expect.arrayContaining([
        ['tape', 'cancelled'],
        ['mirror', 'success'],
      ]),
    );
  });
});
