import { decodeSource } from '@attractor/dot';
import { type FileAccess, lintRules, lintSource } from '@attractor/pipeline';
import { describe, expect, test } from 'vitest';
import { corpusBytes, corpusFiles, corpusFolder } from '../../packages/dot/test/corpus.ts';
import { flowVerdicts } from './lint-verdicts-flow.ts';

const names = corpusFiles();
const isOurs = (rule: string): boolean => /^(?:FLOW|CMD|TIME|MODEL)-/.test(rule);

/** The corpus is flat: what lies beside the graphs elsewhere is there, but cannot be read. */
const files: FileAccess = { readText: () => undefined, exists: () => true };

function findings(name: string): string[] {
  const { source } = decodeSource(name, corpusBytes(name));
  const { diagnostics } = lintSource(source, { file: `${corpusFolder}${name}`, files, workingDirectory: corpusFolder });
  return diagnostics
    .filter(({ rule }) => isOurs(rule))
    .map(({ rule, severity, range = { start: 0, end: 0 } }) => {
      const at = source.text.slice(range.start, range.end);
      return `${rule} ${severity} ${source.positionAt(range.start).line} ${at}`;
    })
    .sort();
}

describe.skipIf(names.length === 0)('language.md 8: findings of FLOW, CMD, TIME and MODEL in strangers’ graphs', () => {
  test('every finding is in the table of reviewed ones, and the table has no others', { timeout: 120_000 }, () => {
    const found = Object.fromEntries(names.map((name) => [name, findings(name)]).filter(([, list]) => (list ?? []).length > 0));
    const table = Object.entries(flowVerdicts).map(([name, verdicts]) => [
      name,
      verdicts.map(({ rule, severity, line, at }) => `${rule} ${severity} ${line} ${at}`).sort(),
    ]);
    expect(found).toEqual(Object.fromEntries(table));
  });

  test.each(lintRules.map(({ id }) => id).filter(isOurs))('at most 2 %% of the findings of %s are wrong', (id) => {
    const verdicts = Object.values(flowVerdicts).flat();
    const ofRule = verdicts.filter(({ rule }) => rule === id);
    expect(ofRule.filter(({ verdict }) => verdict === 'wrong').length).toBeLessThanOrEqual(ofRule.length * 0.02);
  });
});
