import { type Invocation, jsonText } from '@attractor/engine';
import { graphValue, inheritedValue, type McpServer, readMcpServers } from '@attractor/pipeline';
import type { Tool } from '../tools/tool.ts';
import type { McpHost } from './connect.ts';
import { fillIn } from './fill-in.ts';

/** The MCP servers of one session. */
export interface McpSession {
  readonly tools: readonly Tool[];
  /** Ends all of them. Never throws; when it resolves no process is left. */
  close(): Promise<void>;
}

export type McpOpening = { readonly ok: true; readonly session: McpSession } | { readonly ok: false; readonly problem: string };

const none: McpSession = { tools: [], close: () => Promise.resolve() };

/** Starts the servers that a node's `mcp_servers` names (its own before the graph's), all at once, before any model is called (backends.md 4). */
export function openNodeServers(invocation: Invocation, host: McpHost): Promise<McpOpening> {
  const written = inheritedValue(invocation.graph, invocation.node, 'mcp_servers');
  if (written === undefined) return Promise.resolve({ ok: true, session: none });
  const read = readMcpServers(written);
  if (!read.ok) return Promise.resolve({ ok: false, problem: `mcp_servers ${read.problem}` });
  return openServers(read.servers, host, (name) => namedValue(invocation, name));
}

/** Starts servers for a session. When one does not start, those that did are ended again. */
export async function openServers(
  servers: readonly McpServer[],
  host: McpHost,
  lookup: (name: string) => string | undefined,
): Promise<McpOpening> {
  if (servers.length === 0) return { ok: true, session: none };
  const filled = servers.map((server) => ({ name: server.name, ...fillIn(server, lookup) }));
  const unfilled = filled.flatMap((item) => (item.ok ? [] : [`mcp_servers: server ${item.name}: ${item.problem}`]));
  if (unfilled.length > 0) return { ok: false, problem: unfilled.join('; ') };
  // The SDK is loaded when a server is needed.
  const { connect } = await import('./connect.ts');
  const begun = await Promise.all(
    filled.flatMap((item) => (item.ok ? [connect(item.server, host).then((result) => ({ name: item.name, result }))] : [])),
  );
  const connections = begun.flatMap(({ result }) => (result.ok ? [result.connection] : []));
  const close = async (): Promise<void> => void (await Promise.all(connections.map((connection) => connection.close())));
  const problems = begun.flatMap(({ name, result }) => (result.ok ? [] : [`the MCP server ${name} did not start: ${result.problem}`]));
  if (problems.length > 0) {
    await close();
    return { ok: false, problem: problems.join('; ') };
  }
  const tools = connections.flatMap((connection) => connection.tools);
  return { ok: true, session: { tools, close } };
}

/** A variable of the environment, secret or not, since the author names it; else a parameter of the run. */
function namedValue({ services, parameters, lineage, context }: Invocation, name: string): string | undefined {
  const variable = services.environment[name];
  if (variable !== undefined) return variable;
  const parameter = parameters.get(name);
  if (parameter !== undefined) return parameter;
  const isSecret = lineage.some((graph) => graphValue(graph, 'secret_params').includes(name));
  return isSecret && context.has(name) ? jsonText(context.get(name)) : undefined;
}
