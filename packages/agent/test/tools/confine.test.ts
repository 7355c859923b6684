import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyPatchTool } from '../../src/tools/apply-patch/apply-patch.ts';
import { confine, isInside } from '../../src/tools/confine.ts';
import { editFileTool } from '../../src/tools/edit-file.ts';
import { globTool } from '../../src/tools/glob.ts';
import { grepTool } from '../../src/tools/grep.ts';
import { readFileTool } from '../../src/tools/read-file.ts';
import { writeFileTool } from '../../src/tools/write-file.ts';
import { toolFolder } from '../support/tool-folder.ts';

function withLinks() {
  const folder = toolFolder({ 'a/b/file.txt': 'inside\n', 'file.txt': 'inside\n' });
  const outside = join(folder.root, 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'secret.txt'), 'outside\n');
  const work = folder.context.workingDirectory;
  symlinkSync(outside, join(work, 'out'));
  symlinkSync(join(outside, 'secret.txt'), join(work, 'secret-link'));
  symlinkSync(join(outside, 'not-there.txt'), join(work, 'dangling'));
  symlinkSync('a/b', join(work, 'in'));
  symlinkSync('loop', join(work, 'loop'));
  return { ...folder, outside, work };
}

describe('backends.md 4: file tools stay in the working directory', () => {
  test.each([
    '../outside/secret.txt',
    'a/../../outside/secret.txt',
    'out/secret.txt',
    'out/new.txt',
    'out/new/deep.txt',
    'secret-link',
    'dangling',
    'loop',
    'in/../../../outside/secret.txt',
    '/etc/passwd',
    '~/../../etc/passwd/../../../outside',
    'a\0b',
    '',
  ])('backends.md 4: %j is refused by every tool, and nothing outside changes', async (path) => {
    const { run, outside, root } = withLinks();
    const patch = (kind: string) =>
      `*** Begin Patch\n*** ${kind} File: ${path}\n${kind === 'Add' ? '+x\n' : kind === 'Update' ? '-outside\n+changed\n' : ''}*** End Patch`;
    const outputs = [
      await run(writeFileTool, { file_path: path, content: 'x' }),
      await run(editFileTool, { file_path: path, old_string: 'outside', new_string: 'changed' }),
      await run(readFileTool, { file_path: path }),
      await run(applyPatchTool, { patch: patch('Add') }),
      await run(applyPatchTool, { patch: patch('Update') }),
      await run(applyPatchTool, { patch: patch('Delete') }),
      ...(path === '' ? [] : [await run(grepTool, { pattern: '.', path }), await run(globTool, { pattern: '**', path })]),
    ];
    expect(outputs.map(({ isError }) => isError)).toEqual(outputs.map(() => true));
    expect(outputs.map(({ text }) => text).join()).not.toContain('outside\n');
    expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('outside\n');
    expect(execFileSync('ls', [outside], { encoding: 'utf8' })).toBe('secret.txt\n');
    expect(existsSync(join(root, 'new.txt'))).toBe(false);
  });

  test('backends.md 4: links that stay inside, absolute paths inside, and dots are fine', async () => {
    const { run, work } = withLinks();
    for (const path of ['in/file.txt', join(work, 'a/b/file.txt'), './a/./b/../b/file.txt']) {
      expect(await run(readFileTool, { file_path: path })).toEqual({ text: '1 | inside', isError: false });
    }
    await run(writeFileTool, { file_path: 'in/file.txt', content: 'through the link\n' });
    expect(readFileSync(join(work, 'a/b/file.txt'), 'utf8')).toBe('through the link\n');
  });

  test('backends.md 4: search does not follow links out', async () => {
    const { run } = withLinks();
    expect((await run(grepTool, { pattern: 'outside' })).text).toBe('No line matches.');
    expect((await run(globTool, { pattern: '**/*.txt' })).text.split('\n').sort()).toEqual(['a/b/file.txt', 'file.txt']);
  });

  test('files.md 1: the run’s own records are not written', async () => {
    const { run, context } = toolFolder();
    const output = await run(writeFileTool, { file_path: '.attractor/run/journal.jsonl', content: '' });
    expect(output).toEqual({
      isError: true,
      text: '.attractor/run/journal.jsonl belongs to the records of this run, which tools do not change',
    });
    expect(existsSync(join(context.runDirectory, 'journal.jsonl'))).toBe(false);
  });

  test('backends.md 4: a pipe does not hang a tool', async () => {
    const { run, context } = toolFolder();
    execFileSync('mkfifo', [join(context.workingDirectory, 'pipe')]);
    expect(await run(readFileTool, { file_path: 'pipe' })).toEqual({ isError: true, text: 'pipe is not a regular file' });
    expect((await run(writeFileTool, { file_path: 'pipe', content: 'x' })).isError).toBe(true);
  });

  test('backends.md 4: whatever the path, what is let through really lies inside', () => {
    const { context, work, root } = withLinks();
    const segment = fc.constantFrom(
      '..',
      '.',
      '',
      'a',
      'b',
      'in',
      'out',
      'loop',
      'dangling',
      'secret-link',
      'file.txt',
      'new',
      '~',
      '...',
      ' ',
      work,
      root,
    );
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 8 }), fc.boolean(), (segments, absolute) => {
        const path = `${absolute ? '/' : ''}${segments.join('/')}`;
        const confined = confine(path, context);
        if (!confined.ok) return;
        let there = confined.path;
        while (!existsSync(there)) there = dirname(there);
        expect(isInside(realpathSync(work), realpathSync(there))).toBe(true);
        expect(isInside(realpathSync(work), confined.path)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
