import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AgentEventData, createMasker, type JsonObject, systemClock } from '@attractor/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ModelServer, startModelServer, type WireName } from '../../../agent/test/support/model-server.ts';
import { type AgentSessionOptions, agentSessions, isProviderFailure, openMcpTools, type SessionRequest } from '../../src/index.ts';
import { agent, request, tool, toolMap, wrapper } from './support.ts';

const folder = mkdtempSync(join(tmpdir(), 'attractor-sessions-'));
let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function sessions(environment: Record<string, string> = server.environment(), more: Partial<AgentSessionOptions> = {}) {
  return agentSessions({
    models: { environment },
    clock: systemClock,
    masker: createMasker({ A_SECRET_KEY: 'hush-hush-1234' }, []),
    ...more,
  });
}

function deferred(): { readonly promise: Promise<void>; resolve(): void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve: () => resolve() };
}

/** Since something was said last. */
const bodies = (): readonly JsonObject[] => server.bodies;

describe('A19: sessions over the agent’s loop and a provider', () => {
  test.each(['anthropic', 'openai', 'gemini'] as WireName[])(
    'A19, A4: study tools over the format of %s; no verdict is offered, notes reach the model',
    async (wire) => {
      const order: string[] = [];
      const noteBegan = deferred();
      const marked = (name: string, kind: 'protocol' | 'native', work: () => Promise<unknown>) =>
        tool(
          name,
          async (_input, caller) => {
            order.push(`+${name}`);
            await work();
            order.push(`-${name}`);
            return `${name} for ${caller.delegation ?? ''} hush-hush-1234`;
          },
          { kind },
        );
      // Bash ends only when Note has begun, and Note begins only when Delegate has ended.
      const tools = [
        marked('Bash', 'native', () => noteBegan.promise),
        marked('Delegate', 'protocol', () => new Promise((resolve) => setTimeout(resolve, 20))),
        marked('Note', 'protocol', async () => noteBegan.resolve()),
      ];
      const { parts } = wrapper({ notices: { drain: () => '<engine-note>\nbudget at 95 %\n</engine-note>', pending: () => '' } });
      server.sayAs(
        wire,
        {
          text: 'Working.',
          calls: [
            ['Bash', {}],
            ['Delegate', {}],
            ['Note', {}],
          ],
        },
        { text: 'The report.' },
      );
      const events: AgentEventData[] = [];
      const transcript = join(folder, wire, 'D003.jsonl');
      const { request: asked, told } = request('worker', {
        agent: agent('worker', { provider: wire }),
        purpose: 'worker',
        delegation: 'D003',
        messages: [
          { from: 'user', text: 'The task.' },
          { from: 'assistant', text: '' },
          { from: 'user', text: 'Go on.' },
        ],
        tools: toolMap(tools, parts),
        transcript,
      });
      const answer = await sessions(server.environment(wire), { emit: (event) => void events.push(event) }).invoke(asked);
      expect(answer).toMatchObject({ text: 'The report.', rounds: 2, over: false });
      expect(answer.cut).toBeUndefined();
      expect(told.usage).toHaveLength(2);
      expect(answer.usage.inputTokens).toBe(2 * (told.usage[0]?.[0].inputTokens ?? Number.NaN));
      // Engine-built tools in written order, the native one meanwhile.
      expect(order).toEqual(['+Bash', '+Delegate', '-Delegate', '+Note', ...['-Bash', '-Note'].map(() => expect.stringMatching(/^-/))]);
      const [first, second] = bodies().map((body) => JSON.stringify(body));
      expect(first).not.toContain('report_outcome');
      expect(first).toContain('(no text)');
      expect(second).toContain('Delegate for D003 ***');
      expect(second).toContain('budget at 95 %');
      const log = readFileSync(transcript, 'utf8');
      expect(log).not.toContain('hush-hush');
      expect(
        log
          .trim()
          .split('\n')
          .map((line) => (JSON.parse(line) as { event: string }).event),
      ).toEqual([
        'prompt',
        'completion',
        ...['tool_call', 'tool_call', 'tool_call', 'tool_result', 'tool_result', 'tool_result'].map(() => expect.stringMatching(/^tool_/)),
        'completion',
        'end',
      ]);
      // C2: what a worker does carries its delegation.
      expect(events.length).toBeGreaterThan(4);
      expect(events.every((event) => 'data' in event && event.data['delegation'] === 'D003')).toBe(true);
    },
  );

  test('TU-26: the session ends when the route is decided; no further call is made', async () => {
    let over = false;
    const done = tool('Done', () => {
      over = true;
      return 'Accepted';
    });
    server.say({ text: 'I close.', calls: [['Done', { summary: 's' }]] });
    const { request: asked } = request('hub', {
      agent: agent('hub', { provider: 'anthropic' }),
      tools: toolMap([done]),
      isOver: () => over,
    });
    expect(await sessions().invoke(asked)).toMatchObject({ text: 'I close.', over: true, rounds: 1 });
    expect(bodies()).toHaveLength(1);
  });

  test('A4: a blank text is an ordinary bare ending, JSON in it is text', async () => {
    server.say({ text: '{"outcome": "fail", "preferred_label": "close"}' }, { text: '' });
    const { request: asked } = request('hub', { agent: agent('hub', { provider: 'anthropic' }) });
    expect((await sessions().invoke(asked)).text).toBe('{"outcome": "fail", "preferred_label": "close"}');
    expect(await sessions().invoke(asked)).toMatchObject({ text: '', over: false });
  });

  test('RE-05: a retried call is told; a provider that cannot be had is a failure that says so (C5)', async () => {
    server.say({ error: 'overloaded' }, { text: 'at last' });
    const { request: asked, told } = request('hub', { agent: agent('hub', { provider: 'anthropic' }) });
    expect((await sessions().invoke(asked)).text).toBe('at last');
    expect(told.retries).toMatchObject([{ attempt: 1, max: 2 }]);
    server.say({ error: 'auth' });
    const refused = await sessions()
      .invoke(asked)
      .catch((error: unknown) => error);
    expect(isProviderFailure(refused)).toBe(true);
    const unserved = { ...asked, agent: agent('hub', { provider: 'nobody' }) };
    await expect(sessions().invoke(unserved)).rejects.toThrow(/agent 'hub' cannot be served: unknown provider `nobody`/);
  });

  test('DE-24: an abort ends the call under way and throws', async () => {
    const control = new AbortController();
    const hang = tool(
      'Hang',
      (_input, caller) => new Promise<string>((resolve) => caller.signal.addEventListener('abort', () => resolve('late'))),
    );
    server.say({ calls: [['Hang', {}]] });
    const { request: asked } = request('hub', {
      agent: agent('hub', { provider: 'anthropic' }),
      tools: toolMap([hang]),
      signal: control.signal,
    });
    const running = sessions()
      .invoke(asked)
      .catch((error: unknown) => error);
    setTimeout(() => control.abort(), 100);
    expect(await running).toMatchObject({ type: 'AbortError' });
  });
});

describe('AG-11: tools of MCP servers', () => {
  const script = fileURLToPath(new URL('../../../agent/test/mcp/fixture/stdio-server.mjs', import.meta.url));
  const { parts, recorded } = wrapper();
  const openTools = ({ agent: spec, signal }: SessionRequest) =>
    openMcpTools(spec, signal, {
      workingDirectory: folder,
      environment: { PATH: process.env['PATH'] ?? '' },
      lookup: () => undefined,
      wrapper: parts,
    });
  const withServers = (extraAllowedTools: readonly string[]) =>
    request('worker', {
      agent: agent('worker', {
        provider: 'anthropic',
        extraAllowedTools,
        mcpServers: { proc: { command: process.execPath, args: [script, ''] } },
      }),
      purpose: 'worker',
      delegation: 'D001',
    }).request;

  test('AG-11: the named tools of a real server are offered and called; errors are recorded; the server ends with the invoke', async () => {
    const pids = join(folder, 'pids');
    server.say(
      {
        calls: [
          ['mcp__proc__add', { a: 2, b: 3 }],
          ['mcp__proc__add', { a: 'x' }],
          ['mcp__proc__refuse', {}],
          ['mcp__proc__grandchild', { file: pids }],
        ],
      },
      { text: 'ok' },
    );
    const allowed = ['mcp__proc__add', 'mcp__proc__refuse', 'mcp__proc__grandchild'];
    expect((await sessions(undefined, { openTools }).invoke(withServers(allowed))).text).toBe('ok');
    const [first, second] = bodies();
    const offered = (first?.['tools'] ?? []) as { name: string }[];
    expect(offered.map(({ name }) => name).sort()).toEqual([...allowed].sort());
    expect(JSON.stringify(second)).toContain('2 + 3 = 5');
    expect(recorded.errors.map(({ tool: name, message }) => [name, message.slice(0, 40)])).toEqual([
      ['mcp__proc__add', expect.stringContaining('ERROR: wrong arguments for mcp__proc__')],
      ['mcp__proc__refuse', 'ERROR: there is no such record'],
    ]);
    for (const pid of readFileSync(pids, 'utf8').split(' ')) {
      const stat = `/proc/${pid}/stat`;
      expect(existsSync(stat) && !/\) [ZX] /.test(readFileSync(stat, 'latin1'))).toBe(false);
    }
  });

  test('AG-11: a tool that no server has, and a server that does not start, are failures with words', async () => {
    await expect(sessions(undefined, { openTools }).invoke(withServers(['mcp__proc__nothing']))).rejects.toThrow(
      /agent 'worker': no MCP server has mcp__proc__nothing of extra_allowed_tools; tools: mcp__proc__add/,
    );
    const asked = withServers(['mcp__proc']);
    const broken = {
      ...asked,
      agent: agent('worker', { extraAllowedTools: ['mcp__x'], mcpServers: { x: { command: 'no-such-program' } } }),
    };
    await expect(
      sessions(undefined, { openTools }).invoke({ ...broken, agent: { ...broken.agent, provider: 'anthropic' } }),
    ).rejects.toThrow(/the MCP server x did not start/);
  });
});
