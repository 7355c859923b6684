import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyEdits, SourceFile, type TextEdit } from '@attractor/dot';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unifiedDiff } from '../../src/format/unified-diff.ts';
import { style } from '../../src/terminal/style.ts';
import { folder } from '../attractor.ts';

const text = fc.array(fc.constantFrom('a', 'b', '\n', '\n', 'c\n', '  '), { maxLength: 60 }).map((parts) => parts.join(''));
const cuts = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(4), fc.constantFrom('', 'x', '\n', 'y\nz\n')), {
  maxLength: 5,
});

function editsIn(length: number, wanted: readonly (readonly [number, number, string])[]): TextEdit[] {
  const edits: TextEdit[] = [];
  let last = -1;
  for (const [place, size, by] of wanted.toSorted(([a], [b]) => a - b)) {
    const start = Math.max(last + 1, Math.floor(place * length));
    if (start > length) break;
    const end = Math.min(length, start + size);
    edits.push({ range: { start, end }, text: by });
    last = end;
  }
  return edits;
}

const hasPatch = spawnSync('patch', ['--version']).status === 0;

test.skipIf(!hasPatch)('files.md 5 fmt: patch makes of a text and its diff the formatted text', () => {
  const cwd = folder();
  fc.assert(
    fc.property(text, cuts, (before, wanted) => {
      const edits = editsIn(before.length, wanted);
      const after = applyEdits(before, edits);
      const diff = unifiedDiff(new SourceFile('t', before), edits, style(false));
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
