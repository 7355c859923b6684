import { MarkupKind } from 'vscode-languageserver/node';
import { hover } from '../../service/hover.ts';
import type { Feature } from '../feature.ts';
import { toOffset, toRange } from '../positions.ts';

export const hoverFeature: Feature = {
  capabilities: () => ({ hoverProvider: true }),
  register: (connection, host) => {
    connection.onHover(({ textDocument, position }) => {
      const snapshot = host.snapshot(textDocument.uri);
      const found = snapshot === undefined ? undefined : hover(snapshot, toOffset(snapshot, position));
      if (snapshot === undefined || found === undefined) return null;
      return { contents: { kind: MarkupKind.Markdown, value: found.text }, range: toRange(snapshot, found.range) };
    });
  },
};
