import { expect, test } from 'vitest';
import { decodeSource, parse } from '../src/index.ts';
import { checkTree } from './check-tree.ts';
import { corpusBytes, corpusFiles } from './corpus.ts';

/** Every corpus file that is not legal by language.md 1: its errors, and why they are right. */
const BROKEN_FILES: Readonly<Record<string, { readonly errors: readonly string[]; readonly why: string }>> = {
  'danshapiro__kilroy__docs-strongdm-dot-specs-simple_example_integration_smoke_test.dot': {
    errors: ['1:1 missing-digraph'],
    why: 'pseudocode that assigns a pipeline to a variable: the digraph stands inside a triple-quoted string',
  },
  'robotdad__amplifier-bundle-attractor__examples-patterns-task-runner.dot': {
    errors: ['137:37 runaway-string'],
    why: 'a shell command holds double quotes without escape, which end the string',
  },
};

test.skipIf(corpusFiles().length === 0)('language.md 1: every corpus file is read, and only the known ones have errors', () => {
  const found: Record<string, readonly string[]> = {};
  for (const name of corpusFiles()) {
    const { source, diagnostics } = decodeSource(name, corpusBytes(name));
    const tree = parse(source);
    checkTree(source, tree);
    const errors = [...diagnostics, ...tree.diagnostics].filter(({ severity }) => severity === 'error');
    if (errors.length === 0) expect(tree.graph?.body.length, name).toBeGreaterThan(0);
    else {
      found[name] = errors.map(({ code, range }) => {
        const { line, column } = source.positionAt(range.start);
        return `${line}:${column} ${code}`;
      });
    }
  }
  expect(found).toEqual(Object.fromEntries(Object.entries(BROKEN_FILES).map(([name, { errors }]) => [name, errors])));
});
