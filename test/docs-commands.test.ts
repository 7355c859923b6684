import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root, shell } from './support/attractor.ts';
import { attractorCommands, codeBlocks, documents } from './support/code-blocks.ts';

describe('documents: what they show works', () => {
  for (const document of documents()) {
    const blocks = codeBlocks(document);
    const commands = blocks.filter(({ info }) => info === 'sh').flatMap(attractorCommands);
    const graphs = blocks.filter(({ info }) => info === 'dot');
    if (commands.length + graphs.length === 0) continue;

    describe(document, () => {
      let folder = '';
      beforeAll(() => {
        folder = mkdtempSync(join(tmpdir(), 'attractor-docs-'));
        if (existsSync(join(root, 'examples'))) cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true });
      });
      afterAll(() => rmSync(folder, { recursive: true, force: true }));

      // In one folder and in order: later commands of a document speak of earlier ones' runs.
      for (const { line, command } of commands) {
        it(`line ${line}: ${command}`, async () => {
          const result = await shell(command, folder);
          expect(result, result.stderr).toMatchObject({ code: 0 });
        });
      }
      for (const { line, text } of graphs) {
        it(`line ${line}: the graph validates without a warning`, async () => {
          writeFileSync(join(folder, 'shown.dot'), text);
          const result = await shell('attractor validate --strict shown.dot', folder);
          expect(result, result.stdout + result.stderr).toMatchObject({ code: 0 });
        });
      }
    });
  }

  it('README.md shows how to run the main job', () => {
    const commands = codeBlocks('README.md').flatMap(attractorCommands);
    expect(commands.map(({ command }) => command)).toContain('attractor run examples/quickstart.dot');
  });
});
