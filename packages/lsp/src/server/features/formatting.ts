import { formatting } from '../../service/formatting.ts';
import type { Feature } from '../feature.ts';
import { toEdits, toSourceRange } from '../positions.ts';

export const formattingFeature: Feature = {
  capabilities: () => ({ documentFormattingProvider: true, documentRangeFormattingProvider: true }),
  register: (connection, host) => {
    connection.onDocumentFormatting(({ textDocument }) => {
      const snapshot = host.snapshot(textDocument.uri);
      return snapshot === undefined ? null : toEdits(snapshot, formatting(snapshot));
    });
    connection.onDocumentRangeFormatting(({ textDocument, range }) => {
      const snapshot = host.snapshot(textDocument.uri);
      return snapshot === undefined ? null : toEdits(snapshot, formatting(snapshot, toSourceRange(snapshot, range)));
    });
  },
};
