import * as vscode from 'vscode';

/** The node whose statement holds a position, by the language server's symbols. */
export async function nodeAt(document: vscode.TextDocument, position: vscode.Position): Promise<string | undefined> {
  let level = await symbolsOf(document);
  let found: string | undefined;
  for (;;) {
    const inner = level.find((symbol) => symbol.range.contains(position));
    if (inner === undefined) return found;
    if (isNode(inner)) found = inner.name;
    level = inner.children;
  }
}

/** Where a node's own statement is. */
export async function rangeOfNode(document: vscode.TextDocument, node: string): Promise<vscode.Range | undefined> {
  const pending = [...(await symbolsOf(document))];
  for (let symbol = pending.pop(); symbol !== undefined; symbol = pending.pop()) {
    if (isNode(symbol) && symbol.name === node) return symbol.selectionRange;
    pending.push(...symbol.children);
  }
  return undefined;
}

function isNode(symbol: vscode.DocumentSymbol): boolean {
  return (
    symbol.kind !== vscode.SymbolKind.Namespace && symbol.kind !== vscode.SymbolKind.Module && symbol.kind !== vscode.SymbolKind.Package
  );
}

async function symbolsOf(document: vscode.TextDocument): Promise<vscode.DocumentSymbol[]> {
  const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[] | undefined>(
    'vscode.executeDocumentSymbolProvider',
    document.uri,
  );
  return symbols ?? [];
}
