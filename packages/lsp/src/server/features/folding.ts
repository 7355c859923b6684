import { FoldingRangeKind } from 'vscode-languageserver/node';
import { foldingRanges } from '../../service/folding.ts';
import type { Feature } from '../feature.ts';

export const foldingFeature: Feature = {
  capabilities: () => ({ foldingRangeProvider: true }),
  register: (connection, host) => {
    connection.onFoldingRanges(({ textDocument }) => {
      const snapshot = host.snapshot(textDocument.uri);
      if (snapshot === undefined) return null;
      return foldingRanges(snapshot).map(({ startLine, endLine, kind }) => ({
        startLine,
        endLine,
        ...(kind === 'comment' ? { kind: FoldingRangeKind.Comment } : {}),
      }));
    });
  },
};
