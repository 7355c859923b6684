import type { JsonObject, Usage } from '@attractor/engine';
import { isStrictSchema } from '@attractor/llm';
import type { AgentCall, AgentEvent, AgentReader, CommandAgent } from './command-agent.ts';
import { countAt, objectsAt, textAt, valueAt } from './read-lines.ts';

/** Codex, `codex exec --json` (checked with 0.171.0). */
export const codexAgent: CommandAgent = {
  name: 'codex',
  title: 'Codex',
  command: 'codex',
  install: 'npm install -g @openai/codex',
  login: 'log in with `codex login`, or set CODEX_API_KEY',
  permissions: ['-c', 'sandbox_mode="workspace-write"', '-c', 'approval_policy="never"'],
  permissionsVariable: 'ATTRACTOR_CODEX_PERMISSIONS',
  providers: ['openai', 'openai-compatible'],
  efforts: ['minimal', 'low', 'medium', 'high', 'xhigh'],
  takesMaxTurns: false,
  // Its API refuses a schema that is not in strict form.
  takesSchema: isStrictSchema,
  ownsVariable: (name) => /^(OPENAI_|CODEX_|AZURE_OPENAI_)/.test(name),
  environment: {},
  arguments: codexArguments,
  reader: codexReader,
  errors: [
    { kind: 'quota', pattern: /quota exceeded|hit your usage limit|usage limit|insufficient_quota|out of credits|billing/i },
    {
      kind: 'auth',
      pattern: /401 Unauthorized|Missing environment variable|not logged in|sign in again|refresh token|log in again|token_expired/i,
    },
    { kind: 'permission', pattern: /403 Forbidden/i },
    { kind: 'rate_limit', pattern: /429 Too Many Requests|rate limit/i },
    { kind: 'overloaded', pattern: /at capacity|overloaded|50[23]\b/i },
    { kind: 'not_found', pattern: /model .*(does not exist|not supported|is not available)|model_not_found|404 Not Found/i },
    { kind: 'context_length', pattern: /context window|context_length/i },
    { kind: 'server', pattern: /unexpected status 5\d\d|last status: 5\d\d|internal server error/i },
    {
      kind: 'network',
      pattern: /waiting for network|error sending request|connection (failed|refused|reset)|stream disconnected|timed? ?out/i,
    },
    { kind: 'configuration', pattern: /no rollout found|unexpected argument|error loading config|not inside a trusted directory/i },
  ],
  lostSession: /no rollout found for thread id/,
  exits: { 2: 'configuration' },
};

function codexArguments(call: AgentCall): readonly string[] {
  const { model, effort, schema, session } = call;
  return [
    'exec',
    ...(session === undefined ? [] : ['resume']),
    '--json',
    '--skip-git-repo-check',
    ...call.permissions,
    '-c',
    `sandbox_workspace_write.writable_roots=[${JSON.stringify(call.nodeDirectory)}]`,
    ...(model === undefined ? [] : ['--model', model]),
    ...(effort === undefined ? [] : ['-c', `model_reasoning_effort=${JSON.stringify(effort)}`]),
    ...(schema === undefined ? [] : ['--output-schema', schema.file]),
    ...(session === undefined ? [] : [session.id]),
    // The prompt is read from standard input.
    '-',
  ];
}

/** So often it may say that it waits for the network; it does so without end. */
const networkWaits = 10;

function codexReader(): AgentReader {
  let waits = 0;
  return {
    line(value) {
      switch (textAt(value, 'type')) {
        case 'thread.started':
          return [{ type: 'session', id: textAt(value, 'thread_id') }];
        case 'turn.started':
          return [{ type: 'turn' }];
        case 'item.started':
          return started(value);
        case 'item.completed':
          return completed(value);
        case 'turn.completed':
          return [{ type: 'usage', usage: usageOf(value), of: 'session' }, { type: 'completed' }];
        case 'turn.failed':
          return [{ type: 'failed', problem: { message: messageOf(textAt(value, 'error', 'message')) } }];
        case 'error': {
          // The last error is told once more by turn.failed.
          const message = messageOf(textAt(value, 'message'));
          if (/waiting for network/i.test(message) && ++waits >= networkWaits) return [{ type: 'failed', problem: { message } }];
          return [{ type: 'retry', message }];
        }
        default:
          return [];
      }
    },
  };
}

/** Some messages are the body of the provider's answer. */
function messageOf(text: string): string {
  try {
    const body = JSON.parse(text) as JsonObject;
    return textAt(body, 'error', 'message') || text;
  } catch {
    return text;
  }
}

/** Kinds of items that are the agent's tools; the rest is text, thought and plans. */
const toolItems: ReadonlySet<string> = new Set(['command_execution', 'file_change', 'mcp_tool_call', 'web_search', 'collab_tool_call']);

function toolOf(line: JsonObject): { readonly id: string; readonly tool: string; readonly detail: string } | undefined {
  const kind = textAt(line, 'item', 'type');
  if (!toolItems.has(kind)) return undefined;
  const paths = objectsAt(line, 'item', 'changes').map((change) => textAt(change, 'path'));
  const detail = textAt(line, 'item', 'command') || paths.join(' ') || textAt(line, 'item', 'query');
  const tool = kind === 'mcp_tool_call' ? `${textAt(line, 'item', 'server')}.${textAt(line, 'item', 'tool')}` : kind;
  return { id: textAt(line, 'item', 'id'), tool, detail: detail.slice(0, 200) };
}

function started(line: JsonObject): AgentEvent[] {
  const call = toolOf(line);
  return call === undefined ? [] : [{ type: 'tool_call', ...call }];
}

function completed(line: JsonObject): AgentEvent[] {
  if (textAt(line, 'item', 'type') === 'agent_message') return [{ type: 'text', text: textAt(line, 'item', 'text') }];
  const call = toolOf(line);
  if (call === undefined) return [];
  const exit = valueAt(line, 'item', 'exit_code');
  const isError = textAt(line, 'item', 'status') === 'failed' || (typeof exit === 'number' && exit !== 0);
  return [{ type: 'tool_result', id: call.id, tool: call.tool, isError, work: true }];
}

/** Its input counts what came from the cache and went into it. */
function usageOf(line: JsonObject): Usage {
  const tokens = (name: string): number => countAt(line, 'usage', name);
  const read = tokens('cached_input_tokens');
  const written = tokens('cache_write_input_tokens');
  return {
    inputTokens: Math.max(0, tokens('input_tokens') - read - written),
    outputTokens: tokens('output_tokens'),
    reasoningTokens: tokens('reasoning_output_tokens'),
    cacheReadTokens: read,
    cacheWriteTokens: written,
  };
}
