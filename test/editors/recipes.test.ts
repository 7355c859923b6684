import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const bin = fileURLToPath(new URL('../../packages/cli/bin/attractor.js', import.meta.url));
const guide = readFileSync(new URL('../../docs/editors.md', import.meta.url), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'attractor-recipes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The first block of a language in docs/editors.md. */
function recipe(language: string): string {
  return new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? '';
}

const has = (program: string): boolean => spawnSync(program, ['--version'], { timeout: 30_000 }).error === undefined;
const hasEglot =
  has('emacs') &&
  spawnSync('emacs', ['--batch', '--eval', "(progn (package-initialize) (require 'eglot))"], { timeout: 30_000 }).status === 0;

const flow = join(folder, 'flow.dot');
const result = join(folder, 'result');

beforeAll(() => {
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/attractor'), `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`);
  chmodSync(join(folder, 'bin/attractor'), 0o755);
  writeFileSync(flow, 'digraph g {\n  start [shape=Mdiamond]\n  done [shape=Msquare]\n  start -- done\n}\n');
});

function run(program: string, args: readonly string[]): string {
  rmSync(result, { force: true });
  const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`, HOME: folder, TERM: 'dumb' };
  const { stdout, stderr } = spawnSync(program, args, { cwd: folder, env, encoding: 'utf8', timeout: 100_000 });
  try {
    return readFileSync(result, 'utf8');
  } catch {
    return `no result\n${stdout}\n${stderr}`;
  }
}

describe('docs/editors.md: recipes as they stand there', () => {
  it.skipIf(!has('nvim'))('files.md 5: lsp: Neovim shows diagnostics (skipped without nvim)', { timeout: 120_000 }, () => {
    writeFileSync(join(folder, 'init.lua'), recipe('lua'));
    writeFileSync(
      join(folder, 'show.lua'),
      `vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end, 20)
local texts = vim.tbl_map(function(item) return item.message end, vim.diagnostic.get(0))
vim.fn.writefile(texts, '${result}')
vim.cmd('qall!')`,
    );
    const shown = run('nvim', ['--headless', '-n', '-u', join(folder, 'init.lua'), flow, '-c', `luafile ${join(folder, 'show.lua')}`]);
    expect(shown).toContain('only directed edges are supported');
  });

  it.skipIf(!hasEglot)('files.md 5: lsp: Emacs shows diagnostics (skipped without emacs and eglot)', { timeout: 120_000 }, () => {
    writeFileSync(join(folder, 'init.el'), recipe('elisp'));
    writeFileSync(
      join(folder, 'show.el'),
      `(find-file "${flow}")
;; A batch Emacs runs no commands, and eglot-ensure connects after one.
(let ((eglot-sync-connect 20)) (run-hooks 'post-command-hook))
(require 'flymake)
(flymake-mode 1)
(with-timeout (20) (while (null (flymake-diagnostics)) (accept-process-output nil 0.05)))
(with-temp-file "${result}"
  (insert (mapconcat #'flymake-diagnostic-text (with-current-buffer (get-file-buffer "${flow}") (flymake-diagnostics)) "\\n")))
(kill-emacs 0)`,
    );
    const start = ['--batch', '--eval', "(progn (require 'package) (package-initialize))"];
    expect(run('emacs', [...start, '-l', join(folder, 'init.el'), '-l', join(folder, 'show.el')])).toContain(
      'only directed edges are supported',
    );
  });
});
