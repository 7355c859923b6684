import { apiKey, type ErrorName, sse, type Turn, type Wire } from './wire.ts';

const errors: Readonly<Record<ErrorName, readonly [number, string, string | null, string]>> = {
  auth: [401, 'invalid_request_error', 'invalid_api_key', 'Incorrect API key provided.'],
  permission: [403, 'invalid_request_error', 'unsupported_country_region_territory', 'Country, region, or territory not supported'],
  not_found: [404, 'invalid_request_error', 'model_not_found', 'The model `none` does not exist or you do not have access to it.'],
  bad_request: [400, 'invalid_request_error', null, 'Missing required parameter: input.'],
  context_length: [400, 'invalid_request_error', 'context_length_exceeded', 'Your input exceeds the context window of this model.'],
  rate_limit: [429, 'requests', 'rate_limit_exceeded', 'Rate limit reached for requests per min.'],
  quota: [429, 'insufficient_quota', 'insufficient_quota', 'You exceeded your current quota, please check your plan and billing details.'],
  server: [500, 'server_error', null, 'The server had an error while processing your request.'],
  overloaded: [503, 'server_error', 'slow_down', 'The engine is currently overloaded, please try again later'],
};

/** Errors and list of models, which both formats of OpenAI share. */
export const openaiErrors: Pick<Wire, 'error' | 'list' | 'keyHeader' | 'basePath'> = {
  basePath: '/v1',
  error(name) {
    const [status, type, code, message] = errors[name];
    return { status, body: { error: { message, type, param: null, code } } };
  },
  list: (ids) => ({
    object: 'list',
    data: ids.map((id, at) => ({ id, object: 'model', created: 1_700_000_000 + at, owned_by: 'system' })),
  }),
  keyHeader: { name: 'authorization', value: `Bearer ${apiKey}` },
};

function frames(turn: Turn): string[] {
  let sequence_number = 0;
  const at = (type: string, data: object) => sse({ type, sequence_number: sequence_number++, ...data }, type);
  const response = { id: 'resp_1', object: 'response', status: 'in_progress', model: turn.model ?? wire.model, output: [] as object[] };
  const out = [at('response.created', { response }), at('response.in_progress', { response })];
  const item = (added: object, done: object, deltas: (output_index: number) => string[]) => {
    const output_index = response.output.length;
    out.push(at('response.output_item.added', { output_index, item: added }), ...deltas(output_index));
    out.push(at('response.output_item.done', { output_index, item: done }));
    response.output.push(done);
  };
  if (turn.thinking !== undefined) {
    const { deltas, signature } = turn.thinking;
    const summary = [{ type: 'summary_text', text: deltas.join('') }];
    item(
      { type: 'reasoning', id: 'rs_1', summary: [] },
      { type: 'reasoning', id: 'rs_1', summary, encrypted_content: signature },
      (output_index) => [
        at('response.reasoning_summary_part.added', { output_index, summary_index: 0, item_id: 'rs_1' }),
        ...deltas.map((delta) => at('response.reasoning_summary_text.delta', { output_index, summary_index: 0, item_id: 'rs_1', delta })),
      ],
    );
  }
  if (turn.text !== undefined) {
    const content = [{ type: 'output_text', text: turn.text.join(''), annotations: [] }];
    const texts = turn.text;
    item(
      { type: 'message', id: 'msg_1', role: 'assistant', content: [] },
      { type: 'message', id: 'msg_1', role: 'assistant', content },
      (output_index) => [
        at('response.content_part.added', { output_index, content_index: 0, item_id: 'msg_1', part: { type: 'output_text', text: '' } }),
        ...texts.map((delta) => at('response.output_text.delta', { output_index, content_index: 0, item_id: 'msg_1', delta })),
        at('response.output_text.done', { output_index, content_index: 0, item_id: 'msg_1', text: texts.join('') }),
      ],
    );
  }
  for (const { id, name, deltas } of turn.calls ?? []) {
    const call = { type: 'function_call', id: `fc_${id}`, call_id: id, name };
    item({ ...call, arguments: '' }, { ...call, arguments: deltas.join('') }, (output_index) =>
      deltas.map((delta) => at('response.function_call_arguments.delta', { output_index, item_id: call.id, delta })),
    );
  }
  const usage = {
    input_tokens: 150,
    input_tokens_details: { cached_tokens: 30, cache_write_tokens: 20 },
    output_tokens: 50,
    output_tokens_details: { reasoning_tokens: 10 },
    total_tokens: 200,
  };
  const cut = turn.finish === 'length' ? 'max_output_tokens' : turn.finish === 'content_filter' ? 'content_filter' : undefined;
  out.push(
    cut === undefined
      ? at('response.completed', { response: { ...response, status: 'completed', usage } })
      : at('response.incomplete', { response: { ...response, status: 'incomplete', incomplete_details: { reason: cut }, usage } }),
  );
  return out;
}

const wire: Wire = {
  ...openaiErrors,
  provider: 'openai',
  model: 'gpt-5.6-sol',
  frames,
  errorFrame: () =>
    sse({ type: 'error', code: 'server_error', message: 'The server had an error', param: null, sequence_number: 1 }, 'error'),
  badFrame: 'event: response.output_text.delta\ndata: {"type":"response.output_text.delta","del\n\n',
  usage: { inputTokens: 100, outputTokens: 50, reasoningTokens: 10, cacheReadTokens: 30, cacheWriteTokens: 20 },
  signs: true,
};
export const openaiWire = wire;
