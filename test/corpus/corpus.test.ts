import { describe, expect, test } from 'vitest';
import { corpusFiles } from '../../packages/dot/test/corpus.ts';
import { invalidCorpusFiles } from '../../packages/pipeline/test/corpus-table.ts';
import { dryRun } from './dry-run.ts';
import { missingChildren, noEdge, otherFailures, whys } from './expected.ts';

const names = corpusFiles();
const isTerminal = (type: string): boolean => /^pipeline\.(?:completed|failed|halted|parked|cancelled)$/.test(type);

/** Limit of one run, in milliseconds: three of the files go round until a limit ends them; the others end long before. */
const limitOf = (name: string): number => (otherFailures[name] === undefined ? 30_000 : 1500);

describe.skipIf(names.length === 0)('files.md 5: strangers’ graphs, run dry', () => {
  test.each(names)('files.md 4: %s ends, with exactly one terminal event', { timeout: 60_000 }, async (name) => {
    const { errors, result, events } = await dryRun(name, limitOf(name));
    if (result === undefined) {
      const expected = [...(invalidCorpusFiles[name]?.rules ?? []), ...(missingChildren[name] === undefined ? [] : ['dot_file_missing'])];
      expect([...errors].sort()).toEqual([...expected].sort());
      expect(expected).not.toEqual([]);
      return;
    }
    expect(missingChildren[name] ?? invalidCorpusFiles[name]).toBeUndefined();
    const own = events.filter((event) => event.branch === undefined || event.branch === '');
    expect(own.filter(({ type }) => isTerminal(type))).toHaveLength(1);
    expect(isTerminal(own.at(-1)?.type ?? '')).toBe(true);
    expect(result.durationMs).toBeLessThan(limitOf(name) + 6000);
    const [node, why] = noEdge[name] ?? [];
    const other = otherFailures[name];
    if (node !== undefined && why !== undefined) {
      expect(result, whys[why]).toMatchObject({
        status: 'fail',
        reason: expect.stringContaining(`no matching edge from node '${node}' (success)`),
      });
    } else if (other !== undefined) {
      expect(result, other.why).toMatchObject({ status: 'fail', reason: expect.stringMatching(other.reason) });
    } else expect(result, result.reason).toMatchObject({ status: 'success', reason: '' });
  });

  test('the tables name files of the corpus', () => {
    for (const table of [noEdge, otherFailures, missingChildren]) expect(names).toEqual(expect.arrayContaining(Object.keys(table)));
  });
});
