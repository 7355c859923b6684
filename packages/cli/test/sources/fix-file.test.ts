import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SourceFile } from '@attractor/dot';
import { afterAll, expect, test } from 'vitest';
import { fixFile } from '../../src/sources/fix-file.ts';
import type { LoadedPipeline } from '../../src/sources/load-pipeline.ts';

const folder = mkdtempSync(join(tmpdir(), 'fix-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A checker whose fix of `a` works, and whose fix of `b` adds text and leaves the finding. */
function load(bytes: Uint8Array): Promise<LoadedPipeline> {
  const source = new SourceFile('main.dot', new TextDecoder().decode(bytes));
  const findings = [...source.text.matchAll(/[ab]/g)].map(({ index, 0: letter }) => {
    const edit = letter === 'a' ? { range: { start: index, end: index + 1 }, text: 'x' } : { range: { start: 0, end: 0 }, text: '-' };
    const fix = { title: `fix ${letter}`, edits: [edit] };
    const range = { start: index, end: index + 1 };
    return { source, diagnostic: { rule: 'R', severity: 'warning', message: letter, range, fix, page: 'docs/rules/R.md' } };
  });
  return Promise.resolve({ prepared: { graph: { source } }, findings } as unknown as LoadedPipeline);
}

test('language.md 8: a fix that leaves its finding is taken back, and the others are made', async () => {
  const file = join(folder, 'main.dot');
  const fix = async (text: string) => {
    writeFileSync(file, text);
    const bytes = new TextEncoder().encode(text);
    const { fixed } = await fixFile({ bytes, path: file, name: 'main.dot' } as Parameters<typeof fixFile>[0], load);
    return { text: readFileSync(file, 'utf8'), fixed: fixed.map(({ title }) => title) };
  };
  expect(await fix('a b a')).toEqual({ text: 'x b x', fixed: ['fix a', 'fix a'] });
  expect(await fix('b')).toEqual({ text: 'b', fixed: [] });
});
