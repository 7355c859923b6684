import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findCommand } from '../src/find-command.ts';
import { graphName, newestRun } from '../src/newest-run.ts';
import { previewPage } from '../src/preview-page.ts';
import { runCommand } from '../src/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'attractor-vscode-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function command(place: string, script = '#!/bin/sh\ncat\n'): string {
  mkdirSync(join(folder, place), { recursive: true });
  const file = join(folder, place, 'attractor');
  writeFileSync(file, script);
  chmodSync(file, 0o755);
  return file;
}

test('the command: the setting, then the workspace, then the PATH, in this order', () => {
  const own = command('workspace/node_modules/.bin');
  const installed = command('bin');
  const where = { setting: '', folders: [join(folder, 'workspace')], path: join(folder, 'bin'), windows: false };
  expect(findCommand({ ...where, setting: ' /opt/attractor ' })).toBe('/opt/attractor');
  expect(findCommand(where)).toBe(own);
  expect(findCommand({ ...where, folders: [] })).toBe(installed);
  expect(findCommand({ ...where, folders: [], path: join(folder, 'empty') })).toBeUndefined();
});

test('a command gets the text on its stdin; one that is absent, or reads nothing, is no exception', async () => {
  const echo = command('echo');
  expect(await runCommand(echo, [], { cwd: folder, input: 'digraph {}' })).toEqual({ code: 0, stdout: 'digraph {}', stderr: '' });
  const deaf = command('deaf', '#!/bin/sh\necho no >&2; exit 3\n');
  expect(await runCommand(deaf, [], { cwd: folder, input: 'x'.repeat(1_000_000) })).toEqual({ code: 3, stdout: '', stderr: 'no\n' });
  const absent = await runCommand(join(folder, 'absent'), [], { cwd: folder });
  expect(absent.code).toBeNull();
  expect(absent.stderr).toContain('ENOENT');
});

test('the newest run is the first line of that graph; other lines and other graphs are passed over', () => {
  const line = (id: string, graph: string) => JSON.stringify({ id, graph, status: 'success', directory: `/runs/${id}` });
  const lines = ['warning: noise', line('r3', 'Other'), line('r2', 'Work'), line('r1', 'Work'), '{"id":1}'].join('\n');
  expect(newestRun(lines, 'Work')).toEqual({ id: 'r2', graph: 'Work', status: 'success', directory: '/runs/r2' });
  expect(newestRun(lines, 'None')).toBeUndefined();
});

test.each([
  ['digraph Work {', 'Work'],
  ['// digraph Not {\n  digraph "Two words" { a }', 'Two words'],
  ['digraph { a }', undefined],
  ['', undefined],
])('the name of %j', (text, name) => {
  expect(graphName(text)).toBe(name);
});

test("the page runs the extension's own script and no other", () => {
  const page = previewPage({ cspSource: 'vscode-resource:', nonce: 'N0', script: 's.js', style: 's.css' });
  expect(page).toContain("default-src 'none'");
  expect(page).toContain("script-src 'nonce-N0'");
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page).not.toMatch(/script-src[^;]*unsafe/);
});
