import { createMasker, HandlerError, type JsonObject } from '@attractor/engine';
import { type Message, type ModelClient, ModelError, type ModelRequest, type ModelResponse } from '@attractor/llm';
import { simulatedClock } from '@attractor/testing';
import { describe, expect, test } from 'vitest';
import { runToolSession, type SessionObserver, sessionLog, type Tool, userText } from '../../src/index.ts';

type Said = { readonly text?: string; readonly calls?: readonly (readonly [string, JsonObject])[] };

/** A client in memory that says the next thing at each call. */
function clientSaying(said: readonly Said[]): { client: ModelClient; requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  const unused = (): never => {
    throw new Error('not asked for');
  };
  const client: ModelClient = {
    provider: 'test',
    async *stream(request) {
      const next = said[requests.length];
      requests.push(request);
      if (next === undefined) throw new Error('the model was asked once too often');
      if (requests.length === 1)
        yield {
          type: 'retry',
          attempt: 1,
          delayMs: 5,
          error: new ModelError({ provider: 'test', kind: 'server', message: 'busy' }).toJSON(),
        };
      const response: ModelResponse = {
        provider: 'test',
        requestedModel: 'm',
        resolvedModel: 'm',
        model: 'm-1',
        content: [
          ...(next.text === undefined ? [] : [{ type: 'text', text: next.text } as const]),
          ...(next.calls ?? []).map(([name, input], at) => ({ type: 'tool_call', id: `c${requests.length}.${at}`, name, input }) as const),
        ],
        finish: { reason: 'stop' },
        usage: { inputTokens: 10, outputTokens: 1 },
      };
      yield { type: 'finish', response };
    },
    generate: unused,
    listModels: unused,
    resolveModel: unused,
    price: () => undefined,
  };
  return { client, requests };
}

function tool(name: string, run: Tool['run'], more: Partial<Tool> = {}): Tool {
  return { name, description: name, parameters: { type: 'object' }, limits: { characters: 1000 }, run, ...more };
}

function session(
  said: readonly Said[],
  tools: readonly Tool[],
  more: { observer?: SessionObserver; isOver?: () => boolean; maxTurns?: number } = {},
) {
  const masker = createMasker({}, []);
  const clock = simulatedClock();
  const { client, requests } = clientSaying(said);
  const log = sessionLog({ id: 's1', directory: '/nowhere', masker, clock, emit: () => {} });
  const signal = new AbortController().signal;
  const context = { workingDirectory: '/', runDirectory: '/', sessionDirectory: '/', environment: {}, shell: 'sh', masker, signal };
  const opening: Message[] = [userText('go')];
  const result = runToolSession({ client, model: 'm', system: 'S', opening, tools, context, log, now: clock.monotonic, ...more });
  return { result, requests };
}

const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('study-rulings.md A19: tools of one round', () => {
  test('study-rulings.md A19: ordered tools run one after another as written while the others run together', async () => {
    const events: string[] = [];
    const slow =
      (name: string, ticks: number): Tool['run'] =>
      async () => {
        events.push(`+${name}`);
        for (let i = 0; i < ticks; i++) await soon();
        events.push(`-${name}`);
        return { text: name, isError: false };
      };
    const tools = [
      tool('A', slow('A', 3), { inWrittenOrder: true }),
      tool('B', slow('B', 1), { inWrittenOrder: true }),
      tool('N', slow('N', 8)),
      tool('M', slow('M', 8)),
    ];
    const { result, requests } = session(
      [
        {
          calls: [
            ['N', {}],
            ['A', {}],
            ['B', {}],
            ['M', {}],
          ],
        },
        { text: 'end' },
      ],
      tools,
    );
    expect(await result).toMatchObject({ text: 'end', toolCalls: 4, usage: { inputTokens: 20, outputTokens: 2 } });
    const at = (event: string): number => events.indexOf(event);
    expect(at('-A')).toBeLessThan(at('+B'));
    // The free ones overlap with each other and with the ordered ones.
    expect(at('+M')).toBeLessThan(at('-N'));
    expect(at('+A')).toBeLessThan(at('-N'));
    // Results stand in the order of the calls.
    const answers = requests[1]?.messages.at(-1);
    expect(JSON.stringify(answers).match(/"text":"(.)"/g)).toEqual(['"text":"N"', '"text":"A"', '"text":"B"', '"text":"M"']);
    // Nothing of a profile is offered.
    expect(requests[0]?.tools?.map(({ name }) => name)).toEqual(['A', 'B', 'N', 'M']);
  });

  test('TU-26: once the session is over, no later ordered call begins and no model is asked', async () => {
    let over = false;
    const ran: string[] = [];
    const mark = (name: string): Tool =>
      tool(
        name,
        () => {
          ran.push(name);
          over ||= name === 'Done';
          return { text: name, isError: false };
        },
        { inWrittenOrder: true },
      );
    const rounds: string[][] = [];
    const observer: SessionObserver = { round: (results) => void rounds.push(results.map(({ output }) => output.text)) };
    const { result, requests } = session(
      [
        {
          text: 'closing',
          calls: [
            ['Note', {}],
            ['Done', {}],
            ['Delegate', {}],
          ],
        },
      ],
      [mark('Note'), mark('Done'), mark('Delegate')],
      { isOver: () => over, observer },
    );
    expect(await result).toMatchObject({ text: 'closing' });
    expect(ran).toEqual(['Note', 'Done']);
    expect(requests).toHaveLength(1);
    expect(rounds).toEqual([['Note', 'Done', 'this call was not carried out: the turn was over before it']]);
  });

  test('study-rulings.md A19: waiting again and again is no loop, doing so is', async () => {
    const calls = (name: string): Said[] => [...Array.from({ length: 8 }, () => ({ calls: [[name, {}]] as const })), { text: 'done' }];
    const wait = tool('Wait', () => ({ text: 'Working', isError: false }), { mayRepeat: true });
    const look = tool('Look', () => ({ text: 'same', isError: false }));
    expect(await session(calls('Wait'), [wait]).result).toMatchObject({ text: 'done' });
    expect(await session(calls('Look'), [look]).result).toMatchObject({
      status: 'fail',
      failureReason: expect.stringContaining('tool_loop'),
    });
  });

  test('RE-05: usage is told by call and retries as they come; a tool may end its caller', async () => {
    const told: unknown[] = [];
    const observer: SessionObserver = {
      usage: (usage, model) => void told.push([model, usage.inputTokens]),
      retry: ({ attempt, error }) => void told.push([attempt, error]),
    };
    const stop = tool('Stop', () => {
      throw new HandlerError('abandoned', { retryable: false, type: 'AbortError' });
    });
    const fault = tool('Fault', () => {
      throw new Error('a bug');
    });
    const { result } = session([{ calls: [['Fault', {}]] }, { calls: [['Stop', {}]] }], [stop, fault], { observer });
    await expect(result).rejects.toMatchObject({ type: 'AbortError', message: 'abandoned' });
    expect(told).toEqual([
      [1, expect.stringContaining('busy')],
      ['m-1', 10],
      ['m-1', 10],
    ]);
  });
});
