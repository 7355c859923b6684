import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { attractor } from '../attractor.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

test('files.md 5 fmt: attractor fmt --check examples: the examples are formatted', async () => {
  expect(await attractor(['fmt', '--check', 'examples'], { cwd: root })).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('files.md 5 fmt: what the page about the layout shows is formatted', async () => {
  const shown = /```dot\n([\s\S]*?)```/.exec(readFileSync(join(root, 'docs/formatting.md'), 'utf8'))?.[1] ?? '';
  expect(shown).toContain('digraph');
  expect(await attractor(['fmt', '-'], { stdin: shown })).toEqual({ code: 0, stdout: shown, stderr: '' });
});
