import { createModelClient, type ModelClientOptions, ModelError, type ModelRequest, type StreamEvent } from '@attractor/llm';
import type { Answer, PlayServer, Step } from '../server/play-server.ts';
import { apiKey, type ErrorName, type Turn, type Wire } from '../server/wire.ts';

/** Everything a row of the matrix works with. */
export function harness(wire: Wire, server: PlayServer) {
  const waits: number[] = [];
  const request: ModelRequest = { model: wire.model, messages: [{ role: 'user', content: [{ type: 'text', text: 'Say hello.' }] }] };
  const client = (options: Partial<ModelClientOptions> = {}) =>
    createModelClient({
      provider: wire.provider,
      apiKey,
      baseUrl: `${server.url}${wire.basePath}`,
      ...options,
      clock: {
        random: () => 0.5,
        sleep: (ms) => {
          waits.push(ms);
          return Promise.resolve();
        },
        ...options.clock,
      },
    });
  const frames = (turn: Turn) => wire.frames(turn);
  const good = (turn: Turn): Answer => ({ steps: frames(turn).map((send): Step => ({ send })) });
  const failed = (name: ErrorName, headers: Record<string, string> = {}): Answer => {
    const { status, body } = wire.error(name);
    return { status, headers: { 'content-type': 'application/json', ...headers }, steps: [{ send: JSON.stringify(body) }] };
  };
  /** Frames up to the first that delivers `text`, that one included. */
  const upTo = (turn: Turn, text: string): string[] => {
    const all = frames(turn);
    return all.slice(0, all.findIndex((frame) => frame.includes(text)) + 1);
  };
  return { wire, server, waits, request, client, frames, good, failed, upTo };
}

export type Harness = ReturnType<typeof harness>;

/** Reads a stream to its end; the error that ended it is an answer too. */
export async function drain(stream: AsyncIterable<StreamEvent>): Promise<{ events: StreamEvent[]; error: ModelError | undefined }> {
  const events: StreamEvent[] = [];
  try {
    for await (const event of stream) events.push(event);
    return { events, error: undefined };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { events, error };
  }
}

export function texts(events: readonly StreamEvent[]): string {
  return events.map((event) => (event.type === 'text' ? event.delta : '')).join('');
}

export function types(events: readonly StreamEvent[]): string {
  return events.map(({ type }) => type).join(' ');
}
