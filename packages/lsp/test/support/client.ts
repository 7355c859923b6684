import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll } from 'vitest';
import type { PublishDiagnosticsParams, ServerCapabilities } from 'vscode-languageserver/node';
import { createMessageConnection, type MessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';

const bin = fileURLToPath(new URL('../../../cli/bin/attractor.js', import.meta.url));

/** A real `attractor lsp` and a client that speaks to it over its standard streams. */
export interface Client {
  readonly connection: MessageConnection;
  readonly child: ChildProcess;
  readonly capabilities: ServerCapabilities;
  /** A document of the folder, opened; answers its URI. */
  open(name: string, text: string): string;
  /** Replaces the whole text, or a range of it. */
  change(uri: string, version: number, text: string, range?: object): void;
  /** The diagnostics of a version, as soon as they come. */
  diagnostics(uri: string, version: number): Promise<PublishDiagnosticsParams>;
  request<T>(method: string, params: object): Promise<T>;
  /** Shuts the server down; answers its exit code. */
  close(): Promise<number | null>;
  readonly stderr: () => string;
}

const folders: string[] = [];
const children: ChildProcess[] = [];

afterAll(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true });
});

export function folderWith(files: Readonly<Record<string, string>>): string {
  const path = mkdtempSync(join(tmpdir(), 'attractor-lsp-'));
  folders.push(path);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  return path;
}

export interface ClientOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly capabilities?: object;
  readonly initializationOptions?: object;
  readonly env?: Readonly<Record<string, string>>;
  readonly nodeArgs?: readonly string[];
}

export async function startClient(options: ClientOptions = {}): Promise<Client & { readonly folder: string }> {
  const folder = folderWith(options.files ?? {});
  const child = spawn(process.execPath, [...(options.nodeArgs ?? []), bin, 'lsp', '--stdio'], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...options.env },
    stdio: 'pipe',
  });
  children.push(child);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const connection = createMessageConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
  const seen: PublishDiagnosticsParams[] = [];
  const waiting = new Set<() => void>();
  connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
    seen.push(params);
    for (const wake of waiting) wake();
  });
  connection.listen();
  const rootUri = pathToFileURL(folder).href;
  const result: { readonly capabilities: ServerCapabilities } = await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri,
    workspaceFolders: [{ uri: rootUri, name: 'test' }],
    capabilities: options.capabilities ?? {},
    initializationOptions: options.initializationOptions,
  });
  await connection.sendNotification('initialized', {});
  const send = (method: string, params: object): void => void connection.sendNotification(method, params);
  return {
    folder,
    connection,
    child,
    capabilities: result.capabilities,
    stderr: () => stderr,
    open: (name, text) => {
      const uri = pathToFileURL(join(folder, name)).href;
      send('textDocument/didOpen', { textDocument: { uri, languageId: 'dot', version: 1, text } });
      return uri;
    },
    change: (uri, version, text, range) => {
      const contentChanges = [range === undefined ? { text } : { range, text }];
      send('textDocument/didChange', { textDocument: { uri, version }, contentChanges });
    },
    diagnostics: (uri, version) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`no diagnostics of version ${version}: ${stderr}`)), 20_000);
        const look = (): void => {
          const found = seen.find((item) => item.uri === uri && item.version === version);
          if (found === undefined) return;
          clearTimeout(late);
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    request: (method, params) => connection.sendRequest(method, params),
    close: async () => {
      const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      return ended;
    },
  };
}
