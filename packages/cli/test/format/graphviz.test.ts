import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodeSource, format, parse } from '@attractor/dot';
import { instance } from '@viz-js/viz';
import { expect, test } from 'vitest';

const folders = ['../../../../examples/', '../../../../../shared/corpus/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
const files = folders.flatMap((folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.dot'))
        .map((name) => join(folder, name))
    : [],
);

test('files.md 5 fmt: Graphviz itself reads every file that was formatted for it, and sees the same graph', async () => {
  const viz = await instance();
  // `nop2` lays nothing out: only the reader is asked.
  const read = (text: string): string => {
    const result = viz.render(text, { format: 'dot_json', engine: 'nop2' });
    return result.status === 'success' ? result.output : '';
  };
  let refused = 0;
  for (const file of files) {
    const { source } = decodeSource(file, readFileSync(file));
    const tree = parse(source);
    if (tree.diagnostics.some(({ severity }) => severity === 'error')) continue;
    const before = read(source.text);
    const after = read(format(tree, { dialect: 'graphviz' }));
    expect(after, file).not.toBe('');
    if (before === '') refused++;
    else {
      expect(JSON.parse(after), file).toEqual(JSON.parse(before));
      expect(JSON.parse(read(format(tree))), file).toEqual(JSON.parse(before));
    }
  }
  expect(files.length).toBeGreaterThan(30);
  if (files.length > 150) expect(refused).toBeGreaterThan(5); // else the corpus shows nothing
}, 60_000);
