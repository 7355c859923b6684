import { resolve } from 'node:path';
import type { Json } from '@attractor/engine';
import { isProgram, programOnPath } from '@attractor/handlers';
import { type McpStdioServer, readMcpServers } from '@attractor/pipeline';

/**
 * Which programs of a value of `mcp_servers` do not exist, as one sentence, or undefined (§36). Nothing is started; a program or
 * folder that is named by `${NAME}` is left to the session.
 */
export function missingMcpPrograms(
  servers: Json,
  workingDirectory: string,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const read = readMcpServers(servers);
  if (!read.ok) return `mcp_servers ${read.problem}`;
  const missing = read.servers.filter(
    (server): server is McpStdioServer => server.kind === 'stdio' && !exists(server, workingDirectory, environment),
  );
  if (missing.length === 0) return undefined;
  return `mcp_servers: ${missing.map(({ name, command }) => `there is no program ${command} (server ${name})`).join(', ')}`;
}

function exists(
  { command, cwd = '.', env }: McpStdioServer,
  workingDirectory: string,
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  const path = env['PATH'] ?? environment['PATH'] ?? '';
  if (`${command}${cwd}${command.includes('/') ? '' : path}`.includes('${')) return true;
  if (command.includes('/')) return isProgram(resolve(workingDirectory, cwd, command));
  return programOnPath(command, { PATH: path }) !== undefined;
}
