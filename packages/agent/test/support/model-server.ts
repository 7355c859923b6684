import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BackendAnswer, BackendRequest, CodergenBackend, JsonObject, Outcome } from '@attractor/engine';
import { type InvocationSpec, invocation, type TestInvocation } from '@attractor/testing';
import { anthropicWire } from '../../../llm/test/server/anthropic-wire.ts';
import { geminiWire } from '../../../llm/test/server/gemini-wire.ts';
import { openaiWire } from '../../../llm/test/server/openai-wire.ts';
import { type Answer, type PlayServer, startPlayServer } from '../../../llm/test/server/play-server.ts';
import { apiKey, type ErrorName, type Turn, type Wire } from '../../../llm/test/server/wire.ts';
import { agentBackend } from '../../src/index.ts';

/** What the model says in one turn: a text, calls by name and arguments, an error of the provider. */
export interface Said {
  readonly text?: string;
  readonly calls?: readonly (readonly [name: string, input: JsonObject | string])[];
  readonly finish?: Turn['finish'];
  readonly error?: ErrorName;
}

export const wires = { anthropic: anthropicWire, openai: openaiWire, gemini: geminiWire } as const satisfies Record<string, Wire>;
export type WireName = keyof typeof wires;

let callIds = 0;

/** The answer of a server that speaks one vendor's format. */
export function answerOf(wire: Wire, said: Said): Answer {
  if (said.error !== undefined) {
    const { status, body } = wire.error(said.error);
    return { status, headers: { 'content-type': 'application/json' }, steps: [{ send: JSON.stringify(body) }] };
  }
  const calls = said.calls?.map(([name, input]) => {
    callIds += 1;
    return { id: `call_${callIds}`, name, deltas: [typeof input === 'string' ? input : JSON.stringify(input)] };
  });
  const turn: Turn = {
    ...(said.text === undefined ? {} : { text: [said.text] }),
    ...(calls === undefined ? {} : { calls }),
    ...(said.finish === undefined ? {} : { finish: said.finish }),
  };
  return { steps: [{ send: wire.frames(turn).join('') }] };
}

export interface ModelServer extends PlayServer {
  /** Environment of a run against this server. */
  environment(wire?: WireName): Record<string, string>;
  say(...said: readonly Said[]): void;
  sayAs(wire: WireName, ...said: readonly Said[]): void;
  /** Bodies of the model calls, in order. */
  readonly bodies: readonly JsonObject[];
}

/** A loopback server that answers like a provider. */
export async function startModelServer(): Promise<ModelServer> {
  const server = await startPlayServer();
  const sayAs = (wire: WireName, ...said: readonly Said[]): void => server.play(...said.map((item) => answerOf(wires[wire], item)));
  return {
    url: server.url,
    get received() {
      return server.received;
    },
    play: (...answers) => server.play(...answers),
    clientGone: () => server.clientGone(),
    close: () => server.close(),
    environment(wire = 'anthropic') {
      const name = wire.toUpperCase();
      return {
        PATH: process.env['PATH'] ?? '',
        HOME: process.env['HOME'] ?? '/',
        [`${name}_API_KEY`]: apiKey,
        [`${name}_BASE_URL`]: server.url + wires[wire].basePath,
      };
    },
    say: (...said) => sayAs('anthropic', ...said),
    sayAs,
    get bodies() {
      return server.received.map(({ body }) => body as JsonObject);
    },
  };
}

/** A request of a node as the codergen handler makes it. */
export function requestFor(test: TestInvocation, extra: Partial<BackendRequest> = {}): BackendRequest {
  return {
    node: test.node,
    prompt: 'Do it',
    context: test.context,
    fidelity: 'compact',
    workingDirectory: test.workingDirectory,
    statusFile: join(test.directory.ensure(), 'status.json'),
    call: 1,
    signal: test.signal,
    invocation: test,
    emit: (event) => test.emit(event),
    ...extra,
  };
}

export function testInvocation(environment: Record<string, string>, spec: Partial<InvocationSpec> = {}): TestInvocation {
  return invocation({ node: { id: 'work' }, ...spec, services: { environment, ...spec.services } });
}

export interface AgentRun {
  readonly test: TestInvocation;
  readonly result: BackendAnswer | Outcome;
  /** Records of `sessions/<id>/events.jsonl`. */
  readonly log: readonly { readonly event: string; readonly timestamp: string; readonly data: JsonObject }[];
}

/** Runs the agent backend once. */
export async function runAgent(
  environment: Record<string, string>,
  options: {
    spec?: Partial<InvocationSpec>;
    request?: Partial<BackendRequest>;
    before?: (test: TestInvocation) => void;
    backend?: CodergenBackend;
  } = {},
): Promise<AgentRun> {
  const test = testInvocation(environment, options.spec);
  options.before?.(test);
  const backend = options.backend ?? agentBackend({ environment });
  const result = await backend.run(requestFor(test, options.request));
  if (typeof result === 'string') throw new Error('a text is no answer of this backend');
  return { test, result, log: sessionLog(test) };
}

export function sessionLog(test: TestInvocation): AgentRun['log'] {
  const sessions = join(test.directory.path, 'sessions');
  if (!existsSync(sessions)) return [];
  return readdirSync(sessions)
    .sort()
    .flatMap((id) =>
      readFileSync(join(sessions, id, 'events.jsonl'), 'utf8')
        .trimEnd()
        .split('\n'),
    )
    .map((line) => JSON.parse(line) as AgentRun['log'][number]);
}
