import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const here = fileURLToPath(new URL('./', import.meta.url));
const bin = fileURLToPath(new URL('../../packages/cli/bin/attractor.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'attractor-editors-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const flow = `digraph flow {
  start [shape=Mdiamond]
  done [shape=Msquare]
  work [prompt="Do it", max_visits=3]
  start -> work
      work -- done
}
`;

const after = flow.replace('      work -- done', '      "build-it" -> done').replaceAll('work', '"build-it"');

/** Why an editor cannot be used here; undefined when it can. */
function missing(program: string, args: readonly string[], needs: RegExp): string | undefined {
  const { error, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: 30_000 });
  if (error !== undefined) return `${program} is not installed`;
  return needs.test(`${stdout}${stderr}`) ? undefined : `${program} has not what the test needs`;
}

/** Runs an editor on a fresh copy of the graph; answers what its script wrote down. */
function edit(program: string, args: readonly string[]): Record<string, unknown> {
  const file = join(folder, `${program}.dot`);
  const result = join(folder, `${program}.json`);
  writeFileSync(file, flow);
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    TERM: 'dumb',
    SERVER: JSON.stringify([process.execPath, bin, 'lsp']),
    FLOW: file,
    RESULT: result,
  };
  const { stdout, stderr } = spawnSync(program, args, { cwd: folder, env, encoding: 'utf8', timeout: 110_000 });
  try {
    return JSON.parse(readFileSync(result, 'utf8')) as Record<string, unknown>;
  } catch (error) {
    throw new Error(`${program} wrote no result: ${String(error)}\n${stdout}\n${stderr}`);
  }
}

const noNeovim = missing('nvim', ['--version'], /NVIM v0\.([7-9]|\d\d)/);

describe.skipIf(noNeovim !== undefined)(`Neovim${noNeovim === undefined ? '' : ` (skipped: ${noNeovim})`}`, () => {
  it('files.md 5: lsp: diagnostics appear and vanish, completion, hover, rename, formatting', { timeout: 120_000 }, () => {
    const found = edit('nvim', ['--headless', '--clean', '-n', '-c', `luafile ${join(here, 'neovim.lua')}`]);
    expect(found['failure']).toBeUndefined();
    expect(found['diagnostic']).toEqual({ line: 5, column: 11, source: 'attractor', severity: 1 });
    expect(found['completion']).toEqual(expect.arrayContaining(['timeout', 'goal_gate']));
    expect(found['hover']).toContain('**work** (codergen)');
    expect((found['renamed'] as string[]).join('\n')).toBe(after.trimEnd());
    expect((found['formatted'] as string[])[5]).toBe('  "build-it" -> done');
  });
});

const noEmacs = missing(
  'emacs',
  ['--batch', '--eval', '(progn (require \'package) (package-initialize) (princ (if (require \'eglot nil t) "eglot" "no")))'],
  /eglot/,
);

describe.skipIf(noEmacs !== undefined)(`Emacs with eglot${noEmacs === undefined ? '' : ` (skipped: ${noEmacs})`}`, () => {
  it('files.md 5: lsp: diagnostics appear and vanish, completion, hover, rename, formatting', { timeout: 120_000 }, () => {
    const found = edit('emacs', ['--batch', '-l', join(here, 'emacs.el')]);
    expect(found['failure']).toBeUndefined();
    expect((found['appeared'] as string[]).join('\n')).toContain('only directed edges are supported');
    expect(found['vanished']).toBe(true);
    expect(found['completion']).toEqual(expect.arrayContaining(['timeout', 'goal_gate']));
    expect(found['hover']).toContain('**work** (codergen)');
    expect(found['renamed']).toBe(after);
    expect(String(found['formatted']).split('\n')[5]).toBe('  "build-it" -> done');
  });
});
