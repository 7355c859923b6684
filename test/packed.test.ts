import { expect, it } from 'vitest';
import { root, run } from './support/attractor.ts';

it('packed: the packages, packed and installed in an empty folder, run a graph', { timeout: 300_000 }, async () => {
  const result = await run(process.execPath, ['scripts/pack-test.mjs'], root, process.env);
  expect(result, result.stdout).toMatchObject({ code: 0 });
  expect(result.stdout).toContain('status success');
});
