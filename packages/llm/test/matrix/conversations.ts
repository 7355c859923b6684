import type { Exchange, Message, ModelRequest, ToolDefinition } from '@attractor/llm';
import { expect } from 'vitest';
import { apiKey } from '../server/wire.ts';
import { drain, types } from '../support/harness.ts';
import type { Row } from './row.ts';

const tool: ToolDefinition = {
  name: 'read_file',
  description: 'Reads a file.',
  parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'], additionalProperties: false },
};
const call = { id: 'call_1', name: 'read_file', deltas: ['{"path":', '"a b.txt"}'] };
const image = 'iVBORw0KGgo=';
const wireText = (body: unknown) => JSON.stringify(body);

/** Tools, images, thinking, structured output, records: what goes out and what comes back. */
export const conversationRows: readonly Row[] = [
  {
    name: 'a tool call with its arguments',
    async run(h) {
      h.server.play(h.good({ text: ['Reading.'], calls: [call] }));
      const { events, error } = await drain(h.client().stream({ ...h.request, tools: [tool] }));
      expect(error).toBeUndefined();
      const last = events.at(-1);
      if (last?.type !== 'finish') throw new Error('no finish');
      expect(last.response.finish.reason).toBe('tool_calls');
      expect(last.response.content).toMatchObject([
        { type: 'text', text: 'Reading.' },
        { type: 'tool_call', id: 'call_1', name: 'read_file', input: { path: 'a b.txt' } },
      ]);
      const opened = events.find((event) => event.type === 'tool_call');
      expect(opened).toMatchObject({ index: 1, id: 'call_1', name: 'read_file' });
      const json = events.map((event) => (event.type === 'tool_call_delta' ? event.delta : '')).join('');
      expect(JSON.parse(json)).toEqual({ path: 'a b.txt' });
      expect(wireText(h.server.received[0]?.body)).toContain('"read_file"');
    },
  },
  {
    name: 'parallel calls keep their order and arguments',
    async run(h) {
      const calls = ['x', 'y', 'z'].map((name) => ({ id: `call_${name}`, name: 'read_file', deltas: [`{"path":"${name}"}`] }));
      h.server.play(h.good({ calls }));
      const { content } = await h.client().generate({ ...h.request, tools: [tool] });
      expect(content.map((part) => (part.type === 'tool_call' ? [part.id, part.input] : part.type))).toEqual([
        ['call_x', { path: 'x' }],
        ['call_y', { path: 'y' }],
        ['call_z', { path: 'z' }],
      ]);
    },
  },
  {
    name: 'a call without arguments has an empty object',
    async run(h) {
      h.server.play(h.good({ calls: [{ id: 'call_1', name: 'read_file', deltas: [] }] }));
      expect((await h.client().generate({ ...h.request, tools: [tool] })).content).toMatchObject([{ type: 'tool_call', input: {} }]);
    },
  },
  {
    name: 'arguments that were cut off are no tool call',
    async run(h) {
      // Gemini sends calls whole; what it reports of a limit is the reason alone.
      const whole = h.wire.provider === 'gemini';
      const deltas = whole ? ['{"path":"a"}'] : ['{"path":', '"a b'];
      h.server.play(h.good({ calls: [{ ...call, deltas }], finish: 'length' }));
      const { content, finish } = await h.client().generate({ ...h.request, tools: [tool] });
      expect(finish.reason).toBe('length');
      expect(content).toMatchObject(
        whole
          ? [{ type: 'tool_call' }]
          : [{ type: 'malformed_tool_call', id: 'call_1', name: 'read_file', text: '{"path":"a b', problem: 'the arguments are cut off' }],
      );
    },
  },
  {
    name: 'a conversation with calls, results, errors and images goes back in the format of the provider',
    async run(h) {
      const messages: Message[] = [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is in a and b?' },
            { type: 'image', source: { kind: 'base64', mediaType: 'image/png', data: image } },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'I look.' },
            { type: 'tool_call', id: 'call_a', name: 'read_file', input: { path: 'a' } },
            { type: 'malformed_tool_call', id: 'call_b', name: 'read_file', text: '{"pa', problem: 'the arguments are cut off' },
          ],
        },
        {
          role: 'tool',
          content: [
            { type: 'tool_result', callId: 'call_a', content: [{ type: 'text', text: 'content of a' }] },
            { type: 'tool_result', callId: 'call_b', content: [{ type: 'text', text: 'arguments were cut off' }], isError: true },
          ],
        },
      ];
      h.server.play(h.good({ text: ['ok'] }));
      await h
        .client()
        .generate({ ...h.request, messages, tools: [tool], system: 'You are brief.', toolChoice: { mode: 'required' }, maxTokens: 77 });
      const sent = h.server.received[0]?.body;
      expect(sent).toMatchObject(conversationBody[h.wire.provider]);
    },
  },
  {
    name: 'thinking is kept with its signature and goes back verbatim, to its own provider only',
    async run(h) {
      const turn = { thinking: { deltas: ['Let me', ' think.'], signature: 'sig+abc==' }, calls: [call] };
      h.server.play(h.good(turn));
      const client = h.client();
      const request: ModelRequest = { ...h.request, tools: [tool] };
      const { events } = await drain(client.stream(request));
      expect(types(events)).toContain('start thinking thinking');
      const last = events.at(-1);
      if (last?.type !== 'finish') throw new Error('no finish');
      const { content } = last.response;
      expect(content[0]).toMatchObject({ type: 'thinking', text: 'Let me think.' });
      expect(wireText(content).includes('sig+abc==')).toBe(h.wire.signs);
      const results: Message = {
        role: 'tool',
        content: [{ type: 'tool_result', callId: 'call_1', content: [{ type: 'text', text: 'x' }] }],
      };
      h.server.play(h.good({ text: ['ok'] }));
      await client.generate({ ...request, messages: [...request.messages, { role: 'assistant', content }, results] });
      expect(wireText(h.server.received[0]?.body).includes('sig+abc==')).toBe(h.wire.signs);
      const foreign = content.map((part) =>
        'signature' in part && part.signature ? { ...part, signature: { ...part.signature, provider: 'elsewhere' } } : part,
      );
      h.server.play(h.good({ text: ['ok'] }));
      await client.generate({ ...request, messages: [...request.messages, { role: 'assistant', content: foreign }, results] });
      expect(wireText(h.server.received[0]?.body)).not.toContain('sig+abc==');
      expect(wireText(h.server.received[0]?.body)).not.toContain('Let me think.');
    },
  },
  {
    name: 'structured output by the provider’s own option',
    async run(h) {
      const schema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'], additionalProperties: false };
      h.server.play(h.good({ text: ['{"ok":', 'true}'] }));
      const response = await h.client().generate({ ...h.request, responseFormat: { type: 'json_schema', name: 'verdict', schema } });
      expect(response.content).toMatchObject([{ type: 'text', text: '{"ok":true}' }]);
      expect(h.server.received[0]?.body).toMatchObject(schemaBody(schema)[h.wire.provider]);
    },
  },
  {
    name: 'effort, temperature and options of the provider reach the wire; what is not given is not sent',
    async run(h) {
      h.server.play(h.good({ text: ['ok'] }));
      await h.client().generate({ ...h.request, effort: 'high', temperature: 0.25, providerOptions: { seed: 7 } });
      expect(h.server.received[0]?.body).toMatchObject(effortBody[h.wire.provider]);
      h.server.play(h.good({ text: ['ok'] }));
      await h.client().generate(h.request);
      expect(wireText(h.server.received[0]?.body)).not.toMatch(/effort|temperature|seed|tool|topP|top_p|thinkingLevel/);
    },
  },
  {
    name: 'key and extra headers reach the server, and no secret reaches a record',
    async run(h) {
      const exchanges: Exchange[] = [];
      const client = h.client({ headers: { 'x-gateway-token': 'gateway-secret' }, recorder: (exchange) => exchanges.push(exchange) });
      h.server.play(h.failed('server'), h.good({ text: ['Hel', 'lo'] }));
      await client.generate({ ...h.request, system: `Never say ${apiKey}.` });
      const { headers } = h.server.received[1] ?? {};
      expect(headers?.['x-gateway-token']).toBe('gateway-secret');
      expect(headers?.[h.wire.keyHeader.name]).toBe(h.wire.keyHeader.value);
      const text = JSON.stringify(exchanges);
      expect(text).not.toContain('gateway-secret');
      expect(JSON.stringify(exchanges.map(({ wire, stream }) => [wire, stream]))).not.toContain(apiKey);
      expect(exchanges.map(({ attempt, status, answer }) => [attempt, status, answer.kind])).toEqual([
        [1, 500, 'failed'],
        [2, 200, 'finished'],
      ]);
      expect(exchanges[1]).toMatchObject({ provider: h.wire.provider, request: { model: h.wire.model }, wire: { method: 'POST' } });
      expect(exchanges[1]?.stream).toBe(h.frames({ text: ['Hel', 'lo'] }).join(''));
      expect(JSON.parse(text)).toEqual(exchanges);
    },
  },
  {
    name: 'a recorder that throws changes nothing',
    async run(h) {
      h.server.play(h.good({ text: ['ok'] }));
      const recorder = () => {
        throw new Error('disk full');
      };
      expect((await h.client({ recorder }).generate(h.request)).finish.reason).toBe('stop');
    },
  },
  {
    name: 'a glob takes the newest of the provider’s list, asked once, and the response says so',
    async run(h) {
      const ids = ['old-1-20250101', 'fam-1-5', 'fam-2-1', 'fam-2-10'];
      h.server.play(
        { headers: { 'content-type': 'application/json' }, steps: [{ send: JSON.stringify(h.wire.list(ids)) }] },
        h.good({ text: ['ok'], model: 'fam-2-10-snapshot' }),
      );
      const client = h.client();
      const response = await client.generate({ ...h.request, model: 'fam-*' });
      expect(response).toMatchObject({ requestedModel: 'fam-*', resolvedModel: 'fam-2-10', model: 'fam-2-10-snapshot' });
      await client.generate({ ...h.request, model: 'fam-*' });
      expect(h.server.received.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST']);
      expect(await client.resolveModel('fam-?-?')).toEqual({
        requested: 'fam-?-?',
        id: 'fam-2-1',
        by: 'glob',
        candidates: ['fam-2-1', 'fam-1-5'],
      });
    },
  },
  {
    name: 'a glob that nothing matches names what there is',
    async run(h) {
      h.server.play({ headers: { 'content-type': 'application/json' }, steps: [{ send: JSON.stringify(h.wire.list(['one', 'two'])) }] });
      const { error } = await drain(h.client().stream({ ...h.request, model: 'none-*' }));
      expect(error).toMatchObject({ kind: 'not_found', message: expect.stringContaining('one, two') });
    },
  },
  {
    name: 'the list of models fails and is repeated like a call',
    async run(h) {
      h.server.play(h.failed('overloaded'), {
        headers: { 'content-type': 'application/json' },
        steps: [{ send: JSON.stringify(h.wire.list(['one'])) }],
      });
      expect((await h.client().listModels()).map(({ id }) => id)).toEqual(['one']);
      h.server.play(h.failed('auth'));
      await expect(h.client().listModels()).rejects.toMatchObject({ kind: 'auth' });
    },
  },
  {
    name: 'cost by the model that answered; unknown is undefined',
    async run(h) {
      const prices = new Map([[`${h.wire.provider}/answered-*`, { input: 1, output: 2, cacheRead: 0.1, cacheWrite: 1.25 }]]);
      h.server.play(h.good({ text: ['ok'], model: 'answered-1' }), h.good({ text: ['ok'], model: 'unheard-of' }));
      const client = h.client({ prices });
      const { usage } = await client.generate(h.request);
      const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens = 0 } = h.wire.usage;
      expect(usage.costUsd).toBeCloseTo((inputTokens + outputTokens * 2 + cacheReadTokens * 0.1 + cacheWriteTokens * 1.25) / 1e6, 12);
      expect('costUsd' in (await client.generate(h.request)).usage).toBe(false);
    },
  },
];

const conversationBody = {
  anthropic: {
    max_tokens: 77,
    tool_choice: { type: 'any' },
    system: [{ type: 'text', text: 'You are brief.' }],
    tools: [{ name: 'read_file', description: 'Reads a file.', input_schema: tool.parameters }],
    messages: [
      { role: 'user', content: [{ type: 'text' }, { type: 'image', source: { type: 'base64', media_type: 'image/png', data: image } }] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'call_a', name: 'read_file', input: { path: 'a' } },
          { type: 'tool_use', id: 'call_b', name: 'read_file', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'call_a', content: [{ type: 'text', text: 'content of a' }] },
          { type: 'tool_result', tool_use_id: 'call_b', is_error: true },
        ],
      },
    ],
  },
  openai: {
    max_output_tokens: 77,
    tool_choice: 'required',
    instructions: 'You are brief.',
    store: false,
    include: ['reasoning.encrypted_content'],
    tools: [{ type: 'function', name: 'read_file', parameters: tool.parameters }],
    input: [
      { role: 'user', content: [{ type: 'input_text' }, { type: 'input_image', image_url: `data:image/png;base64,${image}` }] },
      { role: 'assistant', content: 'I look.' },
      { type: 'function_call', call_id: 'call_a', name: 'read_file', arguments: '{"path":"a"}' },
      { type: 'function_call', call_id: 'call_b', name: 'read_file', arguments: '{}' },
      { type: 'function_call_output', call_id: 'call_a', output: 'content of a' },
      { type: 'function_call_output', call_id: 'call_b', output: 'Error: arguments were cut off' },
    ],
  },
  'openai-compatible': {
    max_tokens: 77,
    tool_choice: 'required',
    stream_options: { include_usage: true },
    tools: [{ type: 'function', function: { name: 'read_file', parameters: tool.parameters } }],
    messages: [
      { role: 'system', content: 'You are brief.' },
      { role: 'user', content: [{ type: 'text' }, { type: 'image_url', image_url: { url: `data:image/png;base64,${image}` } }] },
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [
          { id: 'call_a', function: { name: 'read_file', arguments: '{"path":"a"}' } },
          { id: 'call_b', function: { name: 'read_file', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_a', content: 'content of a' },
      { role: 'tool', tool_call_id: 'call_b', content: 'Error: arguments were cut off' },
    ],
  },
  gemini: {
    generationConfig: { maxOutputTokens: 77 },
    toolConfig: { functionCallingConfig: { mode: 'ANY' } },
    systemInstruction: { parts: [{ text: 'You are brief.' }] },
    tools: [{ functionDeclarations: [{ name: 'read_file', parametersJsonSchema: tool.parameters }] }],
    contents: [
      { role: 'user', parts: [{ text: 'What is in a and b?' }, { inlineData: { mimeType: 'image/png', data: image } }] },
      {
        role: 'model',
        parts: [
          { text: 'I look.' },
          { functionCall: { id: 'call_a', name: 'read_file', args: { path: 'a' } }, thoughtSignature: 'skip_thought_signature_validator' },
          { functionCall: { id: 'call_b', name: 'read_file' } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'call_a', name: 'read_file', response: { output: 'content of a' } } },
          { functionResponse: { id: 'call_b', name: 'read_file', response: { error: 'arguments were cut off' } } },
        ],
      },
    ],
  },
};

const schemaBody = (schema: object) => ({
  anthropic: { output_config: { format: { type: 'json_schema', schema } } },
  openai: { text: { format: { type: 'json_schema', name: 'verdict', schema, strict: true } } },
  'openai-compatible': { response_format: { type: 'json_schema', json_schema: { name: 'verdict', schema, strict: true } } },
  gemini: { generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema } },
});

const effortBody = {
  anthropic: { output_config: { effort: 'high' }, temperature: 0.25, seed: 7 },
  openai: { reasoning: { effort: 'high' }, temperature: 0.25, seed: 7 },
  'openai-compatible': { reasoning_effort: 'high', temperature: 0.25, seed: 7 },
  gemini: { generationConfig: { thinkingConfig: { thinkingLevel: 'HIGH' }, temperature: 0.25, seed: 7 } },
};
