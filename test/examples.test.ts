import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root, shell } from './support/attractor.ts';

const examples = readdirSync(join(root, 'examples'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.dot') && !path.includes('.attractor'))
  .sort();

/** `attractor COMMAND --strict` over all examples, which is silent about them. */
async function check(command: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'attractor-examples-'));
  try {
    const paths = examples.map((path) => `'${join(root, 'examples', path)}'`);
    const result = await shell(`attractor ${command} --strict ${paths.join(' ')}`, folder);
    expect(result, result.stdout + result.stderr).toMatchObject({ code: 0 });
    expect(result.stdout).toContain(`${examples.length} files: no errors, no warnings`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('examples', () => {
  it('has the quickstart', () => {
    expect(examples).toContain('quickstart.dot');
  });

  // One call for all of them: the report names the files that have a finding.
  it('language.md 7: every example validates without a warning', () => check('validate'));

  it('language.md 8: every example lints without a warning', () => check('lint'));
});
