import { createServer } from 'node:net';
import { ModelError, type ModelErrorKind } from '@attractor/llm';
import { expect } from 'vitest';
import type { Answer, Step } from '../server/play-server.ts';
import type { ErrorName } from '../server/wire.ts';
import { drain, type Harness, texts, types } from '../support/harness.ts';
import type { Row } from './row.ts';

const hello = { text: ['Hello', ' world'] };
const send = (frames: readonly string[]): Step[] => frames.map((frame) => ({ send: frame }));

async function outcome(h: Harness, ...answers: readonly Answer[]) {
  h.server.play(...answers);
  const result = await drain(h.client().stream(h.request));
  return { ...result, requests: h.server.received.length };
}

/** Statuses and bodies: what they mean, and whether they are tried again. */
const reported: readonly [ErrorName, ModelErrorKind, retried: boolean][] = [
  ['auth', 'auth', false],
  ['permission', 'permission', false],
  ['not_found', 'not_found', false],
  ['bad_request', 'bad_request', false],
  ['context_length', 'context_length', false],
  ['quota', 'quota', false],
  ['rate_limit', 'rate_limit', true],
  ['server', 'server', true],
  ['overloaded', 'overloaded', true],
];

const reportedRows = reported.map(([name, kind, retried]): Row => {
  return {
    name: `${name} is ${kind}, ${retried ? 'tried three times' : 'not tried again'}`,
    async run(h) {
      const { events, error, requests } = await outcome(h, h.failed(name));
      expect(error).toMatchObject({ kind, provider: h.wire.provider, retryable: retried, status: h.wire.error(name).status });
      expect(error?.message).toContain('HTTP');
      expect(requests).toBe(retried ? 3 : 1);
      expect(types(events)).toBe(retried ? 'retry retry' : '');
      expect(h.waits).toEqual(retried ? [1000, 2000] : []);
    },
  };
});

/** What breaks on the way, and the retries that answer it. */
export const failureRows: readonly Row[] = [
  ...reportedRows,
  {
    name: '500 once, then the answer',
    async run(h) {
      const { events, error } = await outcome(h, h.failed('server'), h.good(hello));
      expect(error).toBeUndefined();
      expect(types(events)).toBe('retry start text text finish');
      expect(events[0]).toMatchObject({ type: 'retry', attempt: 1, delayMs: 1000, error: { kind: 'server', status: 500 } });
    },
  },
  {
    name: '529 is overloaded',
    async run(h) {
      const { error } = await outcome(h, {
        status: 529,
        headers: { 'content-type': 'application/json' },
        steps: [{ send: '{"error":{"message":"busy"}}' }],
      });
      expect(error).toMatchObject({ kind: 'overloaded', status: 529, retryable: true });
    },
  },
  {
    name: '502 with a page of HTML is the server’s',
    async run(h) {
      const page = '<html><body><h1>502 Bad Gateway</h1></body></html>';
      const { error } = await outcome(h, { status: 502, headers: { 'content-type': 'text/html' }, steps: [{ send: page }] });
      expect(error).toMatchObject({ kind: 'server', status: 502 });
      expect(error?.message).toContain('502 Bad Gateway');
    },
  },
  {
    name: 'Retry-After in seconds wins over our own wait',
    async run(h) {
      const { error } = await outcome(h, h.failed('rate_limit', { 'retry-after': '7' }), h.good(hello));
      expect(error).toBeUndefined();
      expect(h.waits).toEqual([7000]);
    },
  },
  {
    name: 'Retry-After as an HTTP date',
    async run(h) {
      const now = Date.parse('2026-11-20T10:00:00Z');
      h.server.play(h.failed('rate_limit', { 'retry-after': 'Fri, 20 Nov 2026 10:00:09 GMT' }), h.good(hello));
      const { error } = await drain(h.client({ clock: { now: () => now } }).stream(h.request));
      expect(error).toBeUndefined();
      expect(h.waits).toEqual([9000]);
    },
  },
  {
    name: 'a Retry-After that is too long is the caller’s to wait',
    async run(h) {
      const { error, requests } = await outcome(h, h.failed('rate_limit', { 'retry-after': '3600' }));
      expect(error).toMatchObject({ kind: 'rate_limit', retryAfterMs: 3_600_000, retryable: true });
      expect(requests).toBe(1);
    },
  },
  {
    name: 'the SDK’s own retries are off, and ours can be',
    async run(h) {
      h.server.play(h.failed('server'));
      const { error } = await drain(h.client({ retry: { maxRetries: 0 } }).stream(h.request));
      expect(error?.kind).toBe('server');
      expect(h.server.received).toHaveLength(1);
    },
  },
  {
    name: 'an error as an event before any output is tried again',
    async run(h) {
      const { events, error } = await outcome(h, { steps: send([h.wire.errorFrame()]) }, h.good(hello));
      expect(error).toBeUndefined();
      expect(types(events)).toBe('retry start text text finish');
    },
  },
  {
    name: 'an error as an event after output ends the stream',
    async run(h) {
      const { events, error, requests } = await outcome(h, { steps: send([...h.upTo(hello, 'Hello'), h.wire.errorFrame()]) });
      expect(error).toMatchObject({ provider: h.wire.provider, retryable: true });
      expect(['overloaded', 'server']).toContain(error?.kind);
      expect(texts(events)).toBe('Hello');
      expect(requests).toBe(1);
    },
  },
  {
    name: 'a stream that is cut after output: truncated_stream, and no second request',
    async run(h) {
      const { events, error, requests } = await outcome(h, { steps: [...send(h.upTo(hello, 'Hello')), { waitMs: 20 }, { cut: true }] });
      expect(error).toMatchObject({ kind: 'truncated_stream', retryable: true });
      expect(types(events)).toBe('start text');
      expect(requests).toBe(1);
    },
  },
  {
    name: 'a stream that is cut before output is tried again',
    async run(h) {
      const { events, error } = await outcome(h, { steps: [{ send: ': hello\n\n' }, { waitMs: 20 }, { cut: true }] }, h.good(hello));
      expect(error).toBeUndefined();
      expect(events[0]).toMatchObject({ type: 'retry', error: { kind: 'truncated_stream' } });
    },
  },
  {
    name: 'a connection that is reset before any answer is a network error, tried again',
    async run(h) {
      const { events, error } = await outcome(h, { holdHeaders: true, steps: [{ cut: true }] }, h.good(hello));
      expect(error).toBeUndefined();
      expect(events[0]).toMatchObject({ type: 'retry', error: { kind: 'network' } });
    },
  },
  {
    name: 'a stream that ends politely without its last sign is truncated',
    async run(h) {
      const { events, error } = await outcome(h, { steps: send(h.upTo(hello, ' world')) });
      expect(error).toMatchObject({ kind: 'truncated_stream' });
      expect(texts(events)).toBe('Hello world');
    },
  },
  {
    name: 'a stream that ends in the middle of a frame is truncated',
    async run(h) {
      const frames = h.upTo(hello, 'Hello');
      const { error } = await outcome(h, { steps: [...send(frames), { send: h.frames(hello).at(-1)?.slice(0, 9) ?? '' }] });
      expect(['truncated_stream', 'protocol']).toContain(error?.kind);
    },
  },
  {
    name: 'an empty stream is tried again, then truncated',
    async run(h) {
      const { error, requests } = await outcome(h, { steps: [] });
      expect(error).toMatchObject({ kind: 'truncated_stream', retryable: true });
      expect(requests).toBe(3);
    },
  },
  {
    name: 'malformed JSON in a frame is a protocol error',
    async run(h) {
      const { events, error, requests } = await outcome(h, { steps: send([...h.upTo(hello, 'Hello'), h.wire.badFrame]) });
      expect(error).toMatchObject({ kind: 'protocol', retryable: true });
      expect(texts(events)).toBe('Hello');
      expect(requests).toBe(1);
    },
  },
  {
    name: 'malformed JSON before any output is tried again',
    async run(h) {
      const { events, error } = await outcome(h, { steps: send([h.wire.badFrame]) }, h.good(hello));
      expect(error).toBeUndefined();
      expect(events[0]).toMatchObject({ type: 'retry', error: { kind: 'protocol' } });
    },
  },
  {
    name: '200 with a page instead of a stream says what came',
    async run(h) {
      const { error } = await outcome(h, {
        headers: { 'content-type': 'text/html' },
        steps: [{ send: '<html>Sign in to the Wi-Fi</html>' }],
      });
      expect(error?.kind).toBe('protocol');
      expect(error?.message).toContain('Sign in to the Wi-Fi');
    },
  },
  {
    name: 'nobody listens: network, with the address that refused',
    async run(h) {
      const port = await freePort();
      const client = h.client({ baseUrl: `http://127.0.0.1:${port}${h.wire.basePath}` });
      const { error } = await drain(client.stream(h.request));
      expect(error).toMatchObject({ kind: 'network', retryable: true });
      expect(error?.message).toContain('ECONNREFUSED');
      expect(h.waits).toHaveLength(2);
    },
  },
  {
    name: 'silence before the answer: timeout_idle, and the connection is closed',
    async run(h) {
      h.server.play({ holdHeaders: true, steps: [{ hang: true }] });
      const { error } = await drain(h.client({ idleTimeoutMs: 60, retry: { maxRetries: 0 } }).stream(h.request));
      expect(error).toMatchObject({ kind: 'timeout_idle', retryable: true });
      expect(error?.message).toContain('60 ms');
      await h.server.clientGone();
    },
  },
  {
    name: 'silence in the middle: timeout_idle, and the connection is closed',
    async run(h) {
      h.server.play({ steps: [...send(h.upTo(hello, 'Hello')), { hang: true }] });
      const { events, error } = await drain(h.client({ idleTimeoutMs: 250 }).stream(h.request));
      expect(error).toMatchObject({ kind: 'timeout_idle' });
      expect(texts(events)).toBe('Hello');
      await h.server.clientGone();
    },
  },
  {
    name: 'abort in the middle: aborted with its reason, and the connection is closed',
    async run(h) {
      h.server.play({ steps: [...send(h.upTo(hello, 'Hello')), { hang: true }] });
      const controller = new AbortController();
      let seen: unknown;
      try {
        for await (const event of h.client().stream({ ...h.request, signal: controller.signal }))
          if (event.type === 'text') controller.abort('enough');
      } catch (error) {
        seen = error;
      }
      expect(seen).toBeInstanceOf(ModelError);
      expect(seen).toMatchObject({ kind: 'aborted', retryable: false, cause: 'enough' });
      await h.server.clientGone();
    },
  },
  {
    name: 'abort while waiting for the answer closes the connection',
    async run(h) {
      h.server.play({ holdHeaders: true, steps: [{ hang: true }] });
      const controller = new AbortController();
      const call = drain(h.client().stream({ ...h.request, signal: controller.signal }));
      while (h.server.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      controller.abort();
      expect((await call).error?.kind).toBe('aborted');
      await h.server.clientGone();
    },
  },
  {
    name: 'abort before the call: nothing is sent',
    async run(h) {
      h.server.play(h.good(hello));
      const { error } = await drain(h.client().stream({ ...h.request, signal: AbortSignal.abort() }));
      expect(error?.kind).toBe('aborted');
      expect(h.server.received).toHaveLength(0);
    },
  },
  {
    name: 'abort during the wait for a retry: no second request',
    async run(h) {
      h.server.play(h.failed('server'));
      const controller = new AbortController();
      const client = h.client({ clock: { sleep: () => Promise.resolve(controller.abort()) } });
      const { error } = await drain(client.stream({ ...h.request, signal: controller.signal }));
      expect(error?.kind).toBe('aborted');
      expect(h.server.received).toHaveLength(1);
    },
  },
  {
    name: 'a reader that stops early closes the connection',
    async run(h) {
      h.server.play({ steps: [...send(h.upTo(hello, 'Hello')), { hang: true }] });
      for await (const event of h.client().stream(h.request)) if (event.type === 'text') break;
      await h.server.clientGone();
    },
  },
  {
    name: 'a key that the server echoes is not in the error',
    async run(h) {
      const body = JSON.stringify({
        error: { message: `no such key test-key-0123456789`, code: 'invalid_api_key', type: 'authentication_error' },
      });
      const { error } = await outcome(h, { status: 401, headers: { 'content-type': 'application/json' }, steps: [{ send: body }] });
      expect(error?.kind).toBe('auth');
      expect(JSON.stringify([error, error?.message])).not.toContain('test-key-0123456789');
    },
  },
];

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 1;
}
