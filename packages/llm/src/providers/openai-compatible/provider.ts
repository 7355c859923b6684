import { errorProperty, UnfinishedStream } from '../../errors/to-model-error.ts';
import { openaiClients } from '../openai/client.ts';
import type { Provider } from '../provider.ts';
import { chatBody } from './request.ts';
import { chatEvents } from './stream.ts';

/** Servers that speak Chat Completions: local ones, gateways. */
export async function openCompatible(): Promise<Provider> {
  const { client, list } = await openaiClients('none');
  return {
    async *events(request, endpoint, transport) {
      const stream = await client(endpoint, transport).chat.completions.create(chatBody(request));
      if (!(yield* chatEvents(stream))) throw new UnfinishedStream('the stream ended without a finish_reason');
    },
    models: list,
    inStream: errorProperty,
  };
}
