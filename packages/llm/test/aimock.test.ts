import { createModelClient, type Message, type ModelClient, type ProviderName, type ToolDefinition, textOf } from '@attractor/llm';
import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drain, texts, types } from './support/harness.ts';

const tool: ToolDefinition = {
  name: 'get_weather',
  description: 'The weather of a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const models: Readonly<Record<ProviderName, string>> = {
  anthropic: 'claude-opus-5-5',
  openai: 'gpt-5.6-sol',
  gemini: 'gemini-3.1-pro-preview',
  'openai-compatible': 'local-model',
};
const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] });

// backends.md 4: the same clients against a server that somebody else wrote.
describe.each(Object.keys(models) as ProviderName[])('%s', (provider) => {
  const mock = new LLMock({ port: 0 });
  const model = models[provider];
  let client: ModelClient;

  beforeAll(async () => {
    mock.onMessage('hello', { content: 'Hi there, 世界!' });
    mock.on({ userMessage: 'weather', hasToolResult: true }, { content: 'It is sunny in Oslo.' });
    mock.on(
      { userMessage: 'weather', hasToolResult: false },
      { toolCalls: [{ id: 'call_w', name: 'get_weather', arguments: '{"city":"Oslo"}' }] },
    );
    mock.onMessage('ponder', { content: 'Done.', reasoning: 'First I think.' });
    await mock.start();
    const baseUrl = provider.startsWith('openai') ? `${mock.url}/v1` : mock.url;
    client = createModelClient({ provider, apiKey: 'mock-key', baseUrl, retry: { baseDelayMs: 1 } });
  });
  afterAll(() => mock.stop());

  test('backends.md 4: text', async () => {
    const { events, error } = await drain(client.stream({ model, messages: [user('hello')] }));
    expect(error).toBeUndefined();
    expect(types(events)).toMatch(/^start text( text)* finish$/);
    expect(texts(events)).toBe('Hi there, 世界!');
  });

  test('backends.md 4: a tool call, its result, the answer', async () => {
    const first = await client.generate({ model, messages: [user('weather')], tools: [tool] });
    expect(first.finish.reason).toBe('tool_calls');
    const call = first.content.find((part) => part.type === 'tool_call');
    if (call?.type !== 'tool_call') throw new Error('no call');
    expect(call).toMatchObject({ name: 'get_weather', input: { city: 'Oslo' } });
    const second = await client.generate({
      model,
      tools: [tool],
      messages: [
        user('weather'),
        { role: 'assistant', content: first.content },
        { role: 'tool', content: [{ type: 'tool_result', callId: call.id, content: [{ type: 'text', text: 'sunny' }] }] },
      ],
    });
    expect(textOf(second.content)).toBe('It is sunny in Oslo.');
    expect(second.finish.reason).toBe('stop');
  });

  test('backends.md 4: thinking before text', async () => {
    const { content } = await client.generate({ model, messages: [user('ponder')] });
    expect(content.map(({ type }) => type)).toEqual(['thinking', 'text']);
    expect(content[0]).toMatchObject({ text: 'First I think.' });
  });

  test('backends.md 4: 429 once, then the answer', async () => {
    mock.nextRequestError(429, { message: 'slow down', type: 'rate_limit_error' });
    const { events, error } = await drain(client.stream({ model, messages: [user('hello')] }));
    expect(error).toBeUndefined();
    expect(events[0]).toMatchObject({ type: 'retry', error: { kind: 'rate_limit', status: 429 } });
    expect(texts(events)).toBe('Hi there, 世界!');
  });
});
