import { UnfinishedStream } from '../../errors/to-model-error.ts';
import type { Transport } from '../../transport/transport.ts';
import type { Endpoint, ListedModel, Provider } from '../provider.ts';
import { geminiParameters } from './request.ts';
import { geminiEvents } from './stream.ts';

/** The Gemini Developer API. Its SDK retries only when `retryOptions` is given, which it is not, and calls no function itself. */
export async function openGemini(): Promise<Provider> {
  const { GoogleGenAI } = await import('@google/genai');

  const client = ({ apiKey, baseUrl, headers }: Endpoint, { fetch }: Transport) =>
    new GoogleGenAI({
      apiKey,
      enterprise: false,
      // Always given, since the SDK reads another variable than ours when it is not.
      httpOptions: { baseUrl: baseUrl ?? 'https://generativelanguage.googleapis.com', headers: { ...headers }, fetch },
    });

  return {
    async *events(request, endpoint, transport) {
      try {
        const stream = await client(endpoint, transport).models.generateContentStream(geminiParameters(request));
        if (!(yield* geminiEvents(stream))) throw new UnfinishedStream('the stream ended without a finishReason');
      } catch (thrown) {
        // The SDK's word for a stream that ends in the middle of an event.
        if (thrown instanceof Error && thrown.message.startsWith('Incomplete JSON segment')) {
          throw new UnfinishedStream('the stream ended in the middle of an event');
        }
        throw thrown;
      }
    },
    async models(endpoint, transport) {
      const models: ListedModel[] = [];
      const pager = await client(endpoint, transport).models.list({ config: { pageSize: 1000 } });
      for await (const { name } of pager) if (name !== undefined) models.push({ id: name.replace(/^models\//, '') });
      return models;
    },
    inStream,
  };
}

/** The SDK puts the event into the message: `got status: CODE. {json}`. */
function inStream(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || thrown.name !== 'ApiError') return undefined;
  const start = thrown.message.indexOf('{');
  return start === -1 ? thrown.message : thrown.message.slice(start);
}
