import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BackendRequest, type CodergenBackend, HandlerError, type Json, type Masker, type Outcome } from '@attractor/engine';
import { maskerOf } from '@attractor/handlers';
import { type ModelClient, ModelError, type ModelRequest, type StreamEvent } from '@attractor/llm';
import { type Asker, asker, digestOf } from './asked.ts';
import { callKey } from './call-key.ts';
import { type CallResult, type RecordingLine, recordingFile, recordingFolder, recordingVersion, type TurnLine } from './format.ts';
import { appendLine } from './line-file.ts';
import { type Portable, portableFor } from './portable.ts';

/** Keeps a run's model traffic in its run directory (`--record`, backends.md 1). */
export interface RecordingOfRun {
  /** The backend, recorded. The journal then counts its calls. */
  backend(inner: CodergenBackend): CodergenBackend;
  /** The client of a session that works for a recorded request; another request's stays as it is. */
  client(request: BackendRequest, client: ModelClient): ModelClient;
}

export function recordRun(): RecordingOfRun {
  const sessions = new WeakMap<BackendRequest, Session>();
  return {
    backend: (inner) => ({
      ...inner,
      needsProvider: false,
      async run(request) {
        const session = beginSession(request, inner.name);
        sessions.set(request, session);
        try {
          const result = await inner.run(request);
          session.end(typeof result === 'string' ? { text: result, toolCalls: 0 } : result);
          return result;
        } catch (error) {
          session.failed(error);
          throw error;
        }
      },
    }),
    client: (request, client) => sessions.get(request)?.client(client) ?? client,
  };
}

interface Session {
  client(inner: ModelClient): ModelClient;
  end(result: { readonly text: string } | Outcome): void;
  failed(error: unknown): void;
}

function beginSession(request: BackendRequest, backend: string): Session {
  const file = join(request.invocation.runDirectory, recordingFolder, recordingFile);
  const masker = maskerOf(request.invocation);
  const portable = portableFor(request);
  const ask = asker(portable, masker);
  const call = randomBytes(8).toString('hex');
  if (!existsSync(file)) write(file, { t: 'recording', version: recordingVersion });
  const asked = ask.whole(request);
  write(file, { t: 'call', call, ...callKey(request), backend, asked, digest: digestOf(asked) });
  const keep = <T>(value: T): T => masker.json(portable.out(value) as unknown as Json) as unknown as T;
  const close = (result: CallResult): void => {
    const statusFile = statusOf(request.statusFile, masker, portable);
    write(file, { t: 'end', call, result: keep(result), ...(statusFile === undefined ? {} : { statusFile }) });
  };
  return {
    client: (inner) => recordingClient(inner, ask, (turn) => write(file, { t: 'turn', call, ...turn, answer: keep(turn.answer) })),
    end: (result) => {
      if (request.signal.aborted) close({ kind: 'aborted', why: String(request.signal.reason) });
      else close('status' in result ? { kind: 'outcome', outcome: result } : { kind: 'answer', answer: { toolCalls: 0, ...result } });
    },
    failed: (error) => {
      if (request.signal.aborted) close({ kind: 'aborted', why: String(request.signal.reason) });
      else close({ kind: 'error', error: errorFields(error) });
    },
  };
}

function write(file: string, line: RecordingLine): void {
  appendLine(file, line);
}

function errorFields(error: unknown) {
  const known = error instanceof HandlerError ? error : undefined;
  return {
    message: error instanceof Error ? error.message : String(error),
    retryable: known?.retryable ?? false,
    type: known?.type ?? (error instanceof Error ? error.name : 'Error'),
    ...(known?.retryAfterMs === undefined ? {} : { retryAfterMs: known.retryAfterMs }),
    ...(known?.usage === undefined ? {} : { usage: JSON.parse(JSON.stringify(known.usage)) as Json }),
  };
}

/** The verdict of a process lies in its status file (backends.md 2), so it is part of its answer. */
function statusOf(path: string, masker: Masker, portable: Portable): string | undefined {
  try {
    return existsSync(path) ? masker.text(portable.out(readFileSync(path, 'utf8'))) : undefined;
  } catch {
    return undefined;
  }
}

type Turn = Omit<TurnLine, 't' | 'call'>;

/** A client whose calls are told when they end. A call that was aborted has no end. */
function recordingClient(inner: ModelClient, ask: Asker, tell: (turn: Turn) => void): ModelClient {
  let turns = 0;
  let before: readonly Json[] = [];
  async function* stream(request: ModelRequest): AsyncGenerator<StreamEvent> {
    const { head, messages } = ask.turn(inner.provider, request);
    const from = commonLength(before, messages);
    before = messages;
    turns += 1;
    const retries: Turn['retries'][number][] = [];
    const record = (answer: Turn['answer']): void =>
      tell({ turn: turns, digest: digestOf(head, messages), head, from, messages: messages.slice(from), retries, answer });
    try {
      for await (const event of inner.stream(request)) {
        if (event.type === 'retry') retries.push(event);
        if (event.type === 'finish') record({ kind: 'finished', response: event.response });
        yield event;
      }
    } catch (error) {
      if (error instanceof ModelError && error.kind !== 'aborted') record({ kind: 'failed', error: error.toJSON() });
      throw error;
    }
  }
  return {
    ...inner,
    stream,
    async generate(request) {
      for await (const event of stream(request)) if (event.type === 'finish') return event.response;
      throw new ModelError({ provider: inner.provider, kind: 'protocol', message: 'the stream ended without a finish' });
    },
  };
}

/** Messages are made once, so those that stay are the same values. */
function commonLength(a: readonly Json[], b: readonly Json[]): number {
  const end = a.findIndex((message, at) => message !== b[at]);
  return end < 0 ? Math.min(a.length, b.length) : end;
}
