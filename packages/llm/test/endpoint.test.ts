import { createModelClient, findProvider, missingForProvider, providers } from '@attractor/llm';
import { expect, test } from 'vitest';
import { resolveEndpoint } from '../src/endpoint.ts';

const info = (name: string) => {
  const found = findProvider(name);
  if (found === undefined) throw new Error(name);
  return found;
};

test('backends.md 4: §36: the table names each provider’s variables and default', () => {
  expect(providers.map(({ name, defaultModel }) => [name, defaultModel !== undefined])).toEqual([
    ['anthropic', true],
    ['openai', true],
    ['gemini', true],
    ['openai-compatible', false],
  ]);
});

test('backends.md 4: key and address come from the environment, blank ones do not count', () => {
  const environment = { ANTHROPIC_API_KEY: 'k1', ANTHROPIC_BASE_URL: 'http://127.0.0.1:1', GEMINI_API_KEY: ' ', GOOGLE_API_KEY: 'k3' };
  expect(resolveEndpoint(info('anthropic'), { environment })).toEqual({ apiKey: 'k1', baseUrl: 'http://127.0.0.1:1', headers: {} });
  expect(resolveEndpoint(info('gemini'), { environment })).toMatchObject({ apiKey: 'k3', baseUrl: undefined });
  expect(resolveEndpoint(info('anthropic'), { environment, apiKey: 'k9', baseUrl: 'http://h' })).toMatchObject({
    apiKey: 'k9',
    baseUrl: 'http://h',
  });
});

test('backends.md 4: a key goes to the address of its own pair only', () => {
  const compatible = info('openai-compatible');
  const environment = { OPENAI_API_KEY: 'openai-key', OPENAI_COMPATIBLE_BASE_URL: 'http://elsewhere' };
  expect(resolveEndpoint(compatible, { environment })).toMatchObject({ apiKey: 'none', baseUrl: 'http://elsewhere' });
  expect(resolveEndpoint(compatible, { environment, baseUrl: 'http://third' }).apiKey).toBe('none');
  const pair = { OPENAI_API_KEY: 'openai-key', OPENAI_BASE_URL: 'http://gateway/v1' };
  expect(resolveEndpoint(compatible, { environment: pair })).toMatchObject({ apiKey: 'openai-key', baseUrl: 'http://gateway/v1' });
});

test.each([
  ['anthropic', {}, 'no key for Anthropic: set ANTHROPIC_API_KEY'],
  ['gemini', {}, 'no key for Google Gemini: set GEMINI_API_KEY or GOOGLE_API_KEY'],
  ['openai-compatible', {}, 'no address for OpenAI-compatible server: set OPENAI_COMPATIBLE_BASE_URL or OPENAI_BASE_URL'],
  ['openai', { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'localhost:80' }, 'OPENAI_BASE_URL is no http(s) address'],
  ['openai', { OPENAI_API_KEY: 'k' }, undefined],
])('backends.md 4: §36: %s with %j: %s', (name, environment, expected) => {
  expect(missingForProvider(info(name), { environment })).toBe(expected);
});

test('backends.md 4: a call without a key fails before anything is sent', async () => {
  const fetch = () => Promise.reject(new Error('must not be called'));
  const client = createModelClient({ provider: 'anthropic', environment: {}, fetch });
  await expect(client.generate({ model: 'm', messages: [] })).rejects.toMatchObject({ kind: 'auth', retryable: false });
});
