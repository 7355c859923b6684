import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SourceFile } from '@attractor/dot';
import { type FileAccess, graphDigest, graphFromResolved, prepare, resolvedGraph } from '@attractor/pipeline';
import { describe, expect, test } from 'vitest';
import { invalidCorpusFiles } from './corpus-table.ts';
import { rulesOf } from './helpers.ts';

const folder = fileURLToPath(new URL('../../../../shared/corpus', import.meta.url));
const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.dot')) : [];

/** The corpus is flat: prompt and child files beside the graphs are taken as present. */
const files: FileAccess = { readText: (file) => (file.endsWith('.dot') ? undefined : 'text'), exists: () => true };

describe.skipIf(names.length === 0)('language.md 1: strangers’ graphs', () => {
  test.each(names)('language.md 7: %s', (name) => {
    const text = readFileSync(path.join(folder, name), 'utf8');
    const prepared = prepare(new SourceFile(name, text), { file: path.join(folder, name), files, workingDirectory: folder });
    expect([...new Set(rulesOf(prepared.diagnostics, 'error'))]).toEqual(invalidCorpusFiles[name]?.rules ?? []);
    for (const { range } of prepared.diagnostics)
      if (range !== undefined) expect(range.start <= range.end && range.end <= text.length).toBe(true);
    expect(graphDigest(graphFromResolved(resolvedGraph(prepared.graph)))).toBe(graphDigest(prepared.graph));
  });

  test('language.md 7: the table of invalid graphs names files of the corpus', () => {
    for (const name of Object.keys(invalidCorpusFiles)) expect(names).toContain(name);
  });
});
