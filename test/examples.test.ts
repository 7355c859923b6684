import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root, shell } from './support/attractor.ts';

const examples = readdirSync(join(root, 'examples'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.dot') && !path.includes('.attractor'))
  .sort();

describe('examples', () => {
  it('has the quickstart', () => {
    expect(examples).toContain('quickstart.dot');
  });

  for (const path of examples) {
    it(`language.md 7: ${path} validates without a warning`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'attractor-examples-'));
      try {
        const result = await shell(`attractor validate --strict '${join(root, 'examples', path)}'`, folder);
        expect(result, result.stdout + result.stderr).toMatchObject({ code: 0 });
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }
});
