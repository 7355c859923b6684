import { createModelClient, type ModelResponse, replayEvents } from '@attractor/llm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { geminiParameters } from '../../src/providers/gemini/request.ts';
import { responsesBody } from '../../src/providers/openai/request.ts';
import { isStrict } from '../../src/providers/openai/strict-schema.ts';
import { type PlayServer, startPlayServer } from '../server/play-server.ts';
import { sse } from '../server/wire.ts';
import { drain, types } from '../support/harness.ts';

let server: PlayServer;
beforeAll(async () => {
  server = await startPlayServer();
});
afterAll(() => server.close());

const messages = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'go' }] }];
const chat = () => createModelClient({ provider: 'openai-compatible', baseUrl: `${server.url}/v1`, environment: {} });
const chunk = (delta: object, finish_reason: string | null = null) => ({
  send: sse({ id: 'c', model: 'm', choices: [{ index: 0, delta, finish_reason }] }),
});

test('backends.md 4: servers that send whole calls under one index, or without ids', async () => {
  server.play({
    steps: [
      chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'one', arguments: '{"n":1}' } }] }),
      chunk({ tool_calls: [{ index: 0, id: 'b', function: { name: 'two', arguments: '{"n":2}' } }] }),
      chunk({ tool_calls: [{ index: 1, function: { name: 'three', arguments: '{"n":3}' } }] }, 'tool_calls'),
    ],
  });
  const { content } = await chat().generate({ model: 'm', messages });
  expect(content.map((part) => (part.type === 'tool_call' ? [part.id, part.name, part.input['n']] : part))).toEqual([
    ['a', 'one', 1],
    ['b', 'two', 2],
    ['call_2', 'three', 3],
  ]);
});

test('backends.md 4: a server without [DONE], usage or ids', async () => {
  server.play({ steps: [{ send: sse({ choices: [{ index: 0, delta: { content: 'hi' }, finish_reason: 'stop' }] }) }] });
  expect(await chat().generate({ model: 'm', messages })).toMatchObject({
    model: 'm',
    content: [{ text: 'hi' }],
    usage: { inputTokens: 0, outputTokens: 0 },
  });
});

test('backends.md 4: the Responses API has no stop sequences: refused before anything is sent', async () => {
  server.play({ steps: [] });
  const client = createModelClient({ provider: 'openai', apiKey: 'key-1', baseUrl: `${server.url}/v1` });
  const { error } = await drain(client.stream({ model: 'm', messages, stop: ['END'] }));
  expect(error).toMatchObject({ kind: 'bad_request', retryable: false });
  expect(server.received).toHaveLength(0);
});

test('backends.md 4: encrypted reasoning is asked of models that have it', () => {
  expect(responsesBody({ model: 'gpt-5.6-sol', messages }).include).toEqual(['reasoning.encrypted_content']);
  expect(responsesBody({ model: 'gpt-4.1', messages }).include).toBeUndefined();
});

test.each([
  [{ type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }, true],
  [{ type: 'object', properties: { a: { type: 'string' } }, required: [], additionalProperties: false }, false],
  [{ type: 'object', properties: {}, required: [] }, false],
  [{ type: 'array', items: { type: 'object', properties: {} } }, false],
])('backends.md 2: strict mode for %j: %s', (schema, expected) => {
  expect(isStrict(schema)).toBe(expected);
});

test('backends.md 4: Gemini calls without an id get one that is not sent back; parallel calls are signed once', async () => {
  const parts = [{ functionCall: { name: 'one', args: {} }, thoughtSignature: 's1' }, { functionCall: { name: 'two', args: {} } }];
  server.play({ steps: [{ send: sse({ candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] }) }] });
  const client = createModelClient({ provider: 'gemini', apiKey: 'key-1', baseUrl: server.url });
  const { content } = await client.generate({ model: 'gemini-3.1-pro-preview', messages });
  const ids = content.map((part) => (part.type === 'tool_call' ? part.id : ''));
  expect(new Set(ids).size).toBe(2);
  const results = ids.map((callId) => ({ type: 'tool_result' as const, callId, content: [] }));
  const { contents } = geminiParameters({
    model: 'g',
    messages: [...messages, { role: 'assistant', content }, { role: 'tool', content: results }],
  });
  expect(contents).toMatchObject([
    {},
    { parts: [{ functionCall: { name: 'one' }, thoughtSignature: 's1' }, { functionCall: { name: 'two' } }] },
    { parts: [{ functionResponse: { name: 'one' } }, { functionResponse: { name: 'two' } }] },
  ]);
  expect(JSON.stringify(contents)).not.toMatch(/call_gemini|"id"|skip_thought/);
});

test('backends.md 4: a prompt that Gemini blocks is finished as filtered', async () => {
  server.play({ steps: [{ send: sse({ promptFeedback: { blockReason: 'SAFETY' } }) }] });
  const client = createModelClient({ provider: 'gemini', apiKey: 'key-1', baseUrl: server.url });
  expect(await client.generate({ model: 'g', messages })).toMatchObject({
    content: [],
    finish: { reason: 'content_filter', raw: 'SAFETY' },
  });
});

test('backends.md 4: effort of Gemini is a budget up to 2.5 and a level after', () => {
  const config = (model: string) => geminiParameters({ model, messages, effort: 'low' }).config?.thinkingConfig;
  expect(config('gemini-2.5-pro')).toEqual({ includeThoughts: true, thinkingBudget: 2048 });
  expect(config('gemini-3.1-pro-preview')).toEqual({ includeThoughts: true, thinkingLevel: 'LOW' });
});

test('backends.md 4: an answer on record can be played again', async () => {
  const response: ModelResponse = {
    provider: 'anthropic',
    requestedModel: 'm',
    resolvedModel: 'm',
    model: 'm',
    content: [
      { type: 'thinking', text: 'hm', signature: { provider: 'anthropic', value: 's' } },
      { type: 'text', text: 'hi' },
      { type: 'tool_call', id: 'c', name: 't', input: { a: 1 } },
    ],
    finish: { reason: 'tool_calls' },
    usage: { inputTokens: 1, outputTokens: 1 },
  };
  const events = [...replayEvents(response)];
  expect(types(events)).toBe('start thinking text tool_call tool_call_delta finish');
  expect(events.at(-1)).toEqual({ type: 'finish', response });
});
