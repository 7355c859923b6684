import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { attractorCommand, missingCommand } from './attractor-command.ts';
import { graphName, newestRun, type RunEntry } from './newest-run.ts';
import { type FromPage, previewPage, type ToPage } from './preview-page.ts';
import { runCommand } from './run-command.ts';
import { nodeAt, rangeOfNode } from './symbols.ts';

/** How long the text must rest before it is drawn again. */
const restMs = 250;

const open = new Map<string, Preview>();

/** Opens the drawing of a document beside it, or brings it to the front. */
export function showPreview(context: vscode.ExtensionContext, document: vscode.TextDocument): void {
  const key = document.uri.toString();
  const known = open.get(key);
  if (known !== undefined) return known.reveal();
  const preview = new Preview(context, document);
  open.set(key, preview);
  preview.onClosed(() => open.delete(key));
}

/** A live drawing: follows the text, the cursor, and the newest run of the pipeline. */
class Preview {
  readonly #document: vscode.TextDocument;
  readonly #panel: vscode.WebviewPanel;
  readonly #disposables: vscode.Disposable[] = [];
  #timer: NodeJS.Timeout | undefined;
  #drawing: AbortController | undefined;
  /** The newest run of the graph of that name; forgotten when a run writes. */
  #known: { readonly name: string; readonly run: RunEntry | undefined } | undefined;

  constructor(context: vscode.ExtensionContext, document: vscode.TextDocument) {
    this.#document = document;
    const media = vscode.Uri.joinPath(context.extensionUri, 'media');
    const name = document.uri.path.split('/').at(-1) ?? 'pipeline';
    this.#panel = vscode.window.createWebviewPanel(
      'attractor.preview',
      `Drawing of ${name}`,
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, localResourceRoots: [media], retainContextWhenHidden: true },
    );
    const { webview } = this.#panel;
    webview.onDidReceiveMessage((message: FromPage) => void this.#received(message), undefined, this.#disposables);
    webview.html = previewPage({
      cspSource: webview.cspSource,
      nonce: randomBytes(16).toString('base64'),
      script: webview.asWebviewUri(vscode.Uri.joinPath(media, 'preview.js')).toString(),
      style: webview.asWebviewUri(vscode.Uri.joinPath(media, 'preview.css')).toString(),
    });
    vscode.workspace.onDidChangeTextDocument((event) => event.document === document && this.#soon(), undefined, this.#disposables);
    vscode.window.onDidChangeTextEditorSelection(
      (event) => event.textEditor.document === document && void this.#mark(event.textEditor),
      undefined,
      this.#disposables,
    );
    this.#watchRuns();
    this.#panel.onDidDispose(() => this.#close(), undefined, this.#disposables);
  }

  reveal(): void {
    this.#panel.reveal(undefined, true);
  }

  onClosed(listener: () => void): void {
    this.#panel.onDidDispose(listener);
  }

  /** A run writes its trace as it goes; the drawing takes the colours over. */
  #watchRuns(): void {
    const folder = vscode.workspace.getWorkspaceFolder(this.#document.uri);
    if (folder === undefined) return;
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '.attractor/runs/*/{trace,events}.jsonl'));
    const written = (): void => {
      this.#known = undefined;
      this.#soon();
    };
    watcher.onDidChange(written, undefined, this.#disposables);
    watcher.onDidCreate(written, undefined, this.#disposables);
    this.#disposables.push(watcher);
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#draw(), restMs);
  }

  async #draw(): Promise<void> {
    this.#drawing?.abort();
    const controller = new AbortController();
    this.#drawing = controller;
    const command = attractorCommand();
    if (command === undefined) return this.#send({ kind: 'problem', text: missingCommand });
    const cwd = dirname(this.#document.uri.fsPath);
    const text = this.#document.getText();
    const run = await this.#runOf(command, text, controller.signal);
    const args = ['graph', '-', ...(run === undefined ? [] : ['--run', run.directory])];
    const { code, stdout, stderr } = await runCommand(command, args, { cwd, input: text, signal: controller.signal });
    if (controller.signal.aborted) return;
    if (code === 0)
      this.#send({ kind: 'drawing', svg: stdout, run: run === undefined ? 'No run of this pipeline yet' : `Run ${run.id}: ${run.status}` });
    else this.#send({ kind: 'problem', text: stderr.trim() === '' ? 'The drawing could not be made.' : stderr.trim() });
    const editor = vscode.window.visibleTextEditors.find(({ document }) => document === this.#document);
    if (editor !== undefined) await this.#mark(editor);
  }

  async #runOf(command: string, text: string, signal: AbortSignal): Promise<RunEntry | undefined> {
    const name = graphName(text);
    const folder = vscode.workspace.getWorkspaceFolder(this.#document.uri)?.uri.fsPath;
    const wanted = vscode.workspace.getConfiguration('attractor').get<boolean>('preview.statuses', true);
    if (!wanted || name === undefined || folder === undefined) return undefined;
    if (this.#known?.name === name) return this.#known.run;
    const { code, stdout } = await runCommand(command, ['runs', '--json'], { cwd: folder, signal });
    if (code !== 0) return undefined;
    const run = newestRun(stdout, name);
    this.#known = { name, run };
    return run;
  }

  async #mark(editor: vscode.TextEditor): Promise<void> {
    if (!vscode.workspace.getConfiguration('attractor').get<boolean>('preview.followCursor', true)) return;
    this.#send({ kind: 'mark', node: await nodeAt(this.#document, editor.selection.active) });
  }

  async #received(message: FromPage): Promise<void> {
    if (message.kind === 'ready') return this.#draw();
    const range = await rangeOfNode(this.#document, message.node);
    if (range === undefined) return;
    const editor = await vscode.window.showTextDocument(this.#document, {
      viewColumn: vscode.ViewColumn.One,
      selection: new vscode.Range(range.start, range.start),
    });
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  #send(message: ToPage): void {
    void this.#panel.webview.postMessage(message);
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#drawing?.abort();
    for (const disposable of this.#disposables) disposable.dispose();
  }
}
