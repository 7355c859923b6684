import { openServers } from '@attractor/agent';
import { HandlerError } from '@attractor/engine';
import { readMcpServers } from '@attractor/pipeline';
import type { AgentSpec } from '../team/team.ts';
import type { StudyTool } from './study-tool.ts';
import { type WrapperParts, wrapTool } from './wrap.ts';

/** Tools of other programs for the time of one invoke. */
export interface ExternalTools {
  readonly tools: readonly StudyTool[];
  /** Ends the servers; when it resolves no process of them is left. */
  close(): Promise<void>;
}

export interface McpParts {
  /** The study folder. */
  readonly workingDirectory: string;
  /** Of the servers' processes. */
  readonly environment: Readonly<Record<string, string>>;
  /** Values for `${NAME}` in the servers' texts. */
  lookup(name: string): string | undefined;
  readonly wrapper: WrapperParts;
}

const none: ExternalTools = { tools: [], close: async () => {} };

/**
 * Starts an agent's MCP servers and gives the tools that it names in `extra_allowed_tools`: `mcp__<server>__<tool>`, or
 * `mcp__<server>` for all of one (AG-11). Throws a HandlerError when a server does not start or has no such tool.
 */
export async function openMcpTools(agent: AgentSpec, signal: AbortSignal, parts: McpParts): Promise<ExternalTools> {
  if (agent.extraAllowedTools.length === 0 || Object.keys(agent.mcpServers).length === 0) return none;
  const read = readMcpServers(agent.mcpServers);
  if (!read.ok) throw unusable(agent, `mcp_servers ${read.problem}`);
  const allowed = (name: string): boolean => agent.extraAllowedTools.some((word) => word === name || name.startsWith(`${word}__`));
  const servers = read.servers.filter(({ name }) => agent.extraAllowedTools.some((word) => `${word}__`.startsWith(`mcp__${name}__`)));
  const { workingDirectory, environment } = parts;
  const opened = await openServers(servers, { workingDirectory, environment, signal }, parts.lookup);
  if (!opened.ok) throw unusable(agent, opened.problem);
  const { session } = opened;
  const missing = agent.extraAllowedTools.filter(
    (word) => !session.tools.some(({ name }) => name === word || name.startsWith(`${word}__`)),
  );
  if (missing.length > 0) {
    await session.close();
    const there = session.tools.map(({ name }) => name).join(', ') || 'none';
    throw unusable(agent, `no MCP server has ${missing.join(', ')} of extra_allowed_tools; tools: ${there}`);
  }
  const tools = session.tools
    .filter(({ name }) => allowed(name))
    .map((tool): StudyTool => {
      const { name, description, parameters, limits } = tool;
      const run: StudyTool['run'] = async (input) => {
        const problems = tool.check?.(input) ?? [];
        if (problems.length > 0) return `ERROR: wrong arguments for ${name}: ${problems.join('; ')}`;
        // What a server's tool needs of a session it was given when it was opened.
        const { text, isError, images = [] } = await (tool.run as (input: object) => ReturnType<typeof tool.run>)(input);
        const shown = [text, ...(images.length === 0 ? [] : [`[${images.length} images, not shown]`])]
          .filter((part) => part !== '')
          .join('\n');
        return isError ? `ERROR: ${shown}` : shown;
      };
      return wrapTool({ name, description, parameters, kind: 'mcp', limits, run }, parts.wrapper);
    });
  return { tools, close: () => session.close() };
}

function unusable({ name }: AgentSpec, problem: string): HandlerError {
  return new HandlerError(`agent '${name}': ${problem}`, { retryable: false, type: 'McpServers' });
}
