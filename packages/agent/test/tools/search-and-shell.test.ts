import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { truncateOutput } from '../../src/loop/truncate.ts';
import { filePattern } from '../../src/tools/file-pattern.ts';
import { globTool } from '../../src/tools/glob.ts';
import { grepTool } from '../../src/tools/grep.ts';
import { readFileTool } from '../../src/tools/read-file.ts';
import { shellTool } from '../../src/tools/shell.ts';
import { toolFolder } from '../support/tool-folder.ts';

describe('backends.md 4: read_file', () => {
  test('backends.md 4: lines are numbered; offset and limit choose', async () => {
    const { run } = toolFolder({ f: 'a\nb\nc\nd\n', empty: '' });
    expect((await run(readFileTool, { file_path: 'f' })).text).toBe('1 | a\n2 | b\n3 | c\n4 | d');
    expect((await run(readFileTool, { file_path: 'f', offset: 2, limit: 2 })).text).toBe(
      '2 | b\n3 | c\n[lines 2 to 3 of 4; continue with offset 4]',
    );
    expect(await run(readFileTool, { file_path: 'f', offset: 9 })).toEqual({ isError: true, text: 'f has 4 lines; there is no line 9' });
    expect((await run(readFileTool, { file_path: 'empty' })).text).toBe('empty is empty.');
  });

  test('backends.md 4: images are shown, other binary files named', async () => {
    const { run, write } = toolFolder({ 'x.bin': 'a\0b' });
    write('p.PNG', Buffer.from([1, 0, 2]));
    expect((await run(readFileTool, { file_path: 'p.PNG' })).images).toEqual([
      { type: 'image', source: { kind: 'base64', mediaType: 'image/png', data: 'AQAC' } },
    ]);
    expect(await run(readFileTool, { file_path: 'x.bin' })).toEqual({
      isError: true,
      text: 'x.bin is a binary file of 3 bytes; use shell to inspect it',
    });
  });
});

describe('backends.md 4: grep and glob', () => {
  const files = {
    'src/a.ts': 'const One = 1;\nconst two = One;\n',
    'src/deep/b.ts': 'One\n',
    'src/c.md': 'one\n',
    'node_modules/x.ts': 'One\n',
    '.git/y.ts': 'One\n',
  };

  test('backends.md 4: grep names file, line and text', async () => {
    const { run } = toolFolder(files);
    expect((await run(grepTool, { pattern: 'One\\b' })).text).toBe(
      'src/a.ts:1: const One = 1;\nsrc/a.ts:2: const two = One;\nsrc/deep/b.ts:1: One',
    );
    expect((await run(grepTool, { pattern: 'ONE', case_insensitive: true, glob_filter: '*.md' })).text).toBe('src/c.md:1: one');
    expect((await run(grepTool, { pattern: 'One', path: 'src/deep/b.ts' })).text).toBe('src/deep/b.ts:1: One');
    expect((await run(grepTool, { pattern: 'One', max_results: 1 })).text).toBe(
      'src/a.ts:1: const One = 1;\n[more than 1 lines match; narrow the search or raise max_results]',
    );
    expect(await run(grepTool, { pattern: '(' })).toMatchObject({ isError: true, text: expect.stringContaining('no regular expression') });
  });

  test('backends.md 4: an expression cannot make grep hang', async () => {
    const { run } = toolFolder({ f: `${'a'.repeat(50_000)}!\n` });
    const started = performance.now();
    expect((await run(grepTool, { pattern: '^(a+)+$' })).text).toBe('No line matches.');
    expect(performance.now() - started).toBeLessThan(5000);
  });

  test('backends.md 4: glob finds by name, newest first', async () => {
    const { run, context } = toolFolder(files);
    utimesSync(join(context.workingDirectory, 'src/deep/b.ts'), 2_000_000_000, 2_000_000_000);
    expect((await run(globTool, { pattern: '*.ts' })).text).toBe('src/deep/b.ts\nsrc/a.ts');
    expect((await run(globTool, { pattern: '*.{ts,md}', path: 'src' })).text.split('\n').sort()).toEqual([
      'src/a.ts',
      'src/c.md',
      'src/deep/b.ts',
    ]);
    expect((await run(globTool, { pattern: 'src/*.ts' })).text).toBe('src/a.ts');
    expect((await run(globTool, { pattern: 'x[' })).isError).toBe(true);
  });

  test.each([
    ['**/*.ts', 'a/b/c.ts', true],
    ['**/*.ts', 'c.ts', true],
    ['src/**', 'src/a/b', true],
    ['src/**/x', 'src/x', true],
    ['a?c', 'abc', true],
    ['a?c', 'a/c', false],
    ['[!a]b', 'cb', true],
    ['[!a]b', 'ab', false],
    ['a.b', 'axb', false],
    ['{x,y}.$', 'y.$', true],
  ])('backends.md 4: glob %s on %s: %s', (pattern, path, expected) => {
    const matches = filePattern(pattern);
    if (typeof matches === 'string') throw new Error(matches);
    expect(matches(path)).toBe(expected);
  });
});

describe('backends.md 4: shell', () => {
  test('backends.md 4: output, errors and exit code', async () => {
    const { run, context } = toolFolder();
    expect(await run(shellTool, { command: 'echo out; echo err >&2; exit 3' })).toEqual({
      isError: true,
      text: 'out\n[stderr]\nerr\n[exit code 3]',
    });
    expect(await run(shellTool, { command: 'pwd' })).toEqual({ isError: false, text: `${context.workingDirectory}\n[exit code 0]` });
    expect(readdirSync(context.sessionDirectory)).toEqual([]);
  });

  test('backends.md 4: a time-out ends the whole group and keeps what was printed', async () => {
    const { run, context } = toolFolder();
    const output = await run(shellTool, { command: '(sleep 0.9; touch late) & echo before; sleep 60', timeout_ms: 300 });
    expect(output.isError).toBe(true);
    expect(output.text).toMatch(/^before\n\[stopped after 300 ms; /);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(existsSync(join(context.workingDirectory, 'late'))).toBe(false);
  });

  test('backends.md 4: an output beyond memory stays whole in a file that is named', async () => {
    const { run } = toolFolder();
    const output = await run(shellTool, { command: 'head -c 1500000 /dev/zero | tr "\\0" x' });
    const folder = /\[output\.txt and stderr\.txt in (\S+) hold all of it\]/.exec(output.text)?.[1] ?? '';
    expect(readFileSync(join(folder, 'output.txt'), 'utf8')).toHaveLength(1_500_000);
  });
});

describe('backends.md 4: truncation', () => {
  test('backends.md 4: characters first, then lines, head and tail of both', () => {
    expect(truncateOutput('short', { characters: 10 })).toBe('short');
    const long = truncateOutput(`${'a'.repeat(50)}${'b'.repeat(50)}`, { characters: 20 });
    expect(long).toMatch(/^a{10}\n\[WARNING: output truncated: 80 characters .*\]\nb{10}$/);
    const lines = Array.from({ length: 100 }, (_, at) => String(at)).join('\n');
    expect(truncateOutput(lines, { characters: 1000, lines: 4 })).toBe('0\n1\n[... 96 lines left out ...]\n98\n99');
    expect(truncateOutput('\u{1F600}'.repeat(10), { characters: 7 })).not.toMatch(
      /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/,
    );
  });
});
