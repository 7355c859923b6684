import { expect } from 'vitest';
import type { Step } from '../server/play-server.ts';
import { drain, texts, types } from '../support/harness.ts';
import type { Row } from './row.ts';

const greeting = { text: ['Grüß', ' Gott, 世', '界 🌍!'] };
const whole = greeting.text.join('');

/** Answers that arrive: whole, in pieces, slowly, large. */
export const streamRows: readonly Row[] = [
  {
    name: 'text comes in deltas, with one start first and one finish last',
    async run(h) {
      h.server.play(h.good(greeting));
      const { events, error } = await drain(h.client().stream(h.request));
      expect(error).toBeUndefined();
      expect(types(events)).toBe('start text text text finish');
      expect(texts(events)).toBe(whole);
      const last = events.at(-1);
      if (last?.type !== 'finish') throw new Error('no finish');
      expect(last.response).toMatchObject({
        provider: h.wire.provider,
        requestedModel: h.wire.model,
        resolvedModel: h.wire.model,
        model: h.wire.model,
        finish: { reason: 'stop' },
      });
      expect(last.response.content.map((part) => (part.type === 'text' ? part.text : part.type)).join('')).toBe(whole);
      expect(last.response.id).toMatch(/_1$/);
    },
  },
  {
    name: 'usage: input, output, reasoning, cache read and cache write do not overlap',
    async run(h) {
      h.server.play(h.good(greeting));
      const { usage } = await h.client({ prices: new Map() }).generate(h.request);
      expect(usage).toEqual(h.wire.usage);
    },
  },
  {
    name: 'UTF-8 and frames split at every byte',
    async run(h) {
      const bytes = Buffer.from(h.frames(greeting).join(''));
      h.server.play({ steps: Array.from(bytes, (byte): Step => ({ send: Uint8Array.of(byte) })) });
      const { events, error } = await drain(h.client().stream(h.request));
      expect(error).toBeUndefined();
      expect(texts(events)).toBe(whole);
    },
  },
  {
    name: 'frames with CRLF ends, and comments between them',
    async run(h) {
      const crlf = h.frames(greeting).map((frame) => `: keep-alive\r\n\r\n${frame.replaceAll('\n', '\r\n')}`);
      h.server.play({ steps: [{ send: crlf.join('') }] });
      const { events, error } = await drain(h.client().stream(h.request));
      expect(error).toBeUndefined();
      expect(texts(events)).toBe(whole);
    },
  },
  {
    name: 'a delta of 1 MB',
    async run(h) {
      const large = 'é'.repeat(524_288);
      h.server.play(h.good({ text: ['start ', large, ' end'] }));
      const response = await h.client().generate(h.request);
      expect(response.content).toMatchObject([{ type: 'text' }]);
      const [part] = response.content;
      expect(part?.type === 'text' && part.text === `start ${large} end`).toBe(true);
    },
  },
  {
    name: 'slow bytes: a deadline on silence is no deadline on the whole',
    async run(h) {
      const bytes = Buffer.from(h.frames({ text: ['slow'] }).join(''));
      const size = Math.ceil(bytes.length / 8);
      const steps = Array.from({ length: 8 }, (_, at): Step[] => [{ send: bytes.subarray(at * size, (at + 1) * size) }, { waitMs: 150 }]);
      h.server.play({ steps: steps.flat() });
      const { events, error } = await drain(h.client({ idleTimeoutMs: 1000 }).stream(h.request));
      expect(error).toBeUndefined();
      expect(texts(events)).toBe('slow');
    },
  },
  {
    name: 'a slow reader is no silent server',
    async run(h) {
      h.server.play(h.good({ text: ['a', 'b', 'c'] }));
      let text = '';
      for await (const event of h.client({ idleTimeoutMs: 200 }).stream(h.request)) {
        await new Promise((resolve) => setTimeout(resolve, 250));
        if (event.type === 'text') text += event.delta;
      }
      expect(text).toBe('abc');
    },
  },
  {
    name: 'an answer that is cut by its limit is finished, with reason length',
    async run(h) {
      h.server.play(h.good({ text: ['half'], finish: 'length' }));
      expect(await h.client().generate(h.request)).toMatchObject({
        finish: { reason: 'length' },
        content: [{ type: 'text', text: 'half' }],
      });
    },
  },
  {
    name: 'a filtered answer is finished, with reason content_filter',
    async run(h) {
      h.server.play(h.good({ text: ['I'], finish: 'content_filter' }));
      expect((await h.client().generate(h.request)).finish.reason).toBe('content_filter');
    },
  },
  {
    name: 'an answer without any content is finished and empty',
    async run(h) {
      h.server.play(h.good({}));
      const { events, error } = await drain(h.client().stream(h.request));
      expect(error).toBeUndefined();
      expect(types(events)).toBe('start finish');
      expect(events.at(-1)).toMatchObject({ response: { content: [], finish: { reason: 'stop' } } });
    },
  },
  {
    name: 'calls at the same time do not mix',
    async run(h) {
      h.server.play(h.good({ text: ['same'] }));
      const client = h.client();
      const all = await Promise.all(Array.from({ length: 20 }, () => client.generate(h.request)));
      expect(new Set(all.map(({ content }) => JSON.stringify(content)))).toEqual(new Set(['[{"type":"text","text":"same"}]']));
    },
  },
];
