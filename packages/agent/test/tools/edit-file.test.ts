import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editFileTool, replaceText } from '../../src/tools/edit-file.ts';
import { toolFolder } from '../support/tool-folder.ts';

const small = fc.string({ unit: fc.constantFrom('a', 'b', '$', '&', '\n', '\\'), maxLength: 40 });
const piece = fc.string({ unit: fc.constantFrom('a', 'b', '$', '&', '\n'), minLength: 1, maxLength: 4 });

describe('backends.md 4: edit_file', () => {
  test('backends.md 4: replaces the one occurrence; text is text, mode and other bytes stay', async () => {
    const { run, context } = toolFolder({ 'a.sh': '\uFEFFone $1\ntwo\n' });
    const path = join(context.workingDirectory, 'a.sh');
    chmodSync(path, 0o755);
    expect(await run(editFileTool, { file_path: 'a.sh', old_string: 'one $1', new_string: "$& $$ $' \\1" })).toEqual({
      isError: false,
      text: 'Edited a.sh: 1 replacement.',
    });
    expect(readFileSync(path, 'utf8')).toBe("\uFEFF$& $$ $' \\1\ntwo\n");
    expect(statSync(path).mode & 0o777).toBe(0o755);
    expect(readdirSync(context.workingDirectory).sort()).toEqual(['.attractor', 'a.sh']);
  });

  test.each([
    [{ old_string: 'x', new_string: 'y' }, 'a.txt: old_string is not in the file; read the file again and copy the text exactly'],
    [{ old_string: 'a', new_string: 'y' }, 'a.txt: old_string is in the file 2 times; add lines around it, or set replace_all to true'],
    [{ old_string: 'a', new_string: 'a' }, 'a.txt: old_string and new_string are the same'],
  ])('backends.md 4: what cannot be replaced is said: %j', async (input, text) => {
    const { run, context } = toolFolder({ 'a.txt': 'a b a\n' });
    expect(await run(editFileTool, { file_path: 'a.txt', ...input })).toEqual({ isError: true, text });
    expect(readFileSync(join(context.workingDirectory, 'a.txt'), 'utf8')).toBe('a b a\n');
  });

  test('backends.md 4: files that would lose bytes are refused', async () => {
    const { run, write } = toolFolder({ 'zero.bin': 'a\0b' });
    write('latin1.txt', Buffer.from([0x61, 0xe4, 0x62]));
    expect((await run(editFileTool, { file_path: 'zero.bin', old_string: 'a', new_string: 'b' })).text).toBe('zero.bin is a binary file');
    expect((await run(editFileTool, { file_path: 'latin1.txt', old_string: 'a', new_string: 'b' })).text).toBe(
      'latin1.txt is not UTF-8 text',
    );
    expect((await run(editFileTool, { file_path: 'none', old_string: 'a', new_string: 'b' })).text).toBe(
      'none: there is no such file or folder',
    );
  });

  test('backends.md 4: line feeds of the model stand for the CRLF of the file', () => {
    expect(replaceText('a\r\nb\r\nc\r\n', 'a\nb', 'x\ny\nz', false)).toEqual({ ok: true, text: 'x\r\ny\r\nz\r\nc\r\n', count: 1 });
  });

  test('backends.md 4: one replacement changes nothing but its place', () => {
    fc.assert(
      fc.property(small, piece, small, (text, old, fresh) => {
        const replaced = replaceText(text, old, fresh, false);
        const first = text.indexOf(old);
        const once = first >= 0 && text.split(old).length === 2;
        if (once && old !== fresh)
          expect(replaced).toEqual({ ok: true, count: 1, text: text.slice(0, first) + fresh + text.slice(first + old.length) });
        else expect(replaced.ok).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  test('backends.md 4: replace_all leaves no occurrence that was there', () => {
    fc.assert(
      fc.property(small, piece, (text, old) => {
        const replaced = replaceText(text, old, '#', true);
        expect(replaced.ok).toBe(text.includes(old));
        if (!text.includes(old)) return;
        if (!replaced.ok) throw new Error(replaced.problem);
        expect(replaced.text).not.toContain(old);
        expect(replaced.text.replaceAll('#', () => old)).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });
});
