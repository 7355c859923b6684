import type { Json, JsonObject, Usage } from '@attractor/engine';
import { type AgentCall, type AgentEvent, type AgentProblem, type AgentReader, type CommandAgent, detailOf } from './command-agent.ts';
import { countAt, numberAt, objectsAt, textAt, valueAt } from './read-lines.ts';

/** Claude Code, `claude -p` with stream-json output (checked with 2.1.197). */
export const claudeAgent: CommandAgent = {
  name: 'claude',
  title: 'Claude Code',
  command: 'claude',
  install: 'npm install -g @anthropic-ai/claude-code',
  login: 'log in with `claude auth login`, or set ANTHROPIC_API_KEY',
  permissions: ['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash'],
  permissionsVariable: 'ATTRACTOR_CLAUDE_PERMISSIONS',
  providers: ['anthropic'],
  efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
  takesMaxTurns: true,
  takesSchema: () => true,
  ownsVariable: (name, environment) =>
    /^(ANTHROPIC_|CLAUDE_CODE_)/.test(name) ||
    (environment['CLAUDE_CODE_USE_BEDROCK'] !== undefined && name.startsWith('AWS_')) ||
    (environment['CLAUDE_CODE_USE_VERTEX'] !== undefined && name.startsWith('GOOGLE_')),
  // Its default of ten, with growing pauses, is the retry ladder's work here.
  environment: { CLAUDE_CODE_MAX_RETRIES: '2' },
  arguments: claudeArguments,
  reader: claudeReader,
  errors: [
    {
      kind: 'auth',
      pattern:
        /authentication_failed|oauth_org_not_allowed|not logged in|invalid api key|please run \/login|oauth token (has )?(expired|been revoked|revoked)/i,
    },
    {
      kind: 'quota',
      pattern:
        /billing_error|credit balance is too low|usage limit reached|hit your [\w-]*\s*(session|weekly|usage|monthly|spend|opus|5-hour)?\s*(spend )?limit/i,
    },
    { kind: 'not_found', pattern: /model_not_found|issue with the selected model/i },
    { kind: 'rate_limit', pattern: /\brate_limit\b/ },
    { kind: 'context_length', pattern: /prompt is too long/i },
    { kind: 'network', pattern: /connection error|fetch failed|ECONN(RESET|REFUSED)|ENOTFOUND|ETIMEDOUT|EAI_AGAIN/i },
    { kind: 'configuration', pattern: /No conversation found with session ID|unknown option|cannot be launched inside another/i },
  ],
  lostSession: /No conversation found with session ID/,
  exits: {},
};

function claudeArguments(call: AgentCall): readonly string[] {
  const { model, effort, maxTurns, schema, session, budgetUsd } = call;
  return [
    '--print',
    '--output-format',
    'stream-json',
    '--verbose',
    ...(session === undefined ? [] : ['--resume', session.id]),
    ...(model === undefined ? [] : ['--model', model]),
    ...(effort === undefined ? [] : ['--effort', effort]),
    ...(maxTurns === undefined ? [] : ['--max-turns', String(maxTurns)]),
    ...(budgetUsd === undefined ? [] : ['--max-budget-usd', String(budgetUsd)]),
    ...(schema === undefined ? [] : ['--json-schema', JSON.stringify(schema.json)]),
    '--add-dir',
    call.nodeDirectory,
    ...call.permissions,
  ];
}

const answerTool = 'StructuredOutput';

function claudeReader(): AgentReader {
  const tools = new Map<string, string>();
  let lastMessage = '';

  function assistant(line: JsonObject): AgentEvent[] {
    const id = textAt(line, 'message', 'id');
    const events: AgentEvent[] = [];
    // One message comes in several lines; those of sub-agents are no turns of this session.
    if (valueAt(line, 'parent_tool_use_id') === null && id !== lastMessage && textAt(line, 'message', 'model') !== '<synthetic>') {
      lastMessage = id;
      events.push({ type: 'turn' });
    }
    for (const part of objectsAt(line, 'message', 'content')) {
      if (part['type'] !== 'tool_use') continue;
      const call = { id: textAt(part, 'id'), tool: textAt(part, 'name') };
      tools.set(call.id, call.tool);
      events.push({ type: 'tool_call', ...call, detail: detailOf(part['input']) });
    }
    return events;
  }

  function user(line: JsonObject): AgentEvent[] {
    return objectsAt(line, 'message', 'content')
      .filter((part) => part['type'] === 'tool_result')
      .map((part) => {
        const id = textAt(part, 'tool_use_id');
        const tool = tools.get(id) ?? '';
        return { type: 'tool_result', id, tool, isError: part['is_error'] === true, work: tool !== answerTool };
      });
  }

  return {
    line(value) {
      switch (textAt(value, 'type')) {
        case 'system':
          return system(value);
        case 'assistant':
          return assistant(value);
        case 'user':
          return user(value);
        case 'result':
          return result(value);
        default:
          return [];
      }
    },
  };
}

function system(line: JsonObject): AgentEvent[] {
  switch (textAt(line, 'subtype')) {
    case 'init':
      return [{ type: 'session', id: textAt(line, 'session_id'), model: textAt(line, 'model') }];
    case 'api_retry':
      return [{ type: 'retry', message: `${textAt(line, 'error')} ${numberAt(line, 'error_status') ?? ''}`.trim() }];
    default:
      return [];
  }
}

function result(line: JsonObject): AgentEvent[] {
  const used: AgentEvent = { type: 'usage', usage: usageOf(line), of: 'run' };
  const subtype = textAt(line, 'subtype');
  if (subtype === 'error_max_turns') return [used, { type: 'turn_limit' }];
  if (subtype === 'error_max_budget_usd') return [used, { type: 'budget' }];
  if (line['is_error'] === true) return [used, { type: 'failed', problem: problemOf(line) }];
  const structured = valueAt(line, 'structured_output');
  const text = structured === undefined || structured === null ? textAt(line, 'result') : JSON.stringify(structured);
  return [used, { type: 'text', text }, { type: 'completed' }];
}

function problemOf(line: JsonObject): AgentProblem {
  const errors = valueAt(line, 'errors');
  const told = Array.isArray(errors) ? errors.filter((item): item is string => typeof item === 'string').join('; ') : '';
  const status = numberAt(line, 'api_error_status');
  return { message: textAt(line, 'result') || told || textAt(line, 'subtype'), ...(status === undefined ? {} : { status }) };
}

function usageOf(line: Json): Usage {
  const cost = numberAt(line, 'total_cost_usd');
  const tokens = (name: string): number => countAt(line, 'usage', name);
  const usage = {
    inputTokens: tokens('input_tokens'),
    outputTokens: tokens('output_tokens'),
    cacheReadTokens: tokens('cache_read_input_tokens'),
    cacheWriteTokens: tokens('cache_creation_input_tokens'),
  };
  // A cost of 0 is what it says of a model whose price it does not know; one below would give money back.
  return cost === undefined || cost <= 0 ? usage : { ...usage, costUsd: cost };
}
