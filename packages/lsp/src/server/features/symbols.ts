import { type DocumentSymbol as Symbol, SymbolKind } from 'vscode-languageserver/node';
import type { Snapshot } from '../../document/snapshot.ts';
import { type DocumentSymbol, documentSymbols } from '../../service/symbols.ts';
import type { Feature } from '../feature.ts';
import { toRange } from '../positions.ts';

const kinds = { graph: SymbolKind.Module, group: SymbolKind.Namespace, node: SymbolKind.Class } as const;

export const symbolFeature: Feature = {
  capabilities: () => ({ documentSymbolProvider: true }),
  register: (connection, host) => {
    connection.onDocumentSymbol(({ textDocument }) => {
      const snapshot = host.snapshot(textDocument.uri);
      return snapshot === undefined ? null : documentSymbols(snapshot).map((symbol) => toSymbol(snapshot, symbol));
    });
  },
};

/** Outlines nest at most some fifty levels, so the call stack does too. */
function toSymbol(snapshot: Snapshot, { name, detail, kind, range, nameRange, children }: DocumentSymbol): Symbol {
  return {
    name,
    detail,
    kind: kinds[kind],
    range: toRange(snapshot, range),
    selectionRange: toRange(snapshot, nameRange),
    children: children.map((child) => toSymbol(snapshot, child)),
  };
}
