import { expect, test } from 'vitest';
import { decodeSource, format, formatEdits, parse } from '../../src/index.ts';
import { corpusBytes, corpusFiles } from '../corpus.ts';
import { checkFormat } from './check-format.ts';

test.skipIf(corpusFiles().length === 0)('files.md 5 fmt: every corpus file keeps its graph, its strings and its comments', () => {
  let formatted = 0;
  for (const name of corpusFiles()) {
    const { source } = decodeSource(name, corpusBytes(name));
    const tree = parse(source);
    if (tree.diagnostics.some(({ severity }) => severity === 'error')) {
      expect(format(tree)).toBe(source.text);
      expect(formatEdits(tree)).toEqual([]);
      continue;
    }
    checkFormat(source.text);
    formatted++;
  }
  expect(formatted).toBeGreaterThan(150);
});
