import { pathToFileURL } from 'node:url';
import { fileLinks } from '../../document/file-links.ts';
import type { Feature } from '../feature.ts';
import { toRange } from '../positions.ts';

export const linkFeature: Feature = {
  capabilities: () => ({ documentLinkProvider: {} }),
  register: (connection, host) => {
    connection.onDocumentLinks(({ textDocument }) => {
      const snapshot = host.snapshot(textDocument.uri);
      if (snapshot === undefined) return null;
      return fileLinks(snapshot).map(({ range, file }) => ({ range: toRange(snapshot, range), target: pathToFileURL(file).href }));
    });
  },
};
