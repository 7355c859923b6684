import { apiKey, type ErrorName, sse, type Turn, type Wire } from './wire.ts';

const finishes = { stop: 'STOP', length: 'MAX_TOKENS', tool_calls: 'STOP', content_filter: 'SAFETY', other: 'OTHER' } as const;
const google = 'type.googleapis.com/google.rpc';
const minute = {
  '@type': `${google}.QuotaFailure`,
  violations: [{ quotaId: 'GenerateRequestsPerMinutePerProjectPerModel', quotaValue: '5' }],
};
const day = {
  '@type': `${google}.QuotaFailure`,
  violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier', quotaValue: '20' }],
};
const badKey = { '@type': `${google}.ErrorInfo`, reason: 'API_KEY_INVALID', domain: 'googleapis.com' };
const exceeded = 'You exceeded your current quota, please check your plan and billing details.';

const errors: Readonly<Record<ErrorName, readonly [number, string, string, ...object[]]>> = {
  auth: [400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', badKey],
  permission: [403, 'PERMISSION_DENIED', 'Permission denied on resource project.'],
  not_found: [404, 'NOT_FOUND', 'models/none is not found for API version v1beta'],
  bad_request: [400, 'INVALID_ARGUMENT', 'GenerateContentRequest.contents: contents is not specified'],
  context_length: [400, 'INVALID_ARGUMENT', 'The input token count (1048577) exceeds the maximum number of tokens allowed (1048576).'],
  rate_limit: [429, 'RESOURCE_EXHAUSTED', exceeded, minute],
  quota: [429, 'RESOURCE_EXHAUSTED', exceeded, day, { '@type': `${google}.RetryInfo`, retryDelay: '20.2s' }],
  server: [500, 'INTERNAL', 'An internal error has occurred.'],
  overloaded: [503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'],
};

function frames(turn: Turn): string[] {
  const usageMetadata = {
    promptTokenCount: 130,
    candidatesTokenCount: 40,
    thoughtsTokenCount: 10,
    cachedContentTokenCount: 30,
    totalTokenCount: 180,
  };
  const chunk = (parts: readonly object[], finishReason?: string) =>
    sse({
      candidates: [{ content: { parts, role: 'model' }, index: 0, ...(finishReason === undefined ? {} : { finishReason }) }],
      modelVersion: turn.model ?? wire.model,
      responseId: 'resp_1',
      usageMetadata,
    });
  const out = (turn.thinking?.deltas ?? []).map((text) => chunk([{ text, thought: true }]));
  const [firstText, ...texts] = turn.text ?? [];
  const signature = turn.thinking === undefined ? {} : { thoughtSignature: turn.thinking.signature };
  const signText = turn.calls === undefined ? signature : {};
  if (firstText !== undefined) out.push(chunk([{ text: firstText }]), ...texts.map((text) => chunk([{ text }])));
  if (firstText !== undefined && turn.calls === undefined && turn.thinking !== undefined) out.push(chunk([{ text: '', ...signText }]));
  for (const [index, { id, name, deltas }] of (turn.calls ?? []).entries()) {
    // Calls come whole in this format; arguments that were cut off cannot exist.
    out.push(chunk([{ functionCall: { id, name, args: JSON.parse(deltas.join('') || '{}') }, ...(index === 0 ? signature : {}) }]));
  }
  out.push(chunk([], finishes[turn.finish ?? (turn.calls === undefined ? 'stop' : 'tool_calls')]));
  return out;
}

const wire: Wire = {
  provider: 'gemini',
  model: 'gemini-3.1-pro-preview',
  basePath: '',
  frames,
  errorFrame: () => sse({ error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } }),
  error(name) {
    const [status, word, message, ...details] = errors[name];
    return { status, body: { error: { code: status, message, status: word, ...(details.length === 0 ? {} : { details }) } } };
  },
  badFrame: 'data: {"candidates":[{"content":{"par\n\n',
  list: (ids) => ({ models: ids.map((id) => ({ name: `models/${id}`, displayName: id })) }),
  usage: { inputTokens: 100, outputTokens: 50, reasoningTokens: 10, cacheReadTokens: 30 },
  signs: true,
  keyHeader: { name: 'x-goog-api-key', value: apiKey },
};
export const geminiWire = wire;
