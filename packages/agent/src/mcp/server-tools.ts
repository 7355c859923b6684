import type { JsonObject } from '@attractor/engine';
import { compileSchema, type McpServer } from '@attractor/pipeline';
import type { Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import type { Tool, ToolOutput } from '../tools/tool.ts';

/** What providers take as the name of a tool. */
const toolName = /^[A-Za-z0-9_-]{1,64}$/;

const longestDescription = 8000;

export type ServerTools = { readonly ok: true; readonly tools: readonly Tool[] } | { readonly ok: false; readonly problem: string };

/** Calls a tool of a server by the server's own name for it. */
export type CallTool = (name: string, input: JsonObject) => Promise<ToolOutput>;

/**
 * The tools of a server as the model sees them, `mcp__<server>__<tool>`. Dots and slashes, which MCP allows in names and providers do
 * not, become `_`. What cannot be offered is a problem, not left out: the prompt may count on it.
 */
export function serverTools(server: McpServer, listed: readonly ListedTool[], call: CallTool): ServerTools {
  const missing = (server.tools ?? []).filter((name) => !listed.some((tool) => tool.name === name));
  if (missing.length > 0) {
    const there = listed.map((tool) => tool.name).join(', ') || 'none';
    return { ok: false, problem: `it has no tool ${missing.map((name) => JSON.stringify(name)).join(', ')}; its tools: ${there}` };
  }
  const byName = new Map<string, Tool>();
  const originals = new Map<string, string>();
  for (const tool of listed) {
    if (server.tools !== undefined && !server.tools.includes(tool.name)) continue;
    const made = modelTool(server, tool, call);
    if (typeof made === 'string') return { ok: false, problem: `${made}. Name the tools to use in "tools".` };
    const other = originals.get(made.name);
    if (other !== undefined)
      return {
        ok: false,
        problem: `its tools ${JSON.stringify(other)} and ${JSON.stringify(tool.name)} would both be called ${made.name}`,
      };
    byName.set(made.name, made);
    originals.set(made.name, tool.name);
  }
  return { ok: true, tools: [...byName.values()] };
}

/** The tool, or what is wrong with it. */
function modelTool(server: McpServer, listed: ListedTool, call: CallTool): Tool | string {
  const name = `mcp__${server.name}__${listed.name.replaceAll(/[./]/g, '_')}`;
  if (listed.name === '' || !toolName.test(name)) {
    return `it lists a tool named ${JSON.stringify(listed.name.slice(0, 100))}, which no model can call: ${JSON.stringify(name.slice(0, 120))} has characters other than letters, digits, _ and -, or more than 64`;
  }
  const { $schema: dialect, ...schema } = listed.inputSchema as JsonObject;
  const modern = typeof dialect === 'string' && /2019-09|2020-12/.test(dialect);
  const compiled = compileSchema(modern ? { $schema: dialect, ...schema } : schema, { strict: false });
  if (!compiled.ok) return `the schema of its tool ${JSON.stringify(listed.name)} cannot be used: ${compiled.problem.slice(0, 500)}`;
  return {
    name,
    description: (listed.description ?? listed.title ?? `Tool ${listed.name} of the MCP server ${server.name}`).slice(
      0,
      longestDescription,
    ),
    parameters: schema,
    check: compiled.check,
    limits: { characters: 30_000 },
    run: (input) => call(listed.name, input),
  };
}
