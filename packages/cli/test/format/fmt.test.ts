import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { replaceFile } from '../../src/format/replace-file.ts';
import { attractor, folder } from '../attractor.ts';

const ugly = '// about G\ndigraph G {\n    a [x=1;y=900s];\n    a->b // edge\n}';
const pretty = '// about G\ndigraph G {\n  a [x=1, y=900s]\n  a -> b // edge\n}\n';
const broken = 'digraph G {\n  a -- b;\n  c [x=]\n}\n';

describe('files.md 5 fmt: attractor fmt', () => {
  test('files.md 5 fmt: writes what changes, names it, and leaves the rest alone', async () => {
    const cwd = folder({
      'ugly.dot': ugly,
      'sub/deep/pretty.gv': pretty,
      'sub/ugly.dot': ugly,
      'sub/node_modules/x.dot': ugly,
      'notes.txt': ugly,
    });
    const past = new Date(1_000_000_000_000);
    utimesSync(join(cwd, 'sub/deep/pretty.gv'), past, past);
    const inode = statSync(join(cwd, 'sub/deep/pretty.gv')).ino;
    expect(await attractor(['fmt', 'ug*.dot', 'sub'], { cwd })).toEqual({
      code: 0,
      stdout: 'ugly.dot\nsub/ugly.dot\n',
      stderr: '✓ 2 formatted, 1 unchanged\n',
    });
    expect(readFileSync(join(cwd, 'ugly.dot'), 'utf8')).toBe(pretty);
    expect(readFileSync(join(cwd, 'sub/ugly.dot'), 'utf8')).toBe(pretty);
    expect(statSync(join(cwd, 'sub/deep/pretty.gv'))).toMatchObject({ mtimeMs: past.getTime(), ino: inode });
    expect(readFileSync(join(cwd, 'notes.txt'), 'utf8')).toBe(ugly);
    expect(readFileSync(join(cwd, 'sub/node_modules/x.dot'), 'utf8')).toBe(ugly);
    expect(await attractor(['fmt', '.'], { cwd })).toEqual({ code: 0, stdout: '', stderr: '✓ 0 formatted, 3 unchanged\n' });
  });

  test('files.md 5 fmt: --check names the files and exits 1, and writes nothing', async () => {
    const cwd = folder({ 'a.dot': ugly, 'b.dot': pretty });
    expect(await attractor(['fmt', '--check', '.'], { cwd })).toEqual({ code: 1, stdout: 'a.dot\n', stderr: '' });
    expect(readFileSync(join(cwd, 'a.dot'), 'utf8')).toBe(ugly);
    expect(await attractor(['fmt', '--check', 'b.dot'], { cwd })).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await attractor(['fmt', '--check', '--graphviz', 'b.dot'], { cwd })).toMatchObject({ code: 1, stdout: 'b.dot\n' });
  });

  test('files.md 5 fmt: a file with errors stays as it is, its errors are shown, the others are formatted', async () => {
    const cwd = folder({ 'a.dot': broken, 'b.dot': ugly });
    const { code, stdout, stderr } = await attractor(['fmt', '.'], { cwd });
    expect({ code, stdout }).toEqual({ code: 1, stdout: 'b.dot\n' });
    expect(stderr).toContain('a.dot:2:5: error: found `--`, expected `->`');
    expect(stderr).toContain('a.dot:3:');
    expect(stderr).toMatch(/\n✗ 1 formatted, 0 unchanged, 1 left as it is\n$/);
    expect(readFileSync(join(cwd, 'a.dot'), 'utf8')).toBe(broken);
    writeFileSync(join(cwd, 'c.dot'), Buffer.concat([Buffer.from('digraph { a; } // '), Buffer.from([0xff])]));
    expect(await attractor(['fmt', 'c.dot'], { cwd })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('expected UTF-8'),
    });
    expect(readFileSync(join(cwd, 'c.dot')).at(-1)).toBe(0xff);
  });

  test('files.md 5 fmt: exit 2 for a file that cannot be read, after the others', async () => {
    const cwd = folder({ 'a.dot': ugly });
    expect(await attractor(['fmt', 'none.dot', 'a.dot'], { cwd })).toEqual({
      code: 2,
      stdout: 'a.dot\n',
      stderr: 'error: cannot read none.dot: there is no such file\n✗ 1 formatted, 0 unchanged, 1 left as it is\n',
    });
    expect(await attractor(['fmt'], { cwd })).toMatchObject({ code: 2, stdout: '' });
  });

  test('files.md 5 fmt: stdin goes to stdout', async () => {
    expect(await attractor(['fmt', '-'], { stdin: ugly })).toEqual({ code: 0, stdout: pretty, stderr: '' });
    expect(await attractor(['fmt', '-'], { stdin: pretty })).toEqual({ code: 0, stdout: pretty, stderr: '' });
    expect(await attractor(['fmt', '--check', '-'], { stdin: ugly })).toEqual({ code: 1, stdout: '<stdin>\n', stderr: '' });
    expect(await attractor(['fmt', '-'], { stdin: broken })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('<stdin>:2:5'),
    });
    expect(await attractor(['fmt', '-', '--graphviz'], { stdin: '\ufeffdigraph{a[x.y=1h]}' })).toMatchObject({
      stdout: 'digraph {\n  a ["x.y"="1h"]\n}\n',
    });
    expect(await attractor(['fmt', '-', 'x.dot'], { stdin: ugly })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: fmt: stdin is formatted to stdout; name either - or files, or add --check or --diff\n',
    });
  });

  test('files.md 5 fmt: mode and symbolic link stay, and no other file is left behind', async () => {
    const cwd = folder({ 'real/a.dot': ugly });
    chmodSync(join(cwd, 'real/a.dot'), 0o751);
    mkdirSync(join(cwd, 'links'));
    symlinkSync('../real/a.dot', join(cwd, 'links/b.dot'));
    expect(await attractor(['fmt', 'links'], { cwd })).toMatchObject({ code: 0, stdout: 'links/b.dot\n' });
    expect(lstatSync(join(cwd, 'links/b.dot')).isSymbolicLink()).toBe(true);
    expect(realpathSync(join(cwd, 'links/b.dot'))).toBe(realpathSync(join(cwd, 'real/a.dot')));
    expect(readFileSync(join(cwd, 'real/a.dot'), 'utf8')).toBe(pretty);
    expect(statSync(join(cwd, 'real/a.dot')).mode & 0o7777).toBe(0o751);
    expect(readdirSync(join(cwd, 'real'))).toEqual(['a.dot']);
  });

  test('files.md 5 fmt: what cannot be replaced is an error of exit code 1', () => {
    const cwd = folder();
    expect(() => replaceFile(join(cwd, 'gone.dot'), 'gone.dot', pretty)).toThrow(
      expect.objectContaining({ message: 'cannot write gone.dot: there is no such file', exitCode: 1 }),
    );
    expect(readdirSync(cwd)).toEqual([]);
  });

  test.skipIf(process.getuid?.() === 0)('files.md 5 fmt: a file that is not to be written is an error, exit 1', async () => {
    const cwd = folder({ 'a.dot': ugly });
    chmodSync(join(cwd, 'a.dot'), 0o444);
    expect(await attractor(['fmt', 'a.dot'], { cwd })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('cannot write a.dot: permission denied'),
    });
    expect(readFileSync(join(cwd, 'a.dot'), 'utf8')).toBe(ugly);
  });

  test('files.md 5 fmt: --diff shows what would change', async () => {
    const cwd = folder({ 'a.dot': ugly, 'b.dot': pretty });
    expect(await attractor(['fmt', '--diff', 'a.dot', 'b.dot'], { cwd })).toEqual({
      code: 1,
      stdout: [
        '--- a.dot',
        '+++ a.dot',
        '@@ -1,5 +1,5 @@',
        ' // about G',
        ' digraph G {',
        '-    a [x=1;y=900s];',
        '-    a->b // edge',
        '-}',
        '\\ No newline at end of file',
        '+  a [x=1, y=900s]',
        '+  a -> b // edge',
        '+}',
        '',
      ].join('\n'),
      stderr: '',
    });
    expect(readFileSync(join(cwd, 'a.dot'), 'utf8')).toBe(ugly);
  });
});
