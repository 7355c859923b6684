import type { Connection, InitializeParams, ServerCapabilities } from 'vscode-languageserver/node';
import type { Snapshot } from '../document/snapshot.ts';
import type { Findings } from '../service/diagnostics.ts';

/** What the client said at the start, as far as features ask. */
export interface Client {
  readonly params: InitializeParams;
  /** Commands that the client carries out for a code lens: `initializationOptions.commands`. */
  readonly commands: ReadonlySet<string>;
}

/** What features know of the documents that are open. */
export interface Host {
  readonly client: Client;
  /** The newest version of an open document. */
  snapshot(uri: string): Snapshot | undefined;
  /** The findings of the newest version; made now when the editor asks before they are there. */
  findings(snapshot: Snapshot): Findings;
}

/** One feature of the protocol. The server's capabilities are those of its features; a new one is a file and a line in the list. */
export interface Feature {
  capabilities(client: Client): ServerCapabilities;
  register(connection: Connection, host: Host): void;
}
