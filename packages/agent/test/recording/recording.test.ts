import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BackendRequest, CodergenBackend, Outcome } from '@attractor/engine';
import type { InvocationSpec, TestInvocation } from '@attractor/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentBackend, parseScript, type Recording, readRecording, recordRun, replayBackend, simulateBackend } from '../../src/index.ts';
import { comparable } from '../../src/recording/portable.ts';
import { type ModelServer, requestFor, startModelServer, testInvocation } from '../support/model-server.ts';

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

interface Called {
  readonly test: TestInvocation;
  readonly result: unknown;
}

async function call(
  backend: CodergenBackend,
  spec: Partial<InvocationSpec> = {},
  request: Partial<BackendRequest> = {},
  before?: (test: TestInvocation) => void,
): Promise<Called> {
  const run = testInvocation(server.environment(), spec);
  before?.(run);
  try {
    return { test: run, result: await backend.run(requestFor(run, request)) };
  } catch (error) {
    return { test: run, result: error };
  }
}

/** An agent whose traffic is recorded. */
function recordedAgent(): CodergenBackend {
  const recording = recordRun();
  return recording.backend(agentBackend({ environment: server.environment(), recording }));
}

function recordingIn(directory: string): Recording {
  const read = readRecording(directory);
  if (!read.ok) throw new Error(read.problem);
  return read.recording;
}

const replayOf = ({ test: { runDirectory } }: Called): CodergenBackend => replayBackend({ recording: recordingIn(runDirectory) });
const reasonOf = (called: Called): string => (called.result as Outcome & { failureReason: string }).failureReason;

describe('backends.md 1: recordings', () => {
  test('backends.md 1: tools are carried out again; another result than the recorded one is a difference', async () => {
    server.say(
      {
        calls: [
          ['write_file', { file_path: 'out.txt', content: 'made' }],
          ['read_file', { file_path: 'data.txt' }],
        ],
      },
      { text: 'It says first.' },
    );
    const data = (text: string) => (run: TestInvocation) => writeFileSync(join(run.workingDirectory, 'data.txt'), text);
    const recorded = await call(recordedAgent(), {}, {}, data('first\n'));
    expect(recorded.result).toMatchObject({ text: 'It says first.', toolCalls: 2 });
    const again = await call(replayOf(recorded), {}, {}, data('first\n'));
    expect(again.result).toMatchObject({ text: 'It says first.', toolCalls: 2, usage: (recorded.result as { usage: object }).usage });
    expect(readFileSync(join(again.test.workingDirectory, 'out.txt'), 'utf8')).toBe('made');
    const other = await call(replayOf(recorded), {}, {}, data('second\n'));
    expect(other.result).toMatchObject({ status: 'fail', failureClass: 'deterministic', terminal: true });
    expect(reasonOf(other)).toContain("replay: call 1 of node 'work', model call 2: what is asked differs from the recording");
    expect(reasonOf(other)).toMatch(/^-1 \| first$/m);
    expect(reasonOf(other)).toMatch(/^\+1 \| second$/m);
    expect(server.received).toHaveLength(2);
  });

  test('backends.md 1: run id, folders, dates, durations and ids of calls make no difference', async () => {
    server.say({ calls: [['shell', { command: 'pwd; echo "$ATTRACTOR_RUN_ID" 12.34s; date -u +%Y-%m-%dT%H:%M:%S.%NZ' }]] }, { text: 'ok' });
    const prompt = (run: string): string => `Run: ${run}\nDo it`;
    const recorded = await call(
      recordedAgent(),
      { runId: '20200101-000000-000-abcdefgh' },
      { prompt: prompt('20200101-000000-000-abcdefgh') },
    );
    const again = await call(
      replayOf(recorded),
      { runId: '20300101-000000-000-hgfedcba' },
      { prompt: prompt('20300101-000000-000-hgfedcba') },
    );
    expect(again.result).toMatchObject({ text: 'ok' });
    expect(recorded.test.workingDirectory).not.toBe(again.test.workingDirectory);
    const text = readFileSync(join(recorded.test.runDirectory, 'recordings', 'calls.jsonl'), 'utf8');
    expect(text).not.toContain(recorded.test.root);
    const schema = JSON.parse(readFileSync(new URL('../../../../specs/schemas/recording.schema.json', import.meta.url), 'utf8')) as object;
    const validate = new Ajv2020().compile(schema);
    for (const line of text.trimEnd().split('\n')) expect(validate(JSON.parse(line)), JSON.stringify(validate.errors)).toBe(true);
  });

  test.each([
    ['took 12.5s and 300 ms', 'took 0.1s and 2 ms', true],
    ['wait 10s', 'wait 20s', false],
    ['at 2024-01-02T03:04:05Z', 'at 2025-01-02 03:04:05.123+01:00', true],
    ['on 2024-01-02', 'on 2024-01-03', false],
    ['<environment>\nDate: 2024-01-02\n</environment>', '<environment>\nPlatform: darwin\n</environment>', true],
    ['port 8080', 'port 8081', false],
  ])('backends.md 1: what is volatile: %s, %s: %s', (a, b, same) => {
    expect(comparable(a) === comparable(b)).toBe(same);
  });

  test('backends.md 1: a script is recorded by prompt and answer, failures and usage included', async () => {
    const parsed = parseScript(
      '{"nodes": {"work": [{"error": {"status": 429, "message": "slow down"}}, {"text": "second", "usage": {"input_tokens": 3, "output_tokens": 4}}]}}',
      'script',
    );
    if ('errors' in parsed) throw new Error(parsed.errors.join());
    const recording = recordRun();
    const backend = recording.backend(simulateBackend(parsed.script));
    const runDirectory = mkdtempSync(join(tmpdir(), 'attractor-recording-'));
    const counted = (n: number) => ({ runDirectory, scriptCalls: () => n }) as unknown as Partial<InvocationSpec>;
    const place = (run: TestInvocation): void => void Object.assign(run, { runDirectory });
    const record = [await call(backend, counted(0), {}, place), await call(backend, counted(1), {}, place)];
    const replay = replayBackend({ recording: recordingIn(runDirectory) });
    const elsewhere = mkdtempSync(join(tmpdir(), 'attractor-recording-'));
    const there = (run: TestInvocation): void => void Object.assign(run, { runDirectory: elsewhere });
    const replayed = [
      await call(replay, counted(0), {}, there),
      await call(replay, counted(1), {}, there),
      await call(replay, counted(2), {}, there),
    ];
    expect(record[0]?.result).toMatchObject({ message: '429: slow down', retryable: true });
    expect(replayed[0]?.result).toMatchObject({ message: '429: slow down', retryable: true, type: 'Http429' });
    expect(replayed[1]?.result).toEqual(record[1]?.result);
    expect(JSON.stringify(replayed[2]?.result)).toContain("call 3 of node 'work' was not recorded");
    // A process that goes on with the replayed run, reading what was used up from its folder.
    const differs = await call(replayBackend({ recording: recordingIn(runDirectory) }), counted(0), { prompt: 'Do it differently' });
    expect(reasonOf(differs)).toMatch(/^-prompt: Do it$/m);
    expect(reasonOf(differs)).toMatch(/^\+prompt: Do it differently$/m);
  });

  test('backends.md 1: a call that a time limit stopped is stopped again; one that the run’s end interrupted is told', async () => {
    server.say({ calls: [['shell', { command: 'sleep 60', timeout_ms: 60_000 }]] });
    const stop = async (backend: CodergenBackend, why: string): Promise<Called> => {
      const controller = new AbortController();
      const calling = call(backend, { signal: controller.signal }, { signal: controller.signal });
      setTimeout(() => controller.abort(why), 700);
      return calling;
    };
    const recorded = await stop(recordedAgent(), 'timeout');
    expect(recorded.result).toMatchObject({ message: 'the agent was interrupted' });
    expect((await stop(replayOf(recorded), 'timeout')).result).toMatchObject({ name: 'HandlerError', type: 'AbortError' });
    server.say({ calls: [['shell', { command: 'sleep 60', timeout_ms: 60_000 }]] });
    const cancelled = await stop(recordedAgent(), 'cancel');
    const file = join(cancelled.test.runDirectory, 'recordings', 'calls.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"sleep 60"', '"true"'));
    const replayed = await call(replayOf(cancelled));
    expect(reasonOf(replayed)).toContain('the recorded run was interrupted in the middle of it (cancel)');
  });

  test('backends.md 1: a node that was not recorded, a recording that is absent or damaged: each is told', async () => {
    server.say({ text: 'ok' });
    const recorded = await call(recordedAgent());
    const other = await call(replayOf(recorded), { node: { id: 'other' } });
    expect(reasonOf(other)).toContain("call 1 of node 'other' was not recorded");
    expect(reasonOf(other)).toContain('holds calls of work');
    const source = join(recorded.test.runDirectory, 'recordings', 'calls.jsonl');
    const damagedBy = (change: (text: string) => string) => {
      const directory = mkdtempSync(join(tmpdir(), 'attractor-recording-'));
      mkdirSync(join(directory, 'recordings'));
      const file = join(directory, 'recordings', 'calls.jsonl');
      cpSync(source, file);
      writeFileSync(file, change(readFileSync(source, 'utf8')));
      const read = readRecording(directory);
      return read.ok ? 'fine' : read.problem;
    };
    expect(readRecording(tmpdir())).toMatchObject({ ok: false, kind: 'absent' });
    expect(damagedBy((text) => text)).toBe('fine');
    // A kill tears the last line; that is no damage.
    expect(damagedBy((text) => `${text}{"t":"tu`)).toBe('fine');
    expect(damagedBy(() => '')).toContain('is empty');
    expect(damagedBy((text) => text.replace('"version":1', '"version":2'))).toContain(
      'calls.jsonl:1: the recording is damaged: its version is 2',
    );
    expect(damagedBy((text) => text.replace('Do it', 'Do that'))).toContain(
      ':2: the recording is damaged: what a call asked does not fit its digest',
    );
    expect(damagedBy((text) => text.replaceAll('"text":"Do it"', '"text":"Do that"'))).toContain(
      ':3: the recording is damaged: what turn 1 asked',
    );
    expect(damagedBy((text) => text.replace('"t":"end"', '"t":"END"'))).toContain('a record of kind "END" is not known');
    expect(damagedBy((text) => `${text}nonsense\n`)).toContain(':5: the recording is damaged: it is no JSON object');
    appendFileSync(source, '{"t":"end","call":"none"}\n');
    expect(damagedBy((text) => text)).toContain('it belongs to no call');
  });
});
