import type { Json, JsonObject } from './json.ts';

interface McpServerBase {
  /** First part of its tools' names: `mcp__<name>__<tool>`. */
  readonly name: string;
  /** Tools that the model gets; absent: all. */
  readonly tools?: readonly string[];
  /** Milliseconds for one call. */
  readonly timeoutMs: number;
  /** Milliseconds until it has started and listed its tools. */
  readonly startTimeoutMs: number;
}

/** A server that is a process, spoken to over its standard input and output. */
export interface McpStdioServer extends McpServerBase {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A server behind an address (streamable HTTP). */
export interface McpHttpServer extends McpServerBase {
  readonly kind: 'http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** One entry of `mcp_servers` (backends.md 4). Values may hold `${NAME}`: a variable of the environment, or a parameter. */
export type McpServer = McpStdioServer | McpHttpServer;

export type McpServersReading =
  | { readonly ok: true; readonly servers: readonly McpServer[] }
  | { readonly ok: false; readonly problem: string };

const defaultTimeoutMs = 60_000;
const defaultStartTimeoutMs = 30_000;
const name = /^[A-Za-z0-9](?:_?[A-Za-z0-9-])*$/;
const longestName = 32;

type Check = (value: Json) => boolean;

const isText: Check = (value) => typeof value === 'string' && value !== '';
const isTexts: Check = (value) => Array.isArray(value) && value.every((item) => typeof item === 'string');
const isMap: Check = (value) => isObject(value) && Object.values(value).every((item) => typeof item === 'string');
const isTime: Check = (value) => Number.isInteger(value) && Number(value) > 0 && Number(value) <= 86_400_000;

/** The fields of an entry: what they hold, and for which kind of server. */
const fields: Readonly<Record<string, { readonly check: Check; readonly expected: string; readonly of?: 'stdio' | 'http' }>> = {
  command: { check: isText, expected: 'a text: the program to start', of: 'stdio' },
  args: { check: isTexts, expected: 'a list of texts', of: 'stdio' },
  env: { check: isMap, expected: 'an object of texts', of: 'stdio' },
  cwd: { check: isText, expected: 'a folder', of: 'stdio' },
  url: { check: isText, expected: 'an http(s) address', of: 'http' },
  headers: { check: isMap, expected: 'an object of texts', of: 'http' },
  type: { check: (value) => value === 'stdio' || value === 'http' || value === 'streamable-http', expected: '"stdio" or "http"' },
  tools: { check: isTexts, expected: 'a list of names of tools' },
  timeout_ms: { check: isTime, expected: 'a number of milliseconds above 0' },
  start_timeout_ms: { check: isTime, expected: 'a number of milliseconds above 0' },
};

/** Reads a value of `mcp_servers`. `problem` reads after "`mcp_servers` ". Never throws. */
export function readMcpServers(value: Json): McpServersReading {
  if (!isObject(value)) return wrong('must be a JSON object of servers by name, such as {"docs": {"command": "docs-server"}}');
  const servers: McpServer[] = [];
  for (const [id, entry] of Object.entries(value)) {
    if (!name.test(id) || id.length > longestName) {
      return wrong(`has the server ${JSON.stringify(id)}: a name has letters, digits, - and single _, ${longestName} at most`);
    }
    const problem = entryProblem(entry);
    if (problem !== undefined) return wrong(`server ${id}: ${problem}`);
    servers.push(serverOf(id, entry as JsonObject));
  }
  return { ok: true, servers };
}

function entryProblem(entry: Json): string | undefined {
  if (!isObject(entry)) return 'must be an object with command (a process) or url (streamable HTTP)';
  const kind = entry['command'] === undefined ? 'http' : 'stdio';
  if ((entry['command'] === undefined) === (entry['url'] === undefined))
    return 'needs one of command (a process) and url (streamable HTTP)';
  for (const [key, value] of Object.entries(entry)) {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field === undefined) return `has the unknown field ${JSON.stringify(key)}; fields: ${Object.keys(fields).join(', ')}`;
    if (!field.check(value)) return `${key} must be ${field.expected}`;
    if (field.of !== undefined && field.of !== kind) return `${key} is for a server with ${field.of === 'stdio' ? 'command' : 'url'}`;
  }
  const { type, url } = entry;
  if (type !== undefined && (type === 'stdio') !== (kind === 'stdio'))
    return `type ${JSON.stringify(type)} does not fit ${kind === 'stdio' ? 'command' : 'url'}`;
  if (typeof url === 'string' && !url.includes('${') && !isHttpAddress(url))
    return `url is ${JSON.stringify(url)}, expected an http(s) address`;
  return undefined;
}

function serverOf(id: string, entry: JsonObject): McpServer {
  const { tools, timeout_ms: timeoutMs = defaultTimeoutMs, start_timeout_ms: startTimeoutMs = defaultStartTimeoutMs } = entry;
  const base = {
    name: id,
    timeoutMs: Number(timeoutMs),
    startTimeoutMs: Number(startTimeoutMs),
    ...(tools === undefined ? {} : { tools: tools as readonly string[] }),
  };
  const map = (key: string) => (entry[key] ?? {}) as Readonly<Record<string, string>>;
  const { command, url } = entry;
  if (typeof command !== 'string') return { ...base, kind: 'http', url: typeof url === 'string' ? url : '', headers: map('headers') };
  return {
    ...base,
    kind: 'stdio',
    command,
    args: (entry['args'] ?? []) as readonly string[],
    env: map('env'),
    ...(typeof entry['cwd'] === 'string' ? { cwd: entry['cwd'] } : {}),
  };
}

/** Whether a text is an address that a server can be reached at. */
export function isHttpAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrong(problem: string): McpServersReading {
  return { ok: false, problem };
}
