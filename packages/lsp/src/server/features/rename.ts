import { LSPErrorCodes, ResponseError, type WorkspaceEdit } from 'vscode-languageserver/node';
import { prepareRename, rename } from '../../service/rename.ts';
import type { Client, Feature } from '../feature.ts';
import { toEdits, toOffset, toRange } from '../positions.ts';
import { workspaceEdit } from '../workspace-edit.ts';

export const renameFeature: Feature = {
  capabilities: ({ params }: Client) => {
    const prepares = params.capabilities.textDocument?.rename?.prepareSupport === true;
    return { renameProvider: prepares ? { prepareProvider: true } : true };
  },
  register: (connection, host) => {
    connection.onPrepareRename(({ textDocument, position }) => {
      const snapshot = host.snapshot(textDocument.uri);
      const found = snapshot === undefined ? undefined : prepareRename(snapshot, toOffset(snapshot, position));
      return snapshot === undefined || found === undefined ? null : { range: toRange(snapshot, found.range), placeholder: found.id };
    });
    connection.onRenameRequest(({ textDocument, position, newName }): WorkspaceEdit | ResponseError | null => {
      const snapshot = host.snapshot(textDocument.uri);
      if (snapshot === undefined) return null;
      const result = rename(snapshot, toOffset(snapshot, position), newName);
      if (!result.ok) return new ResponseError(LSPErrorCodes.RequestFailed, `cannot rename: ${result.problem}`);
      return workspaceEdit(host.client, snapshot, toEdits(snapshot, result.edits));
    });
  },
};
