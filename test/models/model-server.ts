import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@attractor/engine';
import { answerOf, type Said, type WireName, wires } from '../../packages/agent/test/support/model-server.ts';
import { apiKey } from '../../packages/llm/test/server/wire.ts';

/** A model call as it arrived. */
export interface Call {
  readonly body: JsonObject;
  /** Bytes of the body. */
  readonly bytes: number;
  /** From 1. */
  readonly n: number;
}

export interface Answering {
  readonly environment: Readonly<Record<string, string>>;
  readonly calls: readonly Call[];
  /** Calls under way at the same time, at most. */
  readonly mostAtOnce: number;
  close(): Promise<void>;
}

/** A loopback server in one vendor's wire format that thinks about each call: many runs may ask at the same time. */
export async function answering(
  wire: WireName,
  answer: (call: Call) => Said | Promise<Said>,
  hooks: { readonly done?: (call: Call) => void } = {},
): Promise<Answering> {
  const calls: Call[] = [];
  let underWay = 0;
  let most = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks);
      const call: Call = { body: JSON.parse(text.toString('utf8')) as JsonObject, bytes: text.length, n: calls.length + 1 };
      calls.push(call);
      underWay += 1;
      most = Math.max(most, underWay);
      response.on('close', () => {
        underWay -= 1;
        hooks.done?.(call);
      });
      void Promise.resolve(answer(call)).then((said) => {
        const { status = 200, headers, steps } = answerOf(wires[wire], said);
        response.writeHead(status, { 'content-type': 'text/event-stream', ...headers });
        response.end(steps.map((step) => ('send' in step ? step.send : '')).join(''));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const name = wire.toUpperCase();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    environment: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '/',
      [`${name}_API_KEY`]: apiKey,
      [`${name}_BASE_URL`]: url + wires[wire].basePath,
    },
    calls,
    get mostAtOnce() {
      return most;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
