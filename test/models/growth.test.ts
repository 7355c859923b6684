import { agentBackend, createBackendRegistry, parseScript, simulateBackend } from '@attractor/agent';
import type { JsonObject } from '@attractor/engine';
import { afterEach, describe, expect, test } from 'vitest';
import type { WireName } from '../../packages/agent/test/support/model-server.ts';
import { place, removeFolders, run } from '../../packages/handlers/test/support/pipeline-run.ts';
import { answering } from './model-server.ts';

afterEach(removeFolders, 60_000);

/** A session of many turns, each of which reads a file of the same size. Returns the bodies of its calls. */
async function session(wire: WireName, turns: number): Promise<readonly JsonObject[]> {
  const server = await answering(wire, ({ n }) =>
    n <= turns ? { text: `Turn ${n}.`, calls: [['shell', { command: `printf '${n}%01000d' 0` }]] } : { text: 'Done.' },
  );
  try {
    const { environment } = server;
    const at = place({
      'main.dot': 'digraph one { start [shape=Mdiamond]; exit [shape=Msquare]; work [prompt="Work"]; start -> work -> exit }',
    });
    const services = { environment, backends: createBackendRegistry([agentBackend({ environment })]), backend: { default: 'agent' } };
    expect((await run({ at, services })).result.status).toBe('success');
    return server.calls.map(({ body }) => body);
  } finally {
    await server.close();
  }
}

const conversation: Readonly<Record<WireName, string>> = { anthropic: 'messages', openai: 'input', gemini: 'contents' };

/** Texts of a conversation's items, without the marks of caches, which move on. */
function itemsOf(wire: WireName, body: JsonObject | undefined): string[] {
  const items = body?.[conversation[wire]];
  return Array.isArray(items) ? items.map((item) => JSON.stringify(item).replaceAll(/,?"cache_control":\{"type":"ephemeral"\}/g, '')) : [];
}

describe.each(['anthropic', 'openai', 'gemini'] as const)('backends.md 4: what a turn sends, %s', (wire) => {
  test('backends.md 4: the conversation so far as it was, and what is new: no other copy grows', async () => {
    const bodies = await session(wire, 24);
    expect(bodies).toHaveLength(25);
    for (const [at, body] of bodies.entries()) {
      const before = itemsOf(wire, bodies[at - 1]);
      const now = itemsOf(wire, body);
      // The beginning is the same, sign by sign: providers find it in their caches.
      expect(now.slice(0, before.length)).toEqual(before);
      const { [conversation[wire]]: _, ...rest } = body;
      const { [conversation[wire]]: __, ...first } = bodies[0] ?? {};
      expect(JSON.stringify(rest)).toBe(JSON.stringify(first));
    }
    // What a turn adds is the same at the beginning and at the end: the sum of all is linear in what is new.
    const bytes = bodies.map((body) => JSON.stringify(body).length);
    const added = bytes.slice(1).map((size, at) => size - (bytes[at] ?? 0));
    const early = Math.max(...added.slice(1, 4));
    for (const step of added) expect(step).toBeLessThan(early + 200);
    expect(Math.min(...added)).toBeGreaterThan(1000);
  });
});

describe('backends.md 4: cache breakpoints', () => {
  test('backends.md 4: Anthropic: on the last tool, on the system prompt, and on the last two user turns of each call', async () => {
    const bodies = await session('anthropic', 5);
    for (const body of bodies) {
      const marked = (items: unknown): number[] =>
        Array.isArray(items) ? items.flatMap((item, at) => (JSON.stringify(item).includes('"cache_control"') ? [at] : [])) : [];
      const tools = body['tools'] as readonly unknown[];
      const messages = body['messages'] as readonly { role: string }[];
      expect(marked(tools)).toEqual([tools.length - 1]);
      expect(marked(body['system'])).toHaveLength(1);
      const users = messages.flatMap(({ role }, at) => (role === 'user' ? [at] : []));
      expect(marked(messages)).toEqual(users.slice(-2));
      expect(JSON.stringify(body).match(/"cache_control"/g)?.length).toBeLessThanOrEqual(4);
    }
  });
});

const nodes = 1000;
const fidelities = ['truncate', 'compact', 'summary:low', 'summary:medium', 'summary:high'] as const;

describe('backends.md 3: prompts of long runs', () => {
  test.each(fidelities)(
    'backends.md 3: with %s the prompt of node 1000 is no longer than that of node 50',
    async (fidelity) => {
      const names = Array.from({ length: nodes }, (_, i) => `n${String(i + 1).padStart(4, '0')}`);
      const lines = names.map((name, i) => `${name} [prompt="Do this part", outputs="key${String(i + 1).padStart(4, '0')}"]`);
      const at = place({
        'main.dot': `digraph long { graph [goal="a long run", max_steps=3000, default_fidelity="${fidelity}"]
start [shape=Mdiamond]; exit [shape=Msquare]
${lines.join('\n')}
start -> ${names.join(' -> ')} -> exit }`,
      });
      const note = 'What this node found out, in a sentence of some length that is the same for all of them. '.repeat(8);
      const parsed = parseScript(JSON.stringify({ nodes: {}, default: { text: note } }), 's.json');
      if ('errors' in parsed) throw new Error(parsed.errors.join());
      const plain = simulateBackend(parsed.script);
      const sizes = new Map<string, number>();
      const backend = {
        ...plain,
        run: async (request: Parameters<typeof plain.run>[0]) => {
          sizes.set(request.node.id, request.prompt.length);
          const key = `key${request.node.id.slice(1)}`;
          return { text: note, toolCalls: 1, report: { status: 'success', notes: note, context_updates: { [key]: note } } };
        },
      };
      const { result } = await run({ at, services: { backends: createBackendRegistry([backend]) } });
      expect(result.status).toBe('success');
      expect(sizes.size).toBe(nodes);
      expect(sizes.get('n0050')).toBeGreaterThan(20);
      expect(sizes.get('n1000')).toBeLessThanOrEqual(sizes.get('n0050') ?? 0);
      const later = [...sizes.values()].slice(200);
      expect(Math.max(...later)).toBeLessThanOrEqual(12_100);
    },
    120_000,
  );
});
