import { describe, expect, test } from 'vitest';
import { corpusFiles } from '../../packages/dot/test/corpus.ts';
import { lintFindings } from './lint-findings.ts';
import { topoVerdicts } from './lint-verdicts-topo.ts';

const names = corpusFiles();

/** A rule that is wrong more often than this has no place among the others. */
const mostWrong = 0.02;

describe.skipIf(names.length === 0)('language.md 8: what the TOPO rules say of strangers’ graphs, judged', () => {
  test.each(names)('language.md 8: %s has no finding that nobody has judged, and none that is gone', (name) => {
    const found = lintFindings(name, 'TOPO-');
    for (const [rule, { right, wrong }] of Object.entries(topoVerdicts)) {
      const judged = [...(right[name]?.split(' ') ?? []), ...Object.keys(wrong[name] ?? {})];
      expect([...(found.get(rule) ?? [])].sort(), rule).toEqual(judged.sort());
    }
    expect(Object.keys(topoVerdicts)).toEqual(expect.arrayContaining([...found.keys()]));
  });

  test.each(Object.entries(topoVerdicts))('language.md 8: %s is right in 98 of 100 findings', (_, { right, wrong }) => {
    const count = (files: Readonly<Record<string, unknown>>, of: (value: never) => number): number =>
      Object.values(files).reduce<number>((sum, value) => sum + of(value as never), 0);
    const wrongCount = count(wrong, (subjects: Record<string, string>) => Object.keys(subjects).length);
    const rightCount = count(right, (subjects: string) => subjects.split(' ').length);
    expect(wrongCount).toBeLessThanOrEqual(mostWrong * (wrongCount + rightCount));
  });

  test('language.md 8: the table names files of the corpus', () => {
    for (const { right, wrong } of Object.values(topoVerdicts))
      expect(names).toEqual(expect.arrayContaining([...Object.keys(right), ...Object.keys(wrong)]));
  });
});
