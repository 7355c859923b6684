import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseScript } from '@attractor/agent';
import type { AgentEventData, HandlerError, JsonObject } from '@attractor/engine';
import { simulatedClock } from '@attractor/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { type AgentScript, codeScript, fileCounts, isScriptMismatch, note, type StudyTool } from '../../src/index.ts';
import { agent, fakeLog, request, sessions, tool, toolMap, worker, wrapper } from './support.ts';

const folder = mkdtempSync(join(tmpdir(), 'attractor-script-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(script: unknown, agents: readonly string[] = ['hub', 'worker', 'critic']): AgentScript {
  const read = parseScript(JSON.stringify(script), 's.json', { agents: new Set(agents) });
  if ('errors' in read) throw new Error(read.errors.join('\n'));
  return read.script;
}

const echo = tool('Echo', ({ text }) => `Echo ${typeof text === 'string' ? text : ''}`);

function failure(work: Promise<unknown>): Promise<HandlerError> {
  return work.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: HandlerError) => error,
  );
}

describe('rulings H: rounds of a scripted agent', () => {
  test('rulings H: calls go through the wrapper in written order, then the text; usage by round', async () => {
    const seen: string[] = [];
    const { parts, recorded } = wrapper({ notices: { drain: () => note('budget at 95 %'), pending: () => '' } });
    const log = tool('Log', (input, caller) => `${seen.push(`${caller.node}:${JSON.stringify(input)}`)} seen`, {
      parameters: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'], additionalProperties: false },
    });
    const script = file({
      nodes: {
        hub: [
          {
            calls: [
              { tool: 'Log', args: { n: '1' }, expect: '1 seen' },
              [
                { tool: 'Log', args: { n: 2 }, expect: '/^2 seen$/' },
                { tool: 'Log', args: { wrong: 2 }, expect: 'ERROR: wrong arguments for Log' },
              ],
              { tool: 'Nope', expect: 'there is no tool "Nope"; tools: Log' },
            ],
            text: 'done',
            usage: [{ input_tokens: 1 }, { input_tokens: 10 }, { input_tokens: 100 }, { input_tokens: 1000 }],
            cost_usd: 0.25,
          },
        ],
      },
    });
    const { request: asked, told } = request('hub', { tools: toolMap([log], parts) });
    expect(await sessions(script).invoke(asked)).toEqual({
      text: 'done',
      usage: { inputTokens: 1111, outputTokens: 0, costUsd: 1 },
      rounds: 4,
      model: 'script',
      over: false,
    });
    // The text '1' is coerced to what the schema declares (AG-23).
    expect(seen).toEqual(['hub:{"n":1}', 'hub:{"n":2}']);
    expect(told.usage.map(([usage]) => usage.inputTokens)).toEqual([1, 10, 100, 1000]);
    expect(recorded.errors).toMatchObject([{ node: 'hub', tool: 'Log', errorType: 'ERROR_RETURN', arguments: { wrong: 2 } }]);
  });

  test('rulings H: `as` keeps a result for later strings, whole or its first word, and only what was kept', async () => {
    const { parts } = wrapper({ notices: { drain: () => '', pending: () => note('You have pending items') } });
    const script = file({
      nodes: {
        hub: [
          {
            calls: [
              { tool: 'Echo', args: { text: 'one' }, as: 'd', expect: '/^Echo one$/' },
              { tool: 'Echo', args: { text: 'id ${d.word}', deep: [{ x: '${d}' }] }, as: 'e', expect: 'Echo id ${d.word}' },
              {
                tool: 'Echo',
                args: { text: '${process.env.HOME} ${other} ${e}' },
                expect: 'Echo ${process.env.HOME} ${other} Echo id Echo',
              },
            ],
            text: 'It said ${e}.',
          },
        ],
      },
    });
    const inputs: JsonObject[] = [];
    const spy: StudyTool = {
      ...echo,
      run: (input, caller) => {
        inputs.push(input);
        return echo.run(input, caller);
      },
    };
    const answer = await sessions(script).invoke(request('hub', { tools: toolMap([spy], parts) }).request);
    expect(answer.text).toBe('It said Echo id Echo.');
    expect(inputs[1]).toEqual({ text: 'id Echo', deep: [{ x: 'Echo one' }] });
  });

  test('rulings H: an unexpected result fails with key, entry, call, expected and result, and tells the run', async () => {
    const told: string[] = [];
    const script = file({
      nodes: { hub: [{ text: 'x' }, { calls: [{ tool: 'Echo', args: { text: 'b' }, expect: 'D001' }], text: 'never' }] },
    });
    const model = sessions(script, { onMismatch: ({ message }) => void told.push(message) });
    const { request: asked } = request('hub', { tools: toolMap([echo]) });
    await model.invoke(asked);
    const error = await failure(model.invoke(asked));
    expect(isScriptMismatch(error)).toBe(true);
    expect(error.message).toBe(`script_mismatch: key 'hub', entry 2, round 1, call 1 (Echo): expected "D001", the result is "Echo b"`);
    expect(told).toEqual([error.message]);
  });

  test('TU-26: an accepted Done ends the turn; what the script had left is dropped and noted in the event log', async () => {
    let accepted = false;
    const ran: string[] = [];
    const mark = (name: string): StudyTool =>
      tool(name, () => {
        ran.push(name);
        if (name !== 'Done') return name;
        accepted = true;
        return 'Accepted';
      });
    const script = file({
      nodes: {
        hub: [
          {
            calls: [
              { tool: 'Note' },
              [
                { tool: 'Done', expect: 'Accepted' },
                { tool: 'Delegate', expect: 'D001' },
              ],
              { tool: 'Note' },
              { tool: 'Note' },
            ],
            text: 'never said',
          },
        ],
      },
    });
    const events: AgentEventData[] = [];
    const { request: asked } = request('hub', { tools: toolMap(['Note', 'Done', 'Delegate'].map(mark)), isOver: () => accepted });
    const answer = await sessions(script, { emit: (event) => void events.push(event) }).invoke(asked);
    expect(answer).toMatchObject({ text: '', rounds: 2, over: true });
    expect(ran).toEqual(['Note', 'Done']);
    expect(events.at(-1)).toEqual({
      type: 'agent.script_rounds_dropped',
      node: 'hub',
      data: { key: 'hub', entry: 1, rounds: 2, calls: 1 },
    });
  });

  test('rulings H: an error round fails that model call, as an entry’s own does; a delay takes the run’s time', async () => {
    const clock = simulatedClock({ auto: true });
    const script = file({
      nodes: {
        hub: [
          { delay_ms: 500, calls: [{ tool: 'Echo' }, { delay_ms: 1500 }, { error: { status: 529, message: 'overloaded' } }] },
          { error: { network: true } },
        ],
      },
    });
    const model = sessions(script, { clock });
    const { request: asked, told } = request('hub', { tools: toolMap([echo]) });
    expect(await failure(model.invoke(asked))).toMatchObject({ type: 'Http529', retryable: true, message: '529: overloaded' });
    expect(clock.monotonic()).toBe(2000);
    expect(told.usage).toHaveLength(1);
    expect(await failure(model.invoke(asked))).toMatchObject({ type: 'NetworkError', retryable: true });
  });

  test('rulings H: until waits for the delegation log; no model call meanwhile', async () => {
    const { log, set } = fakeLog();
    const order: string[] = [];
    const script = file({ nodes: { hub: [{ calls: [{ until: 'D002:DONE' }, { tool: 'Echo' }, { until: 'D002:RUNNING' }] }] } });
    const spy: StudyTool = { ...echo, run: () => `Echo ${order.push('called')}` };
    const running = sessions(script, { log }).invoke(request('hub', { tools: toolMap([spy]) }).request);
    set('D002', 'worker', 'RUNNING');
    await new Promise((resolve) => setTimeout(resolve, 40));
    order.push('done');
    set('D002', 'worker', 'DONE');
    await running;
    expect(order).toEqual(['done', 'called']);
  });

  test('rulings H: an abort ends a wait and uses nothing up', async () => {
    const control = new AbortController();
    const script = file({ nodes: { hub: [{ calls: [{ until: 'D009:DONE' }], text: 'first' }, { text: 'second' }] } });
    const { log, set } = fakeLog();
    const model = sessions(script, { log });
    const waiting = failure(model.invoke(request('hub', { signal: control.signal }).request));
    control.abort();
    expect(await waiting).toMatchObject({ type: 'AbortError' });
    set('D009', 'worker', 'DONE');
    expect((await model.invoke(request('hub').request)).text).toBe('first');
  });

  test('rulings H: the turn limit of an agent holds for a script too; max_turns cuts, it does not fail', async () => {
    const script = file({ nodes: { hub: [{ calls: Array.from({ length: 5 }, (_, n) => ({ tool: 'Echo', args: { text: `${n}` } })) }] } });
    const { request: asked } = request('hub', { agent: agent('hub', { maxTurns: 2 }), tools: toolMap([echo]) });
    expect(await sessions(script).invoke(asked)).toMatchObject({ rounds: 2, text: '', cut: expect.stringContaining('turn_limit') });
  });

  test('rulings H: files and outcome are refused also in the default entry', async () => {
    const script = file({ nodes: {}, default: { files: { 'a.txt': 'x' } } });
    expect(await failure(sessions(script).invoke(request('hub').request))).toMatchObject({
      type: 'ScriptError',
      message: expect.stringContaining("key 'default', entry 1: 'files' is not for an agent"),
    });
  });
});

describe('rulings H: keys and counts', () => {
  const script = file({
    nodes: {
      hub: [{ text: 'turn 1' }, { text: 'turn 2' }],
      'hub/interview': [{ text: 'interview' }],
      worker: [[{ text: 'w1' }, { text: 'w1 corrected' }], { text: 'w2' }],
      'worker/D007': [{ text: 'seven' }, { text: 'seven again' }],
      'critic/review': [{ text: 'REVISE' }, { text: 'PASS' }],
    },
    default: { text: 'anybody' },
  });

  test('rulings H: the first key that exists; hub turns and purposes by call, workers by order of ids', async () => {
    const { log, set } = fakeLog();
    set('D002', 'worker', 'RUNNING');
    set('D003', 'critic', 'RUNNING');
    set('D005', 'worker', 'RUNNING');
    set('D010', 'worker', 'RUNNING');
    set('GATE001', 'worker', 'GATE:PASS');
    const model = sessions(script, { log });
    const says = async (asked: Parameters<typeof model.invoke>[0]): Promise<string> => (await model.invoke(asked)).text;
    const hub = (purpose: 'turn' | 'interview') => request('hub', { purpose }).request;
    expect(await says(hub('turn'))).toBe('turn 1');
    expect(await says(hub('interview'))).toBe('interview');
    expect(await says(hub('turn'))).toBe('turn 2');
    expect(await says(hub('turn'))).toBe('turn 2');
    // D005 is the node's second delegation, whichever asks first; the last item repeats.
    expect(await says(worker('worker', 'D010'))).toBe('w2');
    expect(await says(worker('worker', 'D005'))).toBe('w2');
    expect(await says(worker('worker', 'D002'))).toBe('w1');
    expect(await says(worker('worker', 'D002', 2))).toBe('w1 corrected');
    expect(await says(worker('worker', 'D002', 3))).toBe('w1 corrected');
    expect(await says(worker('worker', 'D007'))).toBe('seven');
    expect(await says(worker('worker', 'D007', 2))).toBe('seven again');
    const review = request('critic', { purpose: 'review' }).request;
    expect([await says(review), await says(review)]).toEqual(['REVISE', 'PASS']);
    expect(await says(worker('critic', 'D003'))).toBe('anybody');
  });

  test('rulings H: calls at the same time take different entries', async () => {
    const model = sessions(script);
    const review = request('critic', { purpose: 'review' }).request;
    const both = await Promise.all([model.invoke(review), model.invoke(review)]);
    expect(both.map(({ text }) => text)).toEqual(['REVISE', 'PASS']);
  });

  test('rulings H: counts survive a resume; an interrupted hub turn takes its entry again', async () => {
    const path = join(folder, 'counts.json');
    const reviews = async (): Promise<string> =>
      (await sessions(script, { counts: fileCounts(path) }).invoke(request('critic', { purpose: 'review' }).request)).text;
    expect(await reviews()).toBe('REVISE');
    // Another process.
    expect(await reviews()).toBe('PASS');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ 'critic/review': 2 });
    let turnsBefore = 0;
    const turn = async (): Promise<string> =>
      (await sessions(script, { counts: fileCounts(path, () => turnsBefore) }).invoke(request('hub').request)).text;
    // The session had ended, the visit had not: the same turn, the same entry.
    expect([await turn(), await turn()]).toEqual(['turn 1', 'turn 1']);
    turnsBefore = 1;
    expect(await turn()).toBe('turn 2');
  });

  test('rulings H: without any entry an agent says a fixed text', async () => {
    expect((await sessions(file({ nodes: {} })).invoke(request('hub').request)).text).toBe('[Simulated] Response for stage: hub');
  });
});

describe('rulings H: a script in code', () => {
  test('rulings H: functions where ENTRY or CALL stand, and rounds that hold', async () => {
    const order: string[] = [];
    const script = codeScript({
      nodes: {
        hub: [
          {
            calls: [
              { tool: 'Echo', args: { text: 'a' }, as: 'a' },
              ({ kept, results }: { kept: ReadonlyMap<string, string>; results: readonly string[] }) => ({
                tool: 'Echo',
                args: { text: `${kept.get('a')}/${results[0]}` },
                expect: 'Echo Echo a/Echo a',
              }),
              { hold: 'before the end' },
              [{ tool: 'Echo' }, () => ({ tool: 'Echo', args: { text: 'last' } })],
            ],
            text: 'end',
          },
          ({ node, entry }) => ({ text: `${node} ${entry}` }),
        ],
      },
    });
    const model = sessions(script);
    const { request: asked } = request('hub', { tools: toolMap([echo]) });
    const running = model.invoke(asked).finally(() => order.push('ended'));
    await script.reached('before the end');
    order.push('held');
    script.release('before the end');
    expect(await running).toMatchObject({ text: 'end', rounds: 4 });
    expect(order).toEqual(['held', 'ended']);
    expect((await model.invoke(asked)).text).toBe('hub 2');
  });

  test('rulings H: what a file’s reader refuses is refused in code', () => {
    expect(() => codeScript({ nodes: { hub: [{ outcome: { status: 'success' } }] } })).toThrow(/'outcome' is not for an agent/);
    expect(() => codeScript({ nodes: { hub: [{ calls: [{ name: 'Echo' }] }] } })).toThrow(/unknown field 'name' of a call/);
  });
});
