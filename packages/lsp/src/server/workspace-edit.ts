import type { TextEdit, WorkspaceEdit } from 'vscode-languageserver/node';
import type { Snapshot } from '../document/snapshot.ts';
import type { Client } from './feature.ts';

/** Edits of one document; with its version where the client can check that it is still the same. */
export function workspaceEdit({ params }: Client, { uri, version }: Snapshot, edits: TextEdit[]): WorkspaceEdit {
  const versioned = params.capabilities.workspace?.workspaceEdit?.documentChanges === true;
  return versioned ? { documentChanges: [{ textDocument: { uri, version }, edits }] } : { changes: { [uri]: edits } };
}
