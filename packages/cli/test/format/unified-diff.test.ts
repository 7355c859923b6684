import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unifiedDiff } from '../../src/format/unified-diff.ts';
import { style } from '../../src/terminal/style.ts';
import { folder } from '../attractor.ts';

const text = fc.array(fc.constantFrom('a', 'b', '\n', '\n', 'c\n', '  '), { maxLength: 60 }).map((parts) => parts.join(''));
const hasPatch = spawnSync('patch', ['--version']).status === 0;

test.skipIf(!hasPatch)('files.md 5 fmt: patch makes of a text and its diff the formatted text', () => {
  const cwd = folder();
  fc.assert(
    fc.property(text, text, (before, after) => {
      const diff = unifiedDiff('t', before, after, style(false));
      if (after === before) {
        expect(diff).toBe('');
        return;
      }
      writeFileSync(join(cwd, 't'), before);
      const patched = spawnSync('patch', ['-p0', '--fuzz=0', '--posix', 't'], { cwd, input: diff, encoding: 'utf8' });
      expect(patched.status, `${patched.stdout}${patched.stderr}${diff}`).toBe(0);
      expect(readFileSync(join(cwd, 't'), 'utf8')).toBe(after);
    }),
    { numRuns: 60 },
  );
});

test.skipIf(!hasPatch)('files.md 5 fmt: a file in which everything changes is replaced whole, soon', () => {
  const cwd = folder();
  const before = Array.from({ length: 60_000 }, (_, i) => `node${i}\n`).join('');
  const after = before.replaceAll('node', 'Node').trimEnd();
  const began = performance.now();
  const diff = unifiedDiff('t', before, after, style(false));
  expect(performance.now() - began).toBeLessThan(10_000);
  writeFileSync(join(cwd, 't'), before);
  expect(spawnSync('patch', ['-p0', '--fuzz=0', '--posix', 't'], { cwd, input: diff, encoding: 'utf8' }).status).toBe(0);
  expect(readFileSync(join(cwd, 't'), 'utf8')).toBe(after);
});
