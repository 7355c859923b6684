import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BackendRequest, HandlerError } from '@attractor/engine';
import { type InvocationSpec, invocation, simulatedClock, type TestInvocation } from '@attractor/testing';
import { describe, expect, test } from 'vitest';
import { createBackendRegistry, parseScript, simulateBackend, writeConfinedFiles } from '../../src/index.ts';

function backendOf(source?: object) {
  if (source === undefined) return simulateBackend();
  const result = parseScript(JSON.stringify(source), 's.json');
  if ('errors' in result) throw new Error(result.errors.join('\n'));
  return simulateBackend(result.script);
}

function request(spec: Partial<InvocationSpec> = {}, call = 1): BackendRequest & { readonly invocation: TestInvocation } {
  const made = invocation({ node: { id: 'work' }, ...spec });
  return {
    node: made.node,
    prompt: 'p',
    context: made.context,
    fidelity: 'compact',
    workingDirectory: made.workingDirectory,
    statusFile: join(made.directory.path, 'status.json'),
    call,
    signal: made.signal,
    invocation: made,
    emit: () => {},
  };
}

describe('backends.md 1: simulate', () => {
  test('answers a fixed text without a script; in a dry run an explicit success', async () => {
    expect(await backendOf().run(request())).toEqual({ text: '[Simulated] Response for stage: work', toolCalls: 0 });
    expect(await backendOf().run(request({ mode: 'dry-run' }))).toMatchObject({ report: { status: 'success' } });
    expect(await backendOf({ nodes: { work: [{ text: 'x' }] } }).run(request({ mode: 'dry-run' }))).toEqual({ text: 'x', toolCalls: 0 });
    expect(backendOf().needsProvider).toBe(false);
  });

  test('calls are counted over the whole run and within the attempt', async () => {
    const backend = backendOf({ nodes: { work: [{ text: '1' }, { text: '2' }, { text: '3' }] } });
    expect(await backend.run(request({ scriptCalls: () => 1 }))).toMatchObject({ text: '2' });
    expect(await backend.run(request({ scriptCalls: () => 1 }, 2))).toMatchObject({ text: '3' });
    expect(await backend.run(request({ scriptCalls: () => 40 }, 2))).toMatchObject({ text: '3' });
  });

  test("an outcome is a report; usage and cost are the call's", async () => {
    const entry = { outcome: { status: 'retry', notes: 'n' }, usage: { input_tokens: 3 }, cost_usd: 0.5 };
    expect(await backendOf({ default: entry }).run(request())).toEqual({
      text: '',
      toolCalls: 1,
      report: { status: 'retry', notes: 'n' },
      usage: { inputTokens: 3, outputTokens: 0, costUsd: 0.5 },
    });
    expect(await backendOf({ default: { cost_usd: 1 } }).run(request())).toMatchObject({
      usage: { inputTokens: 0, outputTokens: 0, costUsd: 1 },
    });
  });

  test.each([
    [{ status: 429, message: 'slow' }, true, 'Http429', '429: slow'],
    [{ status: 503 }, true, 'Http503', '503: HTTP 503'],
    [{ status: 408 }, true, 'Http408', '408: HTTP 408'],
    [{ status: 425 }, true, 'Http425', '425: HTTP 425'],
    [{ status: 401 }, false, 'Http401', '401: HTTP 401'],
    [{ status: 422 }, false, 'Http422', '422: HTTP 422'],
    [{ network: true }, true, 'NetworkError', 'connection reset'],
  ])('engine.md 4: error %j', async (error, retryable, type, message) => {
    const thrown = await backendOf({ default: { error } })
      .run(request({}, 2))
      .catch((reason: unknown) => reason);
    expect(thrown).toBeInstanceOf(HandlerError);
    expect(thrown).toMatchObject({ retryable, type, message, scriptCalls: 2 });
  });

  test("a delay is the run's own time, and an abort ends it without consuming the entry", async () => {
    const clock = simulatedClock();
    const abort = new AbortController();
    const backend = backendOf({ default: { text: 'late', delay_ms: 60_000 } });
    const waiting = backend.run(request({ services: { clock } }));
    await clock.advance(60_000);
    expect(await waiting).toMatchObject({ text: 'late' });
    const aborted = backend.run(request({ services: { clock }, signal: abort.signal })).catch((reason: unknown) => reason);
    abort.abort();
    expect(await aborted).toMatchObject({ type: 'AbortError', retryable: false, scriptCalls: undefined });
  });
});

describe('backends.md 1: scripted files', () => {
  test('are written under the working directory before the answer', async () => {
    const asked = request();
    await backendOf({ default: { files: { 'out/deep/a.txt': 'A', 'b.txt': '' } } }).run(asked);
    expect(readFileSync(join(asked.workingDirectory, 'out/deep/a.txt'), 'utf8')).toBe('A');
    expect(readFileSync(join(asked.workingDirectory, 'b.txt'), 'utf8')).toBe('');
  });

  test('files.md 5: in a dry run they stay in the node folder', async () => {
    const asked = request({ mode: 'dry-run' });
    await backendOf({ default: { files: { 'a.txt': 'A' } } }).run(asked);
    expect(existsSync(join(asked.workingDirectory, 'a.txt'))).toBe(false);
    expect(readFileSync(join(asked.invocation.directory.path, 'files/a.txt'), 'utf8')).toBe('A');
  });

  test('never leave the folder, by dots, links or absolute paths; then none is written', () => {
    const { root } = invocation({ node: { id: 'n' } });
    const work = join(root, 'work');
    const outside = join(root, 'outside');
    mkdirSync(outside);
    symlinkSync(outside, join(work, 'link'));
    symlinkSync(join(outside, 'new.txt'), join(work, 'dangling'));
    writeFileSync(join(outside, 'old.txt'), 'old');
    symlinkSync(join(outside, 'old.txt'), join(work, 'file-link'));
    mkdirSync(join(work, 'real'));
    symlinkSync(join(work, 'real'), join(work, 'inner'));
    for (const path of ['../x', 'a/../../x', '/etc/x', 'link/x', 'link/deep/x', 'dangling', 'file-link', '', '.', 'a\0b']) {
      expect(
        writeConfinedFiles(
          work,
          new Map([
            ['good.txt', 'g'],
            [path, 'bad'],
          ]),
        ),
        path,
      ).toMatch(/lies outside/);
    }
    expect(existsSync(join(work, 'good.txt'))).toBe(false);
    expect(readFileSync(join(outside, 'old.txt'), 'utf8')).toBe('old');
    expect(
      writeConfinedFiles(
        work,
        new Map([
          ['inner/x', 'in'],
          ['..data', 'd'],
        ]),
      ),
    ).toBeUndefined();
    expect(readFileSync(join(work, 'real/x'), 'utf8')).toBe('in');
  });

  test('a file that cannot be written is an error that names it', async () => {
    const asked = request();
    writeFileSync(join(asked.workingDirectory, 'a'), '');
    await expect(backendOf({ default: { files: { 'a/b': '' } } }).run(asked)).rejects.toThrow(
      /script entry of node 'work': cannot write the file "a\/b": .*(ENOTDIR|EEXIST)/,
    );
  });
});

test('engine.md 15: the backend registry, last registration wins', () => {
  const first = simulateBackend();
  const registry = createBackendRegistry([first]);
  const second = simulateBackend();
  registry.register('simulate', second);
  registry.register('other', first);
  expect(registry.get('simulate')).toBe(second);
  expect(registry.get('none')).toBeUndefined();
  expect(registry.names()).toEqual(['simulate', 'other']);
});
