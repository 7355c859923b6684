import { SourceFile } from '@attractor/dot';
import { type Graph, memoryFiles, prepare } from '@attractor/pipeline';
import { expect } from 'vitest';

/** Reads and checks a pipeline; an ERROR fails the test unless it is one of `allowed`. */
export function graphOf(dot: string, allowed: readonly string[] = []): Graph {
  const prepared = prepare(new SourceFile('test.dot', dot), { files: memoryFiles({}), workingDirectory: '/' });
  const errors = prepared.diagnostics.filter((item) => item.severity === 'error' && !allowed.includes(item.rule));
  expect(errors.map((item) => `${item.rule}: ${item.message}`)).toEqual([]);
  return prepared.graph;
}
