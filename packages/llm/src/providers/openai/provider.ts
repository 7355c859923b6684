import { errorProperty, UnfinishedStream } from '../../errors/to-model-error.ts';
import type { Provider } from '../provider.ts';
import { openaiClients } from './client.ts';
import { responsesBody } from './request.ts';
import { responsesEvents } from './stream.ts';

/** OpenAI through the Responses API; nothing is stored on the server, reasoning travels encrypted. */
export async function openOpenai(): Promise<Provider> {
  const { client, list } = await openaiClients('own');
  return {
    async *events(request, endpoint, transport) {
      const stream = await client(endpoint, transport).responses.create(responsesBody(request));
      if (!(yield* responsesEvents(stream))) throw new UnfinishedStream('the stream ended before response.completed');
    },
    models: list,
    inStream: errorProperty,
    refuses: ({ stop = [] }) =>
      stop.length > 0 ? 'the Responses API has no stop sequences; leave `stop` out or use another provider' : undefined,
  };
}
