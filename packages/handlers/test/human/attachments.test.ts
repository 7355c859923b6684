import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { segmentPattern } from '@attractor/pipeline';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { attachmentsOf } from '../../src/human/attachments.ts';
import { findFiles } from '../../src/human/find-files.ts';

function folder(files: Readonly<Record<string, string>> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'attachments-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const work = join(root, 'work');
  mkdirSync(work);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(work, name)), { recursive: true });
    writeFileSync(join(work, name), text);
  }
  return work;
}

const shown = (work: string, inline: readonly string[], named: readonly string[] = []) => {
  const result = attachmentsOf(work, inline, named);
  if (!result.ok) throw new Error(result.problem);
  return result.attachments;
};

describe('engine.md 9: attachments', () => {
  test('engine.md 9: inline shows content, ref shows path and size; sorted, each file once', () => {
    const work = folder({ 'out/b.md': 'bee', 'out/a.md': 'ay\n', 'out/c.txt': 'see', 'Z.md': 'zed', 'out/deep/d.md': 'dee' });
    expect(shown(work, ['out/*.md', 'out/a.md', './Z.md'], ['out/**'])).toEqual([
      { path: 'Z.md', size: 3, content: 'zed' },
      { path: 'out/a.md', size: 3, content: 'ay\n' },
      { path: 'out/b.md', size: 3, content: 'bee' },
      { path: 'out/a.md', size: 3 },
      { path: 'out/b.md', size: 3 },
      { path: 'out/c.txt', size: 3 },
      { path: 'out/deep/d.md', size: 3 },
    ]);
  });

  test('engine.md 9: content is cut at 100,000 bytes, never through a character', () => {
    const work = folder({
      'exact.txt': 'x'.repeat(100_000),
      'long.txt': `${'x'.repeat(99_999)}äöü`,
      'euro.txt': `${'x'.repeat(99_998)}€€`,
    });
    const [euro, exact, long] = shown(work, ['*.txt']);
    expect(exact).toMatchObject({ size: 100_000, content: 'x'.repeat(100_000) });
    expect(exact).not.toHaveProperty('shown');
    expect(long).toMatchObject({ size: 100_005, shown: 99_999, content: 'x'.repeat(99_999) });
    expect(euro).toMatchObject({ size: 100_004, shown: 99_998 });
  });

  test.each(['/etc/passwd', '../secret', 'a/../../secret', '..', 'C:\\x', 'a\\..\\..\\x'])('engine.md 9: %s is refused', (pattern) => {
    for (const result of [attachmentsOf(folder(), [pattern], []), attachmentsOf(folder(), [], [pattern])]) {
      expect(result).toMatchObject({ ok: false, problem: expect.stringContaining(pattern) });
    }
  });

  test('a symbolic link may not lead out of the working directory, as file, folder or on the way', () => {
    const work = folder({ 'in/ok.md': 'fine' });
    writeFileSync(join(work, '..', 'secret.md'), 'SECRET');
    mkdirSync(join(work, '..', 'outer'));
    writeFileSync(join(work, '..', 'outer', 'secret.md'), 'SECRET');
    symlinkSync(join(work, '..', 'secret.md'), join(work, 'file.md'));
    symlinkSync('../outer', join(work, 'dir'));
    symlinkSync('in/ok.md', join(work, 'link.md'));
    const attachments = shown(work, ['*.md', 'dir/*', 'dir/secret.md', '**/secret.md', '*/*.md']);
    expect(JSON.stringify(attachments)).not.toContain('SECRET');
    expect(attachments.filter((item) => item.content !== undefined).map((item) => item.path)).toEqual(['in/ok.md', 'link.md']);
    expect(attachments).toContainEqual({ path: 'file.md', note: 'not shown: it leads out of the working directory' });
    expect(attachments).toContainEqual({ path: 'dir', note: 'not shown: it leads out of the working directory' });
  });

  test('what is no text, no file, or not there is named with the reason; nothing hangs on a pipe', () => {
    const work = folder({ 'bin.dat': 'a\0b', 'd/x': '1' });
    execFileSync('mkfifo', [join(work, 'pipe.txt')]);
    expect(shown(work, ['bin.dat', 'pipe.txt', 'd', 'none*'])).toEqual([
      { path: 'bin.dat', size: 3, note: 'not shown: it is no text' },
      { path: 'pipe.txt', note: 'no file matches' },
      { path: 'd', note: 'no file matches' },
      { path: 'none*', note: 'no file matches' },
    ]);
  });

  test('hidden files need a pattern that says so; `**` stays out of node_modules and of link cycles', () => {
    const work = folder({ '.env': 'KEY', 'a/.hidden/x.md': '1', 'node_modules/m/x.md': '2', 'a/x.md': '3' });
    symlinkSync('..', join(work, 'a', 'loop'));
    expect(findFiles(work, '**/*').files).toEqual(['a/x.md']);
    expect(findFiles(work, '.env').files).toEqual(['.env']);
    expect(findFiles(work, 'node_modules/*/x.md').files).toEqual(['node_modules/m/x.md']);
  });

  test('property: a segment pattern agrees with its regular expression, in linear time', () => {
    const sign = fc.constantFrom('a', 'b', '*', '?', '[ab]', '[!a]', '.');
    fc.assert(
      fc.property(fc.array(sign, { minLength: 1, maxLength: 6 }), fc.stringMatching(/^[abc]{0,6}$/), (signs, name) => {
        const source = signs
          .map((part) => (part === '*' ? '.*' : part === '?' ? '.' : part === '.' ? '\\.' : part.replace('!', '^')))
          .join('');
        expect(segmentPattern(signs.join(''))(name)).toBe(new RegExp(`^${source}$`).test(name));
      }),
    );
    expect(segmentPattern(`${'*a'.repeat(40)}b`)('a'.repeat(255))).toBe(false);
  });
});
