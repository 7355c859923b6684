import { pathToFileURL } from 'node:url';
import { definition } from '../../service/navigation.ts';
import type { Feature } from '../feature.ts';
import { toOffset, toRange } from '../positions.ts';

export const definitionFeature: Feature = {
  capabilities: () => ({ definitionProvider: true }),
  register: (connection, host) => {
    connection.onDefinition(({ textDocument, position }) => {
      const snapshot = host.snapshot(textDocument.uri);
      const target = snapshot === undefined ? undefined : definition(snapshot, toOffset(snapshot, position));
      if (snapshot === undefined || target === undefined) return null;
      if (target.kind === 'place') return { uri: snapshot.uri, range: toRange(snapshot, target.range) };
      const start = { line: 0, character: 0 };
      return { uri: pathToFileURL(target.file).href, range: { start, end: start } };
    });
  },
};
