// The vendors' command-line agents as this check installs and starts them: versions, a model whose tools the mock can call, and
// the environment that leads each to a server on loopback.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const packages = [
  '@anthropic-ai/claude-code@2.1.197',
  '@openai/codex@0.171.0',
  '@google/gemini-cli@0.61.0',
  '@copilotkit/aimock@1.43.0',
];

const key = 'sk-test-0123456789';
const usage = { input_tokens: 11, output_tokens: 7, total_tokens: 18, prompt_tokens: 11, completion_tokens: 7 };

/** @typedef {{name: string, sessions: string[], model: string, write(file: string, content: string): object, shell(command: string): object, errors: Record<string, object>, environment(home: string, url: string): Record<string, string>}} Agent */

/** @type {Agent[]} */
export const agents = [
  {
    name: 'claude',
    sessions: ['.claude/projects'],
    model: 'claude-opus-4-8',
    write: (file, content) => call('Write', { file_path: file, content }),
    shell: (command) => call('Bash', { command, timeout: 600_000 }),
    errors: {
      auth: error(401, 'invalid x-api-key', 'authentication_error'),
      quota: error(
        400,
        'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing.',
        'invalid_request_error',
      ),
      rate: error(429, "This request would exceed your organization's rate limit", 'rate_limit_error'),
      overload: error(529, 'Overloaded', 'overloaded_error'),
      model: error(404, 'model: claude-opus-4-8', 'not_found_error'),
    },
    environment: (_home, url) => ({
      ANTHROPIC_API_KEY: key,
      ANTHROPIC_BASE_URL: url,
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_MAX_RETRIES: '1',
    }),
  },
  {
    name: 'codex',
    sessions: ['codex/sessions', 'codex/archived_sessions'],
    // Newer models get their tools in a form that the mock does not answer in.
    model: 'gpt-5.1',
    write: (file, content) => call('exec_command', { cmd: `printf %s ${content} > ${file}` }),
    shell: (command) => call('exec_command', { cmd: command, yield_time_ms: 600_000 }),
    errors: {
      auth: error(401, 'Incorrect API key provided', 'invalid_api_key'),
      quota: error(429, 'You exceeded your current quota, please check your plan and billing details.', 'insufficient_quota'),
      rate: error(429, 'Rate limit reached', 'rate_limit_exceeded'),
      overload: error(503, 'The server is overloaded', 'server_is_overloaded'),
      model: error(404, 'The model gpt-5.1 does not exist or you do not have access to it.', 'model_not_found'),
    },
    environment(home, url) {
      const folder = join(home, 'codex');
      mkdirSync(folder, { recursive: true });
      const config = {
        model_provider: '"mock"',
        'model_providers.mock.name': '"mock"',
        'model_providers.mock.base_url': JSON.stringify(`${url}/v1`),
        'model_providers.mock.env_key': '"OPENAI_API_KEY"',
        'model_providers.mock.wire_api': '"responses"',
        'model_providers.mock.request_max_retries': '1',
        'model_providers.mock.stream_max_retries': '1',
      };
      writeFileSync(
        join(folder, 'config.toml'),
        Object.entries(config)
          .map(([name, value]) => `${name} = ${value}\n`)
          .join(''),
      );
      return { CODEX_HOME: folder, OPENAI_API_KEY: key };
    },
  },
  {
    name: 'gemini',
    sessions: ['.gemini/tmp', '.gemini/history'],
    model: 'gemini-2.5-pro',
    write: (file, content) => call('write_file', { file_path: file, content }),
    shell: (command) => call('run_shell_command', { command }),
    errors: {
      auth: error(400, 'API key not valid. Please pass a valid API key.', 'INVALID_ARGUMENT'),
      quota: error(429, 'Your prepayment credits are depleted. Please go to AI Studio to manage your billing.', 'RESOURCE_EXHAUSTED'),
      rate: error(429, 'You exceeded your current quota, please check your plan and billing details.', 'RESOURCE_EXHAUSTED'),
      overload: error(503, 'The model is overloaded. Please try again later.', 'UNAVAILABLE'),
      model: error(404, 'models/gemini-2.5-pro is not found for API version v1beta', 'NOT_FOUND'),
    },
    environment(home, url) {
      mkdirSync(join(home, '.gemini'), { recursive: true });
      const settings = { security: { auth: { selectedType: 'gemini-api-key' } } };
      writeFileSync(join(home, '.gemini', 'settings.json'), JSON.stringify(settings));
      return { GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: url };
    },
  },
];

function call(name, input) {
  return { toolCalls: [{ name, arguments: JSON.stringify(input) }], usage };
}

export function text(content) {
  return { content, usage };
}

function error(status, message, type) {
  return { status, error: { message, type, code: type }, retryAfter: 1 };
}
