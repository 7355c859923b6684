import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@attractor/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ModelServer, runAgent, type Said, startModelServer, type WireName } from '../support/model-server.ts';
import { type HttpFixture, startHttpFixture } from './http-server.ts';

const script = fileURLToPath(new URL('./fixture/stdio-server.mjs', import.meta.url));
const stdio = (mode = '', more: JsonObject = {}): JsonObject => ({ command: process.execPath, args: [script, mode], ...more });

let server: ModelServer;
let http: HttpFixture;
beforeAll(async () => {
  server = await startModelServer();
  http = await startHttpFixture();
});
afterAll(async () => {
  await server.close();
  await http.close();
});

/** Zombies do not count: nobody may ever reap an orphan's. */
function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}/stat`) && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
}

/** One session of the agent with servers. */
async function withServers(
  servers: JsonObject,
  said: readonly Said[],
  options: {
    wire?: WireName;
    env?: Record<string, string>;
    node?: object;
    signal?: AbortSignal;
    context?: JsonObject;
    secrets?: string;
  } = {},
) {
  const { wire = 'anthropic', env = {}, node = {}, signal, context, secrets } = options;
  server.sayAs(wire, ...said);
  const attributes = { mcp_servers: JSON.stringify(servers), ...node };
  return runAgent(
    { ...server.environment(wire), ...env },
    {
      spec: {
        node: { id: 'work', attributes },
        ...(context === undefined ? {} : { context }),
        ...(secrets === undefined ? {} : { graph: { nodes: [], attributes: { secret_params: secrets } } }),
        ...(signal === undefined ? {} : { signal }),
      },
      ...(signal === undefined ? {} : { request: { signal } }),
    },
  );
}

type Run = Awaited<ReturnType<typeof withServers>>;
/** In the order of the calls; they run at the same time. */
function results({ log }: Run): string[] {
  const called = log.filter(({ event }) => event === 'tool_call').map(({ data }) => data['call_id']);
  const outputs = new Map(
    log.filter(({ event }) => event === 'tool_result').map(({ data }) => [data['call_id'], data['output'] as string]),
  );
  return called.map((id) => outputs.get(id) ?? '(no result)');
}

describe('backends.md 4: MCP servers', () => {
  test.each(['anthropic', 'openai', 'gemini'] as WireName[])(
    'backends.md 4: tools of a process and of an address, over the format of %s',
    async (wire) => {
      const run = await withServers(
        { proc: stdio('chatty'), web: { url: http.url, headers: { Authorization: 'Bearer ${WEB_TOKEN}' } } },
        [
          {
            calls: [
              ['mcp__proc__add', { a: 2, b: 3 }],
              ['mcp__web__add', { a: 20, b: 22 }],
              ['mcp__proc__files_read', {}],
            ],
          },
          { text: 'Both add.' },
        ],
        { wire, env: { WEB_TOKEN: 'web-token-0123' } },
      );
      expect(run.result).toMatchObject({ text: 'Both add.', toolCalls: 3 });
      expect(results(run)).toEqual(['2 + 3 = 5\n{"sum":5}', '20 + 22 = 42\n{"sum":42}', 'called files.read']);
      const first = JSON.stringify(server.bodies[0]);
      // The schema is the server's own, and so is the description.
      expect(first).toContain('Adds two numbers.');
      expect(first).toContain('"x-hint":"second"');
      expect(JSON.stringify(server.bodies[1])).toContain('20 + 22 = 42');
      expect([...http.authorizations]).toEqual(['Bearer web-token-0123']);
      expect(http.sessions()).toBe(0);
    },
  );

  test('backends.md 4: results reach the model: images as images, errors as errors, the rest named, long ones shortened', async () => {
    const run = await withServers({ s: stdio() }, [
      {
        calls: [
          ['mcp__s__show', {}],
          ['mcp__s__refuse', {}],
          ['mcp__s__long', {}],
          ['mcp__s__add', { a: 'two' }],
        ],
      },
      { text: 'seen' },
    ]);
    const [shown, refused, long, wrong] = results(run);
    expect(shown).toBe('[audio: audio/wav, 3 bytes, not shown]\n[resource note://1]\na note\n[resource file:///x: x]');
    expect(refused).toBe('there is no such record');
    expect(long).toHaveLength(100_010);
    expect(wrong).toContain('wrong arguments for mcp__s__add');
    const messages = server.bodies[1]?.['messages'] as { content: { content?: { type: string; text?: string }[]; is_error?: boolean }[] }[];
    const parts = messages.at(-1)?.content ?? [];
    expect(parts.map((part) => part.is_error === true)).toEqual([false, true, false, true]);
    expect(parts[0]?.content?.map(({ type }) => type)).toEqual(['text', 'image']);
    const told = JSON.stringify(parts[2]);
    expect(told).toContain('output truncated');
    expect(told.length).toBeLessThan(31_000);
  });

  test('backends.md 4: hooks hold for them; an allow list is all that the model gets', async () => {
    const run = await withServers(
      { s: stdio('', { tools: ['add', 'refuse'] }) },
      [
        {
          calls: [
            ['mcp__s__add', { a: 1, b: 1 }],
            ['mcp__s__env', { names: [] }],
          ],
        },
        { text: 'ok' },
      ],
      { node: { 'tool_hooks.pre': 'test "$ATTRACTOR_TOOL_NAME" != mcp__s__add' } },
    );
    expect(results(run)[0]).toContain('tool_hooks.pre did not allow this call');
    expect(results(run)[1]).toContain('there is no tool "mcp__s__env"');
    const names = ((server.bodies[0]?.['tools'] ?? []) as unknown as { name: string }[])
      .map(({ name }) => name)
      .filter((name) => name.startsWith('mcp__'));
    expect(names).toEqual(['mcp__s__add', 'mcp__s__refuse']);
  });

  test('backends.md 4: servers get the environment of commands: secrets only when they are named, and masked in what they say', async () => {
    const names = ['PLAIN', 'HIDDEN_TOKEN', 'GIVEN', 'FROM_PARAM', 'ATTRACTOR_NODE'];
    const run = await withServers(
      { s: stdio('', { env: { GIVEN: 'v:${OTHER_TOKEN}', FROM_PARAM: '${password}' } }) },
      [{ calls: [['mcp__s__env', { names }]] }, { text: 'ok' }],
      {
        env: { PLAIN: 'plain', HIDDEN_TOKEN: 'hidden-0123', OTHER_TOKEN: 'other-0123' },
        context: { password: 'correct-horse' },
        secrets: 'password',
      },
    );
    expect(results(run)).toEqual(['PLAIN=plain\nHIDDEN_TOKEN=(unset)\nGIVEN=v:***\nFROM_PARAM=***\nATTRACTOR_NODE=work']);
    const unset = await withServers({ s: stdio('', { env: { A: '${NO_SUCH_NAME}' } }) }, []);
    expect(unset.result).toMatchObject({
      status: 'fail',
      failureReason: expect.stringContaining('${NO_SUCH_NAME}: no such variable in the environment'),
    });
  });

  test.each([
    ['fails', {}, 'it ended with exit code 3; it wrote: fixture: no licence found'],
    ['silent', { start_timeout_ms: 500 }, 'it was not ready within 500 ms'],
    ['bad-name', {}, 'it lists a tool named "no blanks allowed"'],
    ['bad-schema', {}, 'the schema of its tool "odd" cannot be used'],
    ['not-a-tool', {}, 'inputSchema'],
    ['collision', {}, 'its tools "files.read" and "files_read" would both be called mcp__s__files_read'],
    ['', { tools: ['subtract'] }, 'it has no tool "subtract"; its tools: add, show'],
    ['', { command: 'no-such-program-anywhere' }, 'there is no program no-such-program-anywhere'],
    ['', { cwd: 'no-such-folder' }, 'there is no folder'],
  ] as const)('backends.md 4: a server that does not start fails the node before any model call: %s %o', async (mode, more, reason) => {
    const run = await withServers({ good: stdio(), s: stdio(mode, more) }, []);
    expect(run.result).toMatchObject({ status: 'fail', failureClass: 'deterministic' });
    const told = String('failureReason' in run.result ? run.result.failureReason : '');
    expect(told).toContain('the MCP server s did not start: ');
    expect(told).toContain(reason);
    expect(server.received).toHaveLength(0);
    expect(run.log.at(-1)?.data).toEqual({ status: 'failed', turn_count: 0 });
  });

  test('backends.md 4: an address where nobody answers fails the node, too', async () => {
    const run = await withServers({ web: { url: 'http://127.0.0.1:9/mcp' } }, []);
    expect(run.result).toMatchObject({
      status: 'fail',
      failureReason: expect.stringMatching(/the MCP server web did not start: .*ECONNREFUSED|fetch failed/),
    });
  });

  test('backends.md 4: a server that crashes or hangs in the middle is told to the model, which goes on', async () => {
    const run = await withServers({ s: stdio('', { timeout_ms: 400 }) }, [
      { calls: [['mcp__s__hang', {}]] },
      { calls: [['mcp__s__crash', {}]] },
      { calls: [['mcp__s__add', { a: 1, b: 1 }]] },
      { text: 'I do without.' },
    ]);
    expect(run.result).toMatchObject({ text: 'I do without.', toolCalls: 0 });
    const [hung, crashed, after] = results(run);
    expect(hung).toBe('the MCP server s failed: it did not answer within 400 ms');
    expect(crashed).toContain('it ended with exit code 7; it wrote: fixture: out of luck');
    expect(after).toContain('the MCP server s failed: ');
  });

  test.each(['end', 'abort'])('backends.md 4: with the session its processes are gone, also what a server started: %s', async (how) => {
    const controller = new AbortController();
    const file = join(mkdtempSync(join(tmpdir(), 'attractor-mcp-')), 'pids');
    const then: Said = how === 'end' ? { text: 'done' } : { calls: [['mcp__s__hang', {}]] };
    const running = withServers({ s: stdio() }, [{ calls: [['mcp__s__grandchild', { file }]] }, then], { signal: controller.signal });
    if (how === 'end') expect((await running).result).toMatchObject({ text: 'done' });
    else {
      const refused = expect(running).rejects.toThrow('the agent was interrupted');
      // The second answer is the call that hangs.
      while (server.received.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(pidsIn(file).map(isRunning)).toEqual([true, true]);
      controller.abort(new Error('cancelled'));
      await refused;
    }
    expect(pidsIn(file).map(isRunning)).toEqual([false, false]);
  });
});

function pidsIn(file: string): number[] {
  return readFileSync(file, 'utf8').split(' ').map(Number);
}
