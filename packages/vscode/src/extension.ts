import * as vscode from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { showPreview } from './preview.ts';
import { inTerminal, showTrace } from './terminal-commands.ts';

const language = 'attractor-dot';

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const withDocument = (action: (document: vscode.TextDocument) => unknown) => async (uri?: unknown) => {
    const document = await documentOf(uri);
    if (document === undefined) return void vscode.window.showInformationMessage('Open a pipeline (.dot) first.');
    return action(document);
  };
  const commands: Record<string, (argument?: unknown) => unknown> = {
    'attractor.preview': withDocument((document) => showPreview(context, document)),
    'attractor.lint': withDocument((document) => inTerminal(document, 'Attractor lint', ['lint', document.uri.fsPath])),
    'attractor.run': withDocument((document) => inTerminal(document, 'Attractor run', ['run', document.uri.fsPath])),
    'attractor.trace': withDocument(showTrace),
    'attractor.restartServer': () => client?.restart(),
  };
  for (const [name, run] of Object.entries(commands)) context.subscriptions.push(vscode.commands.registerCommand(name, run));
  client = languageClient(context);
  context.subscriptions.push(client);
  await client.start();
}

/** A lens and a menu give the document's address; the palette means the editor in front. */
async function documentOf(uri: unknown): Promise<vscode.TextDocument | undefined> {
  if (typeof uri === 'string') return vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  if (uri instanceof vscode.Uri) return vscode.workspace.openTextDocument(uri);
  const document = vscode.window.activeTextEditor?.document;
  return document?.languageId === language ? document : undefined;
}

function languageClient(context: vscode.ExtensionContext): LanguageClient {
  const module = vscode.Uri.joinPath(context.extensionUri, 'dist', 'server.mjs').fsPath;
  const { version } = context.extension.packageJSON as { readonly version: string };
  const server = { module, transport: TransportKind.stdio, options: { env: { ...process.env, ATTRACTOR_VSCODE_VERSION: version } } };
  return new LanguageClient('attractor', 'Attractor', server, {
    documentSelector: [{ language }],
    initializationOptions: { commands: ['attractor.run'] },
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher('**/*.{dot,gv,json,md,txt}') },
  });
}
