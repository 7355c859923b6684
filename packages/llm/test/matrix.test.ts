import { afterAll, beforeAll, describe, test } from 'vitest';
import { conversationRows } from './matrix/conversations.ts';
import { failureRows } from './matrix/failures.ts';
import { streamRows } from './matrix/streams.ts';
import { anthropicWire } from './server/anthropic-wire.ts';
import { chatWire } from './server/chat-wire.ts';
import { geminiWire } from './server/gemini-wire.ts';
import { openaiWire } from './server/openai-wire.ts';
import { type PlayServer, startPlayServer } from './server/play-server.ts';
import { harness } from './support/harness.ts';

const rows = [...streamRows, ...failureRows, ...conversationRows];

// backends.md 4: rows times providers. The SDKs are the vendors' own; the server is a real one on loopback.
describe.each([anthropicWire, openaiWire, geminiWire, chatWire].map((wire) => [wire.provider, wire] as const))('%s', (_, wire) => {
  let server: PlayServer;
  beforeAll(async () => {
    server = await startPlayServer();
  });
  afterAll(() => server.close());

  test.each(rows.map((row) => [row.name, row] as const))('backends.md 4: %s', async (_name, row) => {
    await row.run(harness(wire, server));
  });
});
