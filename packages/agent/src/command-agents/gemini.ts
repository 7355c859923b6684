import type { JsonObject, Usage } from '@attractor/engine';
import { type AgentCall, type AgentEvent, type AgentProblem, type AgentReader, type CommandAgent, detailOf } from './command-agent.ts';
import { countAt, textAt } from './read-lines.ts';

/** Gemini CLI with stream-json output (checked with 0.61.0). */
export const geminiAgent: CommandAgent = {
  name: 'gemini',
  title: 'Gemini CLI',
  command: 'gemini',
  install: 'npm install -g @google/gemini-cli',
  login: 'log in by starting `gemini` once, or set GEMINI_API_KEY',
  permissions: ['--approval-mode', 'yolo', '--skip-trust'],
  permissionsVariable: 'ATTRACTOR_GEMINI_PERMISSIONS',
  providers: ['gemini'],
  efforts: [],
  takesMaxTurns: false,
  takesSchema: () => false,
  ownsVariable: (name) => /^(GEMINI_|GOOGLE_)/.test(name),
  environment: {},
  arguments: geminiArguments,
  reader: geminiReader,
  errors: [
    {
      kind: 'auth',
      pattern:
        /API key not valid|API_KEY_INVALID|UNAUTHENTICATED|Invalid auth method|must specify the GEMINI_API_KEY|set an Auth method|login required|authentication/i,
    },
    {
      kind: 'quota',
      pattern: /exhausted your (daily )?(quota|capacity)|PerDay|PerMonth|prepa\w+ credits are depleted|QUOTA_EXHAUSTED|spending cap/i,
    },
    { kind: 'permission', pattern: /PERMISSION_DENIED/ },
    { kind: 'not_found', pattern: /is not found for API version|NOT_FOUND|ModelNotFound/i },
    { kind: 'overloaded', pattern: /UNAVAILABLE|overloaded|\b503\b/i },
    { kind: 'rate_limit', pattern: /RESOURCE_EXHAUSTED|\b429\b|rate limit/i },
    { kind: 'context_length', pattern: /input token count .*exceeds/i },
    { kind: 'server', pattern: /INTERNAL\b|"code":5\d\d|status 5\d\d/ },
    { kind: 'network', pattern: /fetch failed|ECONN(RESET|REFUSED)|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|network error/i },
    { kind: 'configuration', pattern: /Error resuming session|Unknown argument|untrusted/i },
  ],
  lostSession: /Error resuming session: (Invalid session identifier|No previous sessions found)/,
  exits: { 41: 'auth', 42: 'bad_request', 44: 'configuration', 52: 'configuration', 55: 'configuration' },
};

function geminiArguments({ model, session, nodeDirectory, permissions }: AgentCall): readonly string[] {
  return [
    '--output-format',
    'stream-json',
    ...(session === undefined ? [] : ['--resume', session.id]),
    ...(model === undefined ? [] : ['--model', model]),
    '--include-directories',
    nodeDirectory,
    ...permissions,
  ];
}

/** It repeats a refused call ten times, for minutes; after so many the retry ladder takes over. */
const callsAtMost = 3;

function geminiReader(): AgentReader {
  const tools = new Map<string, string>();
  let afterTool = true;
  return {
    line(value) {
      switch (textAt(value, 'type')) {
        case 'init':
          return [{ type: 'session', id: textAt(value, 'session_id'), model: textAt(value, 'model') }, { type: 'turn' }];
        case 'message': {
          if (textAt(value, 'role') !== 'assistant') return [];
          const append = !afterTool;
          afterTool = false;
          return [{ type: 'text', text: textAt(value, 'content'), append }];
        }
        case 'tool_use': {
          const call = { id: textAt(value, 'tool_id'), tool: textAt(value, 'tool_name') };
          tools.set(call.id, call.tool);
          afterTool = true;
          return [{ type: 'tool_call', ...call, detail: detailOf(value['parameters']) }];
        }
        case 'tool_result': {
          const id = textAt(value, 'tool_id');
          const isError = textAt(value, 'status') !== 'success';
          return [{ type: 'tool_result', id, tool: tools.get(id) ?? '', isError, work: true }];
        }
        case 'error':
          return [{ type: 'retry', message: textAt(value, 'message') }];
        case 'result':
          return result(value);
        default:
          return [];
      }
    },
    stderr: hopeless,
  };
}

/** `Attempt 3 failed with status 429. Retrying with backoff... <the provider's answer>` */
function hopeless(line: string): AgentProblem | undefined {
  const attempt = /^Attempt (\d+) failed with status (\d+)/.exec(line);
  if (attempt === null) return undefined;
  const spent = /PerDay|PerMonth|credits are depleted/i.test(line);
  if (!spent && Number(attempt[1]) < callsAtMost) return undefined;
  const told = providerError(line);
  return { ...told, ...(spent ? { code: 'QUOTA_EXHAUSTED' } : {}), status: Number(attempt[2]) };
}

/** The provider's error within a text of the agent: its message and word; the text itself where there is none. */
function providerError(text: string): { readonly message: string; readonly code?: string } {
  try {
    const body = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as JsonObject;
    const message = textAt(body, 'error', 'message');
    const code = textAt(body, 'error', 'status');
    return message === '' ? { message: text } : { message, ...(code === '' ? {} : { code }) };
  } catch {
    return { message: text.slice(0, 1000) };
  }
}

function result(line: JsonObject): AgentEvent[] {
  const used: AgentEvent = { type: 'usage', usage: usageOf(line), of: 'run' };
  if (textAt(line, 'status') === 'success') return [used, { type: 'completed' }];
  const message = textAt(line, 'error', 'message');
  const type = textAt(line, 'error', 'type');
  if (/max(imum)? (session )?turns|FatalTurnLimited/i.test(`${type} ${message}`)) return [used, { type: 'turn_limit' }];
  const status = /"code":\s*(\d{3})\b/.exec(message)?.[1];
  return [
    used,
    {
      type: 'failed',
      problem: { code: type, ...providerError(message || 'no message'), ...(status === undefined ? {} : { status: Number(status) }) },
    },
  ];
}

function usageOf(line: JsonObject): Usage {
  const tokens = (name: string): number => countAt(line, 'stats', name);
  const read = tokens('cached');
  const total = tokens('total_tokens');
  // What it thinks counts in the sum alone.
  const reasoning = Math.max(0, total - tokens('input_tokens') - tokens('output_tokens'));
  return {
    inputTokens: Math.max(0, tokens('input_tokens') - read),
    outputTokens: tokens('output_tokens') + reasoning,
    ...(reasoning > 0 ? { reasoningTokens: reasoning } : {}),
    cacheReadTokens: read,
  };
}
