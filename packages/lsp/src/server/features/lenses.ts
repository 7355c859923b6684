import { lenses } from '../../service/lenses.ts';
import type { Feature } from '../feature.ts';
import { toRange } from '../positions.ts';

/** Commands are the client's to carry out: a lens with one is sent only to a client that says it has it. The server runs nothing. */
export const lensFeature: Feature = {
  capabilities: () => ({ codeLensProvider: {} }),
  register: (connection, host) => {
    connection.onCodeLens(({ textDocument }) => {
      const snapshot = host.snapshot(textDocument.uri);
      if (snapshot === undefined) return null;
      return lenses(snapshot)
        .filter(({ command }) => command === undefined || host.client.commands.has(command))
        .map(({ range, title, command }) => ({
          range: toRange(snapshot, range),
          command: { title, command: command ?? '', ...(command === undefined ? {} : { arguments: [snapshot.uri] }) },
        }));
    });
  },
};
