import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
// @ts-expect-error the fixture is plain JavaScript, since it also runs as a process
import { makeServer } from './fixture/make-server.mjs';

export interface HttpFixture {
  readonly url: string;
  /** Values of the header Authorization that came, without repetitions. */
  readonly authorizations: ReadonlySet<string>;
  /** Sessions that the client has not ended. */
  sessions(): number;
  close(): Promise<void>;
}

/** The fixture behind streamable HTTP, a server a session. */
export async function startHttpFixture(): Promise<HttpFixture> {
  const authorizations = new Set<string>();
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const server = createServer((request, response) => {
    authorizations.add(request.headers.authorization ?? '');
    void (async () => {
      const id = request.headers['mcp-session-id'];
      let transport = typeof id === 'string' ? sessions.get(id) : undefined;
      if (transport === undefined) {
        const fresh = new StreamableHTTPServerTransport({
          sessionIdGenerator: randomUUID,
          onsessioninitialized: (session) => void sessions.set(session, fresh),
          onsessionclosed: (session) => void sessions.delete(session),
        });
        transport = fresh;
        await (makeServer('') as Server).connect(fresh as Transport);
      }
      await transport.handleRequest(request, response);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    authorizations,
    sessions: () => sessions.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
