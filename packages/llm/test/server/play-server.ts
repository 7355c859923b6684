import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** One step of an answer. */
export type Step =
  | { readonly send: string | Uint8Array }
  | { readonly waitMs: number }
  /** Resets the connection. */
  | { readonly cut: true }
  /** Keeps the connection open without a byte until the client goes away. */
  | { readonly hang: true };

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
  /** Nothing is sent, not even a status, before the first step. */
  readonly holdHeaders?: boolean;
}

/** A loopback server that plays answers in order, the last one again and again. */
export interface PlayServer {
  readonly url: string;
  readonly received: readonly Received[];
  play(...answers: readonly Answer[]): void;
  /** Resolves when the client has closed the connection of an answer that was still open. */
  clientGone(): Promise<void>;
  close(): Promise<void>;
}

export async function startPlayServer(): Promise<PlayServer> {
  let answers: readonly Answer[] = [];
  let next = 0;
  let received: Received[] = [];
  let gone = false;
  let onGone: () => void = () => {};

  const server = createServer((request, response) => {
    void handle(request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 1;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await bodyOf(request);
    received.push({
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body: text === '' ? null : JSON.parse(text),
    });
    const answer = answers[Math.min(next, answers.length - 1)];
    next += 1;
    if (answer === undefined) throw new Error('nothing to play');
    const left = new Promise<void>((resolve) => {
      response.on('close', () => {
        if (!response.writableFinished) {
          gone = true;
          onGone();
        }
        resolve();
      });
    });
    response.socket?.setNoDelay(true);
    if (answer.holdHeaders !== true) {
      response.writeHead(answer.status ?? 200, { 'content-type': 'text/event-stream', ...answer.headers });
      response.flushHeaders();
    }
    for (const step of answer.steps) {
      if (response.destroyed) return;
      if ('send' in step) await new Promise<void>((resolve) => response.write(step.send, () => resolve()));
      else if ('waitMs' in step) await Promise.race([new Promise((resolve) => setTimeout(resolve, step.waitMs)), left]);
      else if ('cut' in step) return void response.socket?.resetAndDestroy();
      else await left;
    }
    response.end();
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get received() {
      return received;
    },
    play(...given) {
      answers = given;
      next = 0;
      received = [];
      gone = false;
    },
    clientGone: () => (gone ? Promise.resolve() : new Promise((resolve) => (onGone = resolve))),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  request.setEncoding('utf8');
  for await (const chunk of request) text += chunk;
  return text;
}
