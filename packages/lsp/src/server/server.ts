import {
  type Connection,
  createConnection,
  type InitializeParams,
  type InitializeResult,
  ProposedFeatures,
  type ServerCapabilities,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { allDiagnostics } from '../service/diagnostics.ts';
import { createSnapshots, fileOf, type Snapshots } from './documents.ts';
import type { Client, Host } from './feature.ts';
import { features } from './features/index.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';
import { toDiagnostics } from './to-diagnostic.ts';

export interface ServerOptions {
  /** Shown to clients. */
  readonly version: string;
}

/** Serves the protocol on stdin and stdout until the client ends it; the process ends with the connection. */
export function serveStdio(options: ServerOptions): Promise<never> {
  serve(createConnection(ProposedFeatures.all, process.stdin, process.stdout), options);
  return new Promise(() => {});
}

/** Serves the protocol on a connection. Opening a document executes nothing, and reads only files below its folder or workspace folder. */
export function serve(connection: Connection, { version }: ServerOptions): void {
  const documents = new TextDocuments(TextDocument);
  connection.onInitialize((params): InitializeResult => {
    const client = clientOf(params);
    const snapshots = createSnapshots(documents, foldersOf(params));
    const scheduler = publishing(connection, snapshots);
    const host: Host = {
      client,
      snapshot: (uri) => snapshots.of(uri),
      findings: (snapshot) => scheduler.findings(snapshot) ?? allDiagnostics(snapshot),
    };
    for (const feature of features) feature.register(connection, host);
    follow(documents, snapshots, scheduler, connection);
    const capabilities: ServerCapabilities = {
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
    };
    for (const feature of features) Object.assign(capabilities, feature.capabilities(client));
    return { capabilities, serverInfo: { name: 'attractor', version } };
  });
  documents.listen(connection);
  connection.listen();
}

function publishing(connection: Connection, snapshots: Snapshots): Scheduler {
  return createScheduler({
    snapshot: (uri) => snapshots.of(uri),
    publish: (snapshot, findings) => {
      const { uri, version } = snapshot;
      void connection.sendDiagnostics({ uri, version, diagnostics: toDiagnostics(snapshot, findings) });
    },
  });
}

function follow(documents: TextDocuments<TextDocument>, snapshots: Snapshots, scheduler: Scheduler, connection: Connection): void {
  const all = (): void => {
    snapshots.forget();
    for (const uri of documents.keys()) scheduler.changed(uri);
  };
  documents.onDidChangeContent(({ document }) => scheduler.changed(document.uri));
  // Other documents may name the file that was saved.
  documents.onDidSave(all);
  connection.onDidChangeWatchedFiles(all);
  documents.onDidClose(({ document }) => {
    scheduler.closed(document.uri);
    snapshots.forget(document.uri);
    void connection.sendDiagnostics({ uri: document.uri, diagnostics: [] });
  });
}

function clientOf(params: InitializeParams): Client {
  const options: unknown = params.initializationOptions;
  const commands = typeof options === 'object' && options !== null && 'commands' in options ? options.commands : [];
  return { params, commands: new Set(Array.isArray(commands) ? commands.filter((item) => typeof item === 'string') : []) };
}

function foldersOf({ workspaceFolders, rootUri }: InitializeParams): string[] {
  const uris = workspaceFolders?.map((folder) => folder.uri) ?? (rootUri === null || rootUri === undefined ? [] : [rootUri]);
  return uris.map(fileOf).filter((folder) => folder !== undefined);
}
