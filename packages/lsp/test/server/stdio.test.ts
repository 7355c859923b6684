import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type {
  CodeAction,
  CodeLens,
  CompletionItem,
  DocumentLink,
  Hover,
  Location,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver/node';
import { folderWith, startClient } from '../support/client.ts';

const flow = `digraph flow {
  start [shape=Mdiamond]
  done [shape=Msquare]
  work [prompt="Do it", max_visits=3]
  start -> work
  work -> done
}
`;

const codes = (params: { readonly diagnostics: readonly { readonly code?: unknown }[] }): unknown[] =>
  params.diagnostics.map(({ code }) => code);
const at = (line: number, character: number) => ({ line, character });

describe('attractor lsp over stdio', () => {
  it('language.md 7: diagnostics appear, with their version, and vanish after an edit', async () => {
    const client = await startClient();
    const uri = client.open('flow.dot', flow.replace('  work -> done\n', '  work -- done\n'));
    const first = await client.diagnostics(uri, 1);
    expect(codes(first)).toContain('undirected-edge');
    const found = first.diagnostics.find(({ code }) => code === 'undirected-edge');
    expect(found).toMatchObject({ severity: 1, source: 'attractor', range: { start: at(5, 7), end: at(5, 9) } });
    client.change(uri, 2, '->', found?.range);
    expect(codes(await client.diagnostics(uri, 2))).not.toContain('undirected-edge');
    expect(await client.close()).toBe(0);
    expect(client.stderr()).toBe('');
  });

  it('completion, hover, definition, rename, formatting, fixes, lenses and links', async () => {
    const client = await startClient({
      files: { 'plan.md': 'Plan.' },
      capabilities: { textDocument: { completion: { completionItem: { snippetSupport: true } }, rename: { prepareSupport: true } } },
      initializationOptions: { commands: ['attractor.run'] },
    });
    const uri = client.open('flow.dot', flow.replace('"Do it"', '"@plan.md"'));
    const textDocument = { uri };
    const completion = await client.request<CompletionItem[]>('textDocument/completion', { textDocument, position: at(3, 26) });
    expect(completion.find(({ label }) => label === 'timeout')).toMatchObject({
      textEdit: { newText: 'timeout=$0', range: { start: at(3, 26) } },
    });
    const hover = await client.request<Hover>('textDocument/hover', { textDocument, position: at(3, 28) });
    expect(hover).toMatchObject({
      contents: { kind: 'markdown', value: expect.stringContaining('**max_visits**') },
      range: { start: at(3, 27) },
    });
    const definition = await client.request<Location>('textDocument/definition', { textDocument, position: at(4, 12) });
    expect(definition).toEqual({ uri, range: { start: at(3, 2), end: at(3, 6) } });
    const rename = await client.request<WorkspaceEdit>('textDocument/rename', { textDocument, position: at(4, 12), newName: 'build-it' });
    expect(rename.changes?.[uri]).toEqual(
      [at(3, 2), at(4, 11), at(5, 2)].map((start) => ({
        range: { start, end: at(start.line, start.character + 4) },
        newText: '"build-it"',
      })),
    );
    await expect(client.request('textDocument/rename', { textDocument, position: at(4, 12), newName: 'done' })).rejects.toThrow(
      'cannot rename: there is a node `done` already',
    );
    const links = await client.request<DocumentLink[]>('textDocument/documentLink', { textDocument });
    expect(links).toMatchObject([{ target: expect.stringMatching(/\/plan\.md$/), range: { start: at(3, 17), end: at(3, 24) } }]);
    const lenses = await client.request<CodeLens[]>('textDocument/codeLens', { textDocument });
    expect(lenses[0]?.command).toEqual({ title: 'Run', command: 'attractor.run', arguments: [uri] });

    client.change(uri, 2, `digraph flow{start[shape=Mdiamond];done[shape=Msquare];start->dome}`);
    const edits = await client.request<TextEdit[]>('textDocument/formatting', {
      textDocument,
      options: { tabSize: 2, insertSpaces: true },
    });
    expect(edits.length).toBeGreaterThan(3);
    const actions = await client.request<CodeAction[]>('textDocument/codeAction', {
      textDocument,
      range: { start: at(0, 63), end: at(0, 63) },
      context: { diagnostics: [] },
    });
    expect(actions.find(({ title }) => title === 'Write done')?.edit?.changes?.[uri]).toEqual([
      { range: { start: at(0, 62), end: at(0, 66) }, newText: 'done' },
    ]);
    expect(await client.close()).toBe(0);
  });

  it('capabilities are those of the features, and ask what the client can', async () => {
    const client = await startClient();
    expect(Object.keys(client.capabilities).sort()).toEqual([
      'codeActionProvider',
      'codeLensProvider',
      'completionProvider',
      'definitionProvider',
      'documentFormattingProvider',
      'documentHighlightProvider',
      'documentLinkProvider',
      'documentRangeFormattingProvider',
      'documentSymbolProvider',
      'foldingRangeProvider',
      'hoverProvider',
      'referencesProvider',
      'renameProvider',
      'semanticTokensProvider',
      'textDocumentSync',
    ]);
    expect(client.capabilities.renameProvider).toBe(true);
    const uri = client.open('flow.dot', flow);
    const lenses = await client.request<CodeLens[]>('textDocument/codeLens', { textDocument: { uri } });
    expect(lenses.map(({ command }) => command?.command)).toEqual(lenses.map(() => ''));
    const items = await client.request<CompletionItem[]>('textDocument/completion', { textDocument: { uri }, position: at(3, 8) });
    expect(items.every(({ insertTextFormat }) => insertTextFormat === 1)).toBe(true);
    await client.close();
  });

  it('language.md 1: positions are UTF-16 behind astral characters, BOM and CRLF', async () => {
    const client = await startClient();
    const uri = client.open('flow.dot', '\ufeffdigraph g {\r\n  start [label="𝔊𝔊", timeout=x]\r\n}');
    const { diagnostics } = await client.diagnostics(uri, 1);
    expect(diagnostics.find(({ code }) => code === 'attribute_value')?.range).toEqual({ start: at(1, 31), end: at(1, 32) });
    client.change(uri, 2, '5', { start: at(1, 31), end: at(1, 32) });
    expect(codes(await client.diagnostics(uri, 2))).not.toContain('attribute_value');
    await client.close();
  });

  it('a file that another names: open in the editor it counts before the disk, saved it is read again', async () => {
    const client = await startClient({ files: { 'plan.md': 'Plan.' } });
    const text = flow.replace('"Do it"', '"@late.md"');
    const uri = client.open('flow.dot', text);
    expect(codes(await client.diagnostics(uri, 1))).toContain('prompt_file');
    writeFileSync(join(client.folder, 'late.md'), 'Now it is here.');
    await client.connection.sendNotification('textDocument/didSave', { textDocument: { uri } });
    client.change(uri, 2, text);
    expect(codes(await client.diagnostics(uri, 2))).not.toContain('prompt_file');
    client.open('open-only.md', 'Not on disk.');
    client.change(uri, 3, text.replace('late.md', 'open-only.md'));
    expect(codes(await client.diagnostics(uri, 3))).not.toContain('prompt_file');
    await client.close();
  });

  it('opening a file executes nothing, and links that lead out of the folder are not followed', async () => {
    const outside = folderWith({ 'secret.md': 'TOP SECRET' });
    const client = await startClient();
    symlinkSync(join(outside, 'secret.md'), join(client.folder, 'link.md'));
    const mark = join(client.folder, 'executed');
    const uri = client.open(
      'flow.dot',
      `digraph g {
  graph [shell="/bin/sh -c 'touch ${mark}'", "tool_hooks.pre"="touch ${mark}", mcp_servers="{\\"x\\":{\\"command\\":\\"touch\\",\\"args\\":[\\"${mark}\\"]}}"]
  start [shape=Mdiamond]
  done [shape=Msquare]
  run [shape=parallelogram, tool_command="touch ${mark}; $(touch ${mark}) \`touch ${mark}\`"]
  read [prompt="@link.md"]
  start -> run -> read -> done
}`,
    );
    const { diagnostics } = await client.diagnostics(uri, 1);
    expect(JSON.stringify(diagnostics)).not.toContain('SECRET');
    expect(diagnostics.find(({ code }) => code === 'prompt_file')).toMatchObject({
      severity: 3,
      message: expect.stringContaining('outside'),
    });
    const textDocument = { uri };
    for (const method of ['documentSymbol', 'codeLens', 'documentLink', 'semanticTokens/full', 'foldingRange'])
      await client.request(`textDocument/${method}`, { textDocument });
    const hover = await client.request<Hover>('textDocument/hover', { textDocument, position: at(5, 12) });
    expect(JSON.stringify(hover)).not.toContain('SECRET');
    expect(existsSync(mark)).toBe(false);
    await client.close();
  });

  it('1 MB of garbage does not freeze it: requests about another file are answered meanwhile, and a newer text wins', async () => {
    const client = await startClient();
    let seed = 7;
    const random = (limit: number): number => {
      seed = (seed * 48271) % 0x7fffffff;
      return seed % limit;
    };
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      '->',
      '=',
      '"',
      'a',
      'node',
      ' ',
      '\n',
      ';',
      ',',
      'subgraph',
      '$x',
      '&&',
      '\\',
      '/*',
      '*/',
      '<',
      '>',
      'condition="',
    ];
    const garbage = `digraph g { ${Array.from({ length: 500_000 }, () => pieces[random(pieces.length)] ?? '').join('')}`;
    expect(garbage.length).toBeGreaterThan(1_000_000);
    const other = client.open('flow.dot', flow);
    await client.diagnostics(other, 1);
    const uri = client.open('garbage.dot', garbage);
    let checked = false;
    const unwanted = client.diagnostics(uri, 1).then(
      () => {
        checked = true;
      },
      () => {},
    );
    const hover = await client.request<Hover>('textDocument/hover', { textDocument: { uri: other }, position: at(3, 26) });
    expect(hover.contents).toBeDefined();
    expect(checked).toBe(false);
    client.change(uri, 2, flow);
    const fixed = await client.diagnostics(uri, 2);
    expect(fixed.diagnostics.every(({ severity }) => severity !== 1)).toBe(true);
    client.change(uri, 3, garbage);
    const { diagnostics } = await client.diagnostics(uri, 3);
    expect(diagnostics.length).toBeLessThanOrEqual(502);
    await client.close();
    // The first text was replaced before it was checked: its diagnostics never came.
    expect(checked).toBe(false);
    void unwanted;
  });

  it('loads what the language needs: no engine, handlers, models or agents', async () => {
    const coverage = folderWith({});
    const client = await startClient({ env: { NODE_V8_COVERAGE: coverage } });
    const uri = client.open('flow.dot', flow);
    await client.diagnostics(uri, 1);
    await client.close();
    const urls = readdirSync(coverage).flatMap((name) => {
      const { result } = JSON.parse(readFileSync(join(coverage, name), 'utf8')) as { readonly result: readonly { readonly url: string }[] };
      return result.map(({ url }) => url);
    });
    const packages = new Set(urls.map((url) => /packages\/([a-z]+)\/dist/.exec(url)?.[1]).filter((name) => name !== undefined));
    for (const name of ['cli', 'dot', 'lsp', 'pipeline']) expect(packages).toContain(name);
    for (const name of ['engine', 'llm', 'agent', 'study']) expect(packages).not.toContain(name);
    // How the command cleans texts for a terminal is a file of its own in the handlers.
    expect(urls.filter((url) => url.includes('packages/handlers/')).length).toBeLessThanOrEqual(1);
    for (const heavy of ['openai', '@anthropic-ai', '@google', 'execa', '@viz-js', '@modelcontextprotocol']) {
      expect(urls.filter((url) => url.includes(`node_modules/${heavy}/`))).toEqual([]);
    }
  });

  it('ends when its client goes away without a word', async () => {
    const client = await startClient();
    const ended = new Promise<number | null>((resolve) => client.child.once('close', resolve));
    client.child.stdin?.end();
    expect(await ended).toBe(1);
  });
});
