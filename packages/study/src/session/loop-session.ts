import { mkdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type CallResult, runToolSession, sessionLog, type Tool, userText } from '@attractor/agent';
import {
  type AgentEventData,
  addUsage,
  type BackendAnswer,
  type Clock,
  failureClassOf,
  failureReasonOf,
  HandlerError,
  type Masker,
  noUsage,
  type Outcome,
} from '@attractor/engine';
import { defaultRetry, type Effort, type Message, type ModelClient } from '@attractor/llm';
import type { ExternalTools } from '../tools/mcp-tools.ts';
import type { Caller, StudyTool } from '../tools/study-tool.ts';
import type { SessionAnswer, SessionRequest } from './model-session.ts';

/** What sessions need of the run, whoever answers. */
export interface SessionParts {
  readonly clock: Clock;
  readonly masker: Masker;
  /** `agent.*` events; those of a worker carry its delegation (C2). */
  emit?(event: AgentEventData): void;
  /** Tools of MCP servers for one invoke (AG-11). */
  openTools?(request: SessionRequest): Promise<ExternalTools>;
}

/** Who answers. */
export interface Answerer {
  readonly client: ModelClient;
  readonly model: string;
  readonly effort?: Effort;
  /** Told of each round's calls. */
  round?(results: readonly CallResult[]): void;
}

const defaultLimits = { characters: 100_000 };

/** One invoke over the agent's loop: the study's tools, no verdict, no status file (A4); ended by the model, by `isOver`, or by an abort, which throws. */
export async function invokeOverLoop(request: SessionRequest, answerer: Answerer, parts: SessionParts): Promise<SessionAnswer> {
  const { agent, delegation, signal, transcript } = request;
  const { clock, masker } = parts;
  const caller: Caller = { node: agent.name, signal, ...(delegation === undefined ? {} : { delegation }) };
  let usage = noUsage;
  let rounds = 0;
  let { model } = answerer;
  let over = false;
  if (transcript !== undefined) mkdirSync(dirname(transcript), { recursive: true, mode: 0o700 });
  const log = sessionLog({
    id: basename(transcript ?? agent.name, '.jsonl'),
    directory: '',
    file: transcript,
    masker,
    clock,
    emit: (event, data) =>
      parts.emit?.({
        type: `agent.${event}`,
        node: agent.name,
        data: delegation === undefined ? data : { ...data, delegation },
      }),
  });
  const external = await parts.openTools?.(request);
  try {
    const tools = [...request.tools.values(), ...(external?.tools ?? [])].map((tool) => loopTool(tool, caller));
    const result = await runToolSession({
      client: answerer.client,
      model: answerer.model,
      system: request.system,
      opening: request.messages.map(messageOf),
      tools,
      context: contextOf(parts, signal),
      log,
      now: () => clock.monotonic(),
      ...(answerer.effort === undefined ? {} : { effort: answerer.effort }),
      ...(agent.maxTurns === undefined ? {} : { maxTurns: agent.maxTurns }),
      isOver: () => {
        over = request.isOver();
        return over;
      },
      observer: {
        usage(used, answeredBy) {
          usage = addUsage(usage, used);
          rounds += 1;
          model = answeredBy;
          request.onUsage(used, answeredBy);
        },
        retry: ({ attempt, delayMs, error }) => request.onRetry({ attempt, max: defaultRetry.maxRetries, error, delayMs }),
        round: (results) => answerer.round?.(results),
      },
    });
    return { ...endOf(result), usage, rounds, model, over };
  } catch (error) {
    // What it had used is told already, call by call; an abort is no failure, whatever broke first.
    if (signal.aborted)
      throw new HandlerError(`the session of ${delegation ?? agent.name} was interrupted`, { retryable: false, type: 'AbortError', usage });
    throw error;
  } finally {
    await external?.close();
  }
}

/** A spent quota is a provider that cannot be had; what else ends a session early is told beside its text. */
function endOf(result: BackendAnswer | Outcome): Pick<SessionAnswer, 'text' | 'cut'> {
  if (!('status' in result)) return { text: result.text };
  const reason = failureReasonOf(result);
  if (failureClassOf(result) === 'budget') throw new HandlerError(reason, { retryable: false, type: 'ModelError:quota' });
  return { text: result.responseText ?? '', cut: reason };
}

function messageOf({ from, text }: SessionRequest['messages'][number]): Message {
  if (from === 'user') return userText(text);
  // A provider refuses an empty turn; the exchange must keep its place.
  return { role: 'assistant', content: [{ type: 'text', text: text.trim() === '' ? '(no text)' : text }] };
}

function loopTool(tool: StudyTool, caller: Caller): Tool {
  const { name, description, parameters, kind, limits = defaultLimits, mayRepeat } = tool;
  return {
    name,
    description,
    parameters,
    // The wrapper coerces before it checks (AG-23).
    check: () => [],
    limits,
    inWrittenOrder: kind === 'protocol' || kind === 'topology',
    ...(mayRepeat === undefined ? {} : { mayRepeat }),
    async run(input) {
      const text = await tool.run(input, caller);
      return { text, isError: text.startsWith('ERROR:') };
    },
  };
}

/** The study's tools know where they work; the loop itself needs no more than this. */
function contextOf({ masker }: SessionParts, signal: AbortSignal) {
  return { workingDirectory: '', runDirectory: '', sessionDirectory: '', environment: {}, shell: '', masker, signal };
}
