import { errorProperty, UnfinishedStream } from '../../errors/to-model-error.ts';
import type { Transport } from '../../transport/transport.ts';
import { type Endpoint, noTimeout, type Provider } from '../provider.ts';
import { anthropicBody } from './request.ts';
import { anthropicEvents } from './stream.ts';

/** The SDK is loaded with the adapter, and the adapter when a client first needs it. */
export async function openAnthropic(): Promise<Provider> {
  const { Anthropic } = await import('@anthropic-ai/sdk');

  const client = ({ apiKey, baseUrl, headers }: Endpoint, { fetch }: Transport) =>
    new Anthropic({
      apiKey,
      // Null keeps the SDK from reading variables of the process: what is set came through the endpoint.
      baseURL: baseUrl ?? null,
      defaultHeaders: headers,
      maxRetries: 0,
      timeout: noTimeout,
      logLevel: 'off',
      fetch,
    });

  return {
    async *events(request, endpoint, transport) {
      const stream = await client(endpoint, transport).messages.create(anthropicBody(request));
      if (!(yield* anthropicEvents(stream))) throw new UnfinishedStream('the stream ended before message_stop');
    },
    async models(endpoint, transport) {
      const models = [];
      for await (const { id, created_at } of client(endpoint, transport).models.list({ limit: 1000 })) {
        models.push({ id, createdAt: Date.parse(created_at) });
      }
      return models;
    },
    inStream: errorProperty,
  };
}
