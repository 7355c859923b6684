import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyPatchTool } from '../../src/tools/apply-patch/apply-patch.ts';
import { parsePatch } from '../../src/tools/apply-patch/parse.ts';
import { updateText } from '../../src/tools/apply-patch/update-text.ts';
import { toolFolder } from '../support/tool-folder.ts';

const wrap = (body: string): string => `*** Begin Patch\n${body}*** End Patch`;
const update = (body: string): string => wrap(`*** Update File: f\n${body}`);

async function patched(text: string, body: string): Promise<string> {
  const { run, context } = toolFolder({ f: text });
  const output = await run(applyPatchTool, { patch: update(body) });
  if (output.isError) throw new Error(output.text);
  return readFileSync(join(context.workingDirectory, 'f'), 'utf8');
}

describe('backends.md 4: apply_patch', () => {
  test('backends.md 4: adds, updates, moves and deletes in one patch', async () => {
    const { run, context } = toolFolder({ 'old.py': 'import os\nimport dep\nprint(1)\n', 'gone.txt': 'x\n', 'same.txt': 'a\nb\nc\n' });
    chmodSync(join(context.workingDirectory, 'old.py'), 0o755);
    const patch = wrap(
      '*** Add File: src/new.py\n+def f():\n+\n+    return 1\n' +
        '*** Update File: old.py\n*** Move to: lib/moved.py\n@@ import os\n-import dep\n+import other\n print(1)\n' +
        '*** Delete File: gone.txt\n' +
        '*** Update File: same.txt\n@@\n a\n-b\n+B\n',
    );
    expect(await run(applyPatchTool, { patch })).toEqual({
      isError: false,
      text: 'Done.\nA src/new.py\nR old.py -> lib/moved.py\nD gone.txt\nM same.txt',
    });
    const read = (name: string) => readFileSync(join(context.workingDirectory, name), 'utf8');
    expect(read('src/new.py')).toBe('def f():\n\n    return 1\n');
    expect(read('lib/moved.py')).toBe('import os\nimport other\nprint(1)\n');
    expect(statSync(join(context.workingDirectory, 'lib/moved.py')).mode & 0o777).toBe(0o755);
    expect(read('same.txt')).toBe('a\nB\nc\n');
    expect(readdirSync(context.workingDirectory).sort()).toEqual(['.attractor', 'lib', 'same.txt', 'src']);
  });

  test('backends.md 4: a patch that cannot be applied as a whole changes nothing', async () => {
    const { run, context } = toolFolder({ a: 'a\n', b: 'b\n', blocked: 'a file\n' });
    const work = context.workingDirectory;
    const late = wrap('*** Update File: a\n-a\n+A\n*** Add File: new/x\n+x\n*** Delete File: b\n*** Update File: none\n-x\n+y\n');
    expect((await run(applyPatchTool, { patch: late })).text).toBe(
      'the patch was not applied: *** Update File: none: there is no such file or folder',
    );
    // Found only while writing: a folder cannot be made where a file is, however late in the patch.
    const writing = wrap('*** Update File: a\n-a\n+A\n*** Add File: new/x\n+x\n*** Add File: c\n+c\n*** Add File: c/d\n+d\n');
    expect((await run(applyPatchTool, { patch: writing })).isError).toBe(true);
    expect(readFileSync(join(work, 'a'), 'utf8')).toBe('a\n');
    expect(readdirSync(work).sort()).toEqual(['.attractor', 'a', 'b', 'blocked']);
  });

  test.each([
    ['', 'line 1 of the patch: the patch must begin with "*** Begin Patch"'],
    ['*** Begin Patch\n*** Add File: a\n+x', 'line 3 of the patch: the patch must end with "*** End Patch"'],
    [wrap(''), 'line 2 of the patch: the patch changes no file'],
    [wrap('+x\n'), 'line 2 of the patch: expected "*** Add File: ", "*** Delete File: " or "*** Update File: ", found "+x"'],
    [wrap('*** Add File: a\n+x\ny\n'), 'line 4 of the patch: each line of a new file must begin with "+"'],
    [wrap('*** Add File: \n+x\n'), 'line 2 of the patch: the path is empty'],
    [wrap('*** Delete File: f\n-x\n'), 'line 3 of the patch: nothing may follow "*** Delete File: "'],
    [wrap('*** Update File: f\n'), 'line 3 of the patch: an update has at least one hunk, or a file to move to'],
    [wrap('*** Update File: f\n@@ x\n'), 'line 3 of the patch: the hunk has no lines'],
    [wrap('*** Update File: f\n@@\nwhat\n'), 'line 4 of the patch: a line of a hunk begins with " ", "+" or "-", found "what"'],
  ])('backends.md 4: a broken patch is refused with its line: %j', (patch, problem) => {
    expect(parsePatch(patch)).toEqual({ ok: false, problem });
  });

  test.each([
    ['*** Add File: f\n+x\n', '*** Add File: f exists already; use *** Update File'],
    ['*** Update File: f\n*** Move to: g\n', '*** Move to: g exists already'],
    ['*** Delete File: dir\n', '*** Delete File: dir is a folder; use glob or shell to see what is in it'],
    ['*** Delete File: f\n*** Update File: f\n-1\n+2\n', '*** Update File: f is deleted by this patch'],
    [
      '*** Update File: f\n@@ nowhere\n-1\n+2\n',
      '*** Update File: f: the hunk at line 3 of the patch: there is no line "nowhere"\nRead the file again and copy the lines exactly.',
    ],
    [
      '*** Update File: f\n@@ 1\n-9\n+2\n',
      '*** Update File: f: the hunk at line 3 of the patch: the file does not have these lines after line 1:\n9\nRead the file again and copy the lines exactly.',
    ],
    [
      '*** Update File: f\n-1\n+2\n*** End of File\n',
      '*** Update File: f: the hunk at line 3 of the patch: the file does not end with these lines:\n1\nRead the file again and copy the lines exactly.',
    ],
  ])('backends.md 4: what does not fit the files is said: %j', async (body, problem) => {
    const { run, context } = toolFolder({ f: '1\n2\n', g: 'g\n' });
    mkdirSync(join(context.workingDirectory, 'dir'));
    expect(await run(applyPatchTool, { patch: wrap(body) })).toEqual({ isError: true, text: `the patch was not applied: ${problem}` });
  });

  test('backends.md 4: anchors lead to the right one of equal places, also one behind the other', async () => {
    const text = 'class A\n  def f\n    x\nclass B\n  def f\n    x\n  def g\n    x\n';
    expect(await patched(text, '@@ class B\n@@   def g\n-    x\n+    y\n')).toBe(
      'class A\n  def f\n    x\nclass B\n  def f\n    x\n  def g\n    y\n',
    );
    expect(await patched(text, '@@ class B\n   def f\n-    x\n+    y\n')).toBe(
      'class A\n  def f\n    x\nclass B\n  def f\n    y\n  def g\n    x\n',
    );
    // The anchor as first line of the hunk, as many models write it.
    expect(await patched(text, '@@ class B\n class B\n-  def f\n+  def h\n')).toBe(
      'class A\n  def f\n    x\nclass B\n  def h\n    x\n  def g\n    x\n',
    );
  });

  test('backends.md 4: several hunks, the end of the file, lines that only come', async () => {
    expect(await patched('a\nb\na\nb\n', '@@\n-a\n+1\n@@\n-b\n+2\n*** End of File\n')).toBe('1\nb\na\n2\n');
    expect(await patched('a\nb\nc\n', '@@ a\n+new\n')).toBe('a\nnew\nb\nc\n');
    expect(await patched('a\nb\n', '@@\n+last\n')).toBe('a\nb\nlast\n');
    expect(await patched('a', '@@\n a\n+b\n')).toBe('a\nb\n');
  });

  test('backends.md 4: margins and typographic punctuation are forgiven, and what stays keeps its bytes', async () => {
    expect(await patched('  f(\u201Cx\u201D) \u2014 1  \n    y\n', '@@\n f("x") - 1\n-y\n+    z\n')).toBe(
      '  f(\u201Cx\u201D) \u2014 1  \n    z\n',
    );
    expect(await patched('a\r\nb\r\nc\r\n', '@@\n a\n-b\n+B\n')).toBe('a\r\nB\r\nc\r\n');
    // A blank context line without its blank, and one that only parts two hunks.
    expect(await patched('a\n\nb\nc\n', '@@\n a\n\n-b\n+B\n\n@@\n-c\n+C\n')).toBe('a\n\nB\nC\n');
  });

  test.each(['```\nPATCH\n```', "apply_patch <<'EOF'\nPATCH\nEOF", '\n\nPATCH\n\n'])(
    'backends.md 4: wrappings of models are taken off: %j',
    (form) => {
      expect(parsePatch(form.replace('PATCH', () => wrap('*** Delete File: f\n')))).toEqual({
        ok: true,
        changes: [{ kind: 'delete', path: 'f' }],
      });
    },
  );

  test('backends.md 4: the patch that a difference comes to turns one text into the other', () => {
    const line = fc.constantFrom('', 'a', 'b', '  c', '}', '+x', '-y', '@@', '*** End of File');
    const lines = fc.array(line, { minLength: 1, maxLength: 12 });
    const edit = fc.array(fc.record({ at: fc.nat(20), remove: fc.nat(3), add: fc.array(line, { maxLength: 3 }) }), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(lines, edit, (before, edits) => {
        // One hunk over the whole file, changed in places: every line is context, removed or added.
        const body: string[] = [];
        const after: string[] = [];
        let at = 0;
        for (const { at: place, remove, add } of [...edits].sort((a, b) => a.at - b.at)) {
          for (const stop = Math.min(place, before.length); at < stop; at++) {
            body.push(` ${before[at]}`);
            after.push(before[at] ?? '');
          }
          for (const stop = Math.min(at + remove, before.length); at < stop; at++) body.push(`-${before[at]}`);
          for (const text of add) {
            body.push(`+${text}`);
            after.push(text);
          }
        }
        for (; at < before.length; at++) {
          body.push(` ${before[at]}`);
          after.push(before[at] ?? '');
        }
        // A blank at the very end of a patch is not seen; a hunk ends with a line that is none.
        const parsed = parsePatch(wrap(`*** Update File: f\n@@\n${body.join('\n')}\n*** End of File\n`));
        if (!parsed.ok) throw new Error(parsed.problem);
        const [change] = parsed.changes;
        if (change?.kind !== 'update') throw new Error('no update');
        const text = (all: readonly string[]) => all.map((item) => `${item}\n`).join('');
        expect(updateText(text(before), change.hunks)).toEqual({ ok: true, text: text(after) });
      }),
      { numRuns: 500 },
    );
  });

  test('backends.md 4: no text makes the parser throw', () => {
    const part = fc.constantFrom(
      '*** Begin Patch',
      '*** End Patch',
      '*** Add File: a',
      '*** Update File: f',
      '*** Delete File: b',
      '*** Move to: c',
      '@@',
      '@@ x',
      '+a',
      '-b',
      ' c',
      '',
      '*** End of File',
      'x',
      '```',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 15 }), (parts) => {
        const parsed = parsePatch(parts.join('\n'));
        expect(parsed.ok || parsed.problem.startsWith('line ')).toBe(true);
        if (parsed.ok) for (const change of parsed.changes) if (change.kind === 'update') updateText('a\nb\n', change.hunks);
      }),
      { numRuns: 1000 },
    );
    expect(existsSync('a')).toBe(false);
  });
});
