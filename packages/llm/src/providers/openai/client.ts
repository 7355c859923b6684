import type OpenAI from 'openai';
import type { Transport } from '../../transport/transport.ts';
import { type Endpoint, type ListedModel, noTimeout } from '../provider.ts';

/** Clients of the SDK that serves both wire formats of OpenAI. */
export async function openaiClients(account: 'own' | 'none'): Promise<{
  client(endpoint: Endpoint, transport: Transport): OpenAI;
  list(endpoint: Endpoint, transport: Transport): Promise<ListedModel[]>;
}> {
  const { OpenAI: Client } = await import('openai');
  const client = ({ apiKey, baseUrl, headers }: Endpoint, { fetch }: Transport) =>
    new Client({
      apiKey,
      adminAPIKey: null,
      // Organization and project are of an account at OpenAI; other servers are not told.
      ...(account === 'own' ? {} : { organization: null, project: null }),
      // Null keeps the SDK from reading variables of the process: what is set came through the endpoint.
      baseURL: baseUrl ?? null,
      defaultHeaders: headers,
      maxRetries: 0,
      timeout: noTimeout,
      logLevel: 'off',
      fetch,
    });
  return {
    client,
    async list(endpoint, transport) {
      const models: ListedModel[] = [];
      for await (const { id, created } of client(endpoint, transport).models.list()) {
        models.push({ id, ...(typeof created === 'number' && created > 0 ? { createdAt: created * 1000 } : {}) });
      }
      return models;
    },
  };
}
