import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';

const home = join(dirname(fileURLToPath(import.meta.url)), '..');
const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: home, stdio: 'inherit' });
});

test('every file and command that the manifest names is there', () => {
  const { languages, grammars, commands, menus } = manifest.contributes;
  for (const path of [manifest.main, languages[0].configuration, grammars[0].path]) expect(existsSync(join(home, path)), path).toBe(true);
  const source = readFileSync(join(home, 'src', 'extension.ts'), 'utf8');
  const names = commands.map(({ command }: { command: string }) => command);
  for (const name of names) expect(source).toContain(`'${name}'`);
  for (const entries of Object.values<{ command: string }[]>(menus)) for (const { command } of entries) expect(names).toContain(command);
});

test('the bundled extension asks for nothing but VS Code and Node', () => {
  const bundle = readFileSync(join(home, 'dist', 'extension.cjs'), 'utf8');
  const asked = new Set([...bundle.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name ?? ''));
  const { builtinModules } = process.getBuiltinModule('node:module');
  for (const name of asked) expect([...builtinModules, 'vscode'], name).toContain(name.replace('node:', ''));
});

test('the bundled language server speaks alone: diagnostics of a text with a fault', async () => {
  const child = spawn(process.execPath, [join(home, 'dist', 'server.mjs'), '--stdio'], { cwd: '/', stdio: 'pipe' });
  try {
    const connection = createMessageConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
    connection.listen();
    const { capabilities } = await connection.sendRequest<{ capabilities: Record<string, unknown> }>('initialize', {
      processId: process.pid,
      rootUri: null,
      capabilities: {},
    });
    expect(capabilities['renameProvider']).toBeTruthy();
    const published = new Promise<{ diagnostics: { code?: unknown }[] }>((resolve) =>
      connection.onNotification('textDocument/publishDiagnostics', resolve),
    );
    await connection.sendNotification('initialized', {});
    const textDocument = { uri: 'untitled:a.dot', languageId: 'attractor-dot', version: 1, text: 'digraph { a [shape=box] }' };
    await connection.sendNotification('textDocument/didOpen', { textDocument });
    const codes = (await published).diagnostics.map(({ code }) => code);
    expect(codes).toContain('start_node');
  } finally {
    child.kill();
  }
}, 30_000);
