import { DocumentHighlightKind } from 'vscode-languageserver/node';
import { nodeReferences } from '../../service/navigation.ts';
import type { Feature } from '../feature.ts';
import { toOffset, toRange } from '../positions.ts';

export const referencesFeature: Feature = {
  capabilities: () => ({ referencesProvider: true }),
  register: (connection, host) => {
    connection.onReferences(({ textDocument, position, context }) => {
      const snapshot = host.snapshot(textDocument.uri);
      if (snapshot === undefined) return null;
      const found = nodeReferences(snapshot, toOffset(snapshot, position), context.includeDeclaration);
      return found.map(({ range }) => ({ uri: snapshot.uri, range: toRange(snapshot, range) }));
    });
  },
};

export const highlightFeature: Feature = {
  capabilities: () => ({ documentHighlightProvider: true }),
  register: (connection, host) => {
    connection.onDocumentHighlight(({ textDocument, position }) => {
      const snapshot = host.snapshot(textDocument.uri);
      if (snapshot === undefined) return null;
      return nodeReferences(snapshot, toOffset(snapshot, position), true).map(({ range, role }) => ({
        range: toRange(snapshot, range),
        kind: role === 'statement' ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
      }));
    });
  },
};
