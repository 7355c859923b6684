import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isHttpAddress, type McpServer } from '@attractor/pipeline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type CallToolResult, CallToolResultSchema, type Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import { failed, type Tool, type ToolContext } from '../tools/tool.ts';
import { toolOutput } from './result.ts';
import { serverTools } from './server-tools.ts';
import { processTransport } from './transport.ts';

/** A server that has started. */
export interface Connection {
  readonly tools: readonly Tool[];
  /** Ends the server or the session with it. Never throws. */
  close(): Promise<void>;
}

export type Connecting = { readonly ok: true; readonly connection: Connection } | { readonly ok: false; readonly problem: string };

/** What `connect` needs of a session; a study's agents have the same. */
export type McpHost = Pick<ToolContext, 'workingDirectory' | 'environment' | 'signal'>;

/** A list of tools has an end; a server that never comes to it is broken. */
const mostPages = 100;

const farewellMs = 1000;

/** Starts or reaches a server and lists its tools, within its time. A problem says what happened; then nothing of it is left. */
export async function connect(server: McpServer, host: McpHost): Promise<Connecting> {
  const reached = lineTo(server, host);
  if ('problem' in reached) return { ok: false, problem: reached.problem };
  const line: Line = reached;
  const client = new Client({ name: 'attractor', version: '1' });
  const faults: string[] = [];
  client.onerror = (error) => void (faults.length < 3 && faults.push(error.message));
  const deadline = AbortSignal.timeout(server.startTimeoutMs);
  const signal = AbortSignal.any([host.signal, deadline]);
  const close = async (): Promise<void> => {
    await line.end(host.signal.aborted).catch(() => {});
    await client.close().catch(() => {});
  };
  const describe = (error: unknown): string => {
    if (deadline.aborted && !host.signal.aborted)
      return [`it was not ready within ${server.startTimeoutMs} ms`, line.about()].filter((part) => part !== '').join('; ');
    return [reasonOf(error), line.about(), ...faults].filter((part) => part !== '').join('; ');
  };
  try {
    await untilAborted(client.connect(line.transport, { signal, timeout: server.startTimeoutMs }), signal);
    const listed = await untilAborted(listTools(client, signal, server.startTimeoutMs), signal);
    const made = serverTools(server, listed, (name, input) => callTool(name, input));
    if (made.ok) return { ok: true, connection: { tools: made.tools, close } };
    await close();
    return made;
  } catch (error) {
    const problem = describe(error);
    await close();
    return { ok: false, problem };
  }

  async function callTool(name: string, input: Readonly<Record<string, unknown>>) {
    const began = performance.now();
    try {
      const options = { signal: host.signal, timeout: server.timeoutMs };
      const result = await client.callTool({ name, arguments: input }, CallToolResultSchema, options);
      return toolOutput(result as CallToolResult);
    } catch (error) {
      const late = performance.now() - began >= server.timeoutMs ? `it did not answer within ${server.timeoutMs} ms` : reasonOf(error);
      return failed(`the MCP server ${server.name} failed: ${[late, line.about()].filter((part) => part !== '').join('; ')}`);
    }
  }
}

/** The way to a server, and how it ends. */
interface Line {
  readonly transport: Transport;
  about(): string;
  end(atOnce: boolean): Promise<void>;
}

function lineTo(server: McpServer, host: McpHost): Line | { readonly problem: string } {
  if (server.kind === 'http') {
    if (!isHttpAddress(server.url)) return { problem: `${JSON.stringify(server.url)} is no http(s) address` };
    const transport = new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: { ...server.headers } } });
    return {
      // The SDK's types do not know exactOptionalPropertyTypes.
      transport: transport as Transport,
      about: () => '',
      end: (atOnce) => (atOnce ? Promise.resolve() : within(transport.terminateSession(), farewellMs)),
    };
  }
  const id = randomBytes(8).toString('hex');
  return processTransport({
    command: server.command,
    args: server.args,
    environment: { ...host.environment, ...server.env, ATTRACTOR_COMMAND: id },
    workingDirectory: resolve(host.workingDirectory, server.cwd ?? '.'),
    marker: `ATTRACTOR_COMMAND=${id}`,
  });
}

async function listTools(client: Client, signal: AbortSignal, timeout: number): Promise<ListedTool[]> {
  if (client.getServerCapabilities()?.tools === undefined) return [];
  const tools: ListedTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const result = await client.listTools(cursor === undefined ? {} : { cursor }, { signal, timeout });
    tools.push(...result.tools);
    cursor = result.nextCursor;
    if (cursor === undefined) return tools;
  }
  throw new Error(`its list of tools has no end after ${mostPages} pages`);
}

/** The SDK does not look at the signal while a connection is made. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: () => void = () => {};
  const stopped = new Promise<never>((_done, fail) => {
    stop = () => fail(new Error('it was stopped'));
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
  stopped.catch(() => {});
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
    // What is not waited for any more may still fail.
    work.catch(() => {});
  }
}

async function within(work: Promise<unknown>, ms: number): Promise<void> {
  const over = new AbortController();
  const late = sleep(ms, undefined, { signal: over.signal }).catch(() => {});
  await Promise.race([work.catch(() => {}), late]);
  over.abort();
}

/** What went wrong in one line; a list of a schema's complaints is cut. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  const text = error instanceof Error ? error.message : String(error);
  return `${text.replaceAll(/\s+/g, ' ').slice(0, 600)}${cause}`;
}
