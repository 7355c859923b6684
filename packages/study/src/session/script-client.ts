import { setTimeout as sleep } from 'node:timers/promises';
import { type CallResult, type ScriptCall, type ScriptRound, scriptedFailure } from '@attractor/agent';
import { type Clock, HandlerError, type Usage } from '@attractor/engine';
import type { AssistantPart, ModelClient, ModelRequest, ModelResponse } from '@attractor/llm';
import type { DelegationLog } from '../records/log-row.ts';
import { withoutNotes } from '../run/notices.ts';
import type { AgentEntry, LazyRound, ScriptContext } from './agent-script.ts';
import { fillArguments, fillText, isExpected } from './script-values.ts';
import { scriptMismatch } from './session-error.ts';

/** A model that says what one entry has it say. */
export interface ScriptedModel {
  readonly client: ModelClient;
  /** Checks what the calls of a round gave, and keeps it; throws `script_mismatch`. */
  round(results: readonly CallResult[]): void;
  /** Rounds and calls that the end of the turn left over. */
  left(): { readonly rounds: number; readonly calls: number };
}

interface Needs {
  readonly clock: Clock;
  readonly log: Pick<DelegationLog, 'status'>;
}

/** `until` waits this long in real time. */
const untilMs = 30_000;
const lookMs = 10;

/** The rounds of an entry as a client of the agent's loop, so that its calls go the way of a real model's (rulings H). */
export function scriptedModel(entry: AgentEntry, about: Omit<ScriptContext, 'results' | 'kept'>, needs: Needs): ScriptedModel {
  const rounds = entry.calls ?? [];
  const kept = new Map<string, string>();
  let results: readonly string[] = [];
  let next = 0;
  let calls = 0;
  let asked: readonly ScriptCall[] = [];
  let answered = 0;
  let dropped = 0;
  const where = (): string => `key '${about.key}', entry ${about.entry}`;

  /** The next model call: waits are over when it returns. */
  async function nextCalls(signal: AbortSignal | undefined): Promise<readonly ScriptCall[] | undefined> {
    for (;;) {
      if (signal?.aborted === true) throw interrupted();
      const lazy = rounds[next];
      if (lazy === undefined) return undefined;
      next += 1;
      const round = isLazy(lazy) ? await lazy({ ...about, results, kept }) : lazy;
      if (round.kind === 'calls') return round.calls.map((call) => filled(call, kept));
      await carryOut(round, signal);
    }
  }

  async function carryOut(round: Exclude<ScriptRound, { readonly kind: 'calls' }>, signal: AbortSignal | undefined): Promise<void> {
    switch (round.kind) {
      case 'error':
        throw scriptedFailure(round.error, 1);
      case 'delay':
        if (round.delayMs > 0) await needs.clock.sleep(round.delayMs, signal);
        return;
      case 'until':
        return shown(fillText(round.id, kept), fillText(round.status, kept), signal);
    }
  }

  async function shown(id: string, status: string, signal: AbortSignal | undefined): Promise<void> {
    for (const began = performance.now(); ; await sleep(lookMs)) {
      const there = needs.log.status(id)?.status;
      // Whatever follows has been RUNNING.
      if (there === status || (there !== undefined && status === 'RUNNING')) return;
      if (signal?.aborted === true) throw interrupted();
      if (performance.now() - began > untilMs)
        throw scriptMismatch(
          `${where()}, round ${next}: the log did not show ${id}:${status} within ${untilMs / 1000} s; it shows ${there ?? 'no such id'}`,
        );
    }
  }

  async function answer(request: ModelRequest): Promise<ModelResponse> {
    if (answered === 0 && entry.delayMs !== undefined && entry.delayMs > 0) await needs.clock.sleep(entry.delayMs, request.signal);
    if (answered === 0 && entry.error !== undefined) throw scriptedFailure(entry.error, 1);
    const found = await nextCalls(request.signal);
    asked = found ?? [];
    answered += 1;
    const content: AssistantPart[] =
      found === undefined
        ? [{ type: 'text', text: fillText(entry.text ?? '', kept) }]
        : found.map(({ tool, args }) => {
            calls += 1;
            return { type: 'tool_call', id: `call_${calls}`, name: tool, input: args };
          });
    return {
      provider: 'script',
      requestedModel: request.model,
      resolvedModel: request.model,
      model: request.model,
      content,
      finish: { reason: found === undefined ? 'stop' : 'tool_calls' },
      usage: usageOf(entry, answered),
    };
  }

  return {
    client: clientOf(answer),
    round(given) {
      results = given.map(({ output }) => withoutNotes(output.text));
      for (const [at, call] of asked.entries()) {
        const result = results[at] ?? '';
        if (given[at]?.dropped === true) {
          dropped += 1;
          continue;
        }
        if (call.expect !== undefined && !isExpected(call.expect, result))
          throw scriptMismatch(
            `${where()}, round ${next}, call ${at + 1} (${call.tool}): expected ${JSON.stringify(call.expect)}, the result is ${JSON.stringify(result.slice(0, 500))}`,
          );
        if (call.as !== undefined) kept.set(call.as, result);
      }
    },
    left: () => ({ rounds: rounds.length - next, calls: dropped }),
  };
}

function filled(call: ScriptCall, kept: ReadonlyMap<string, string>): ScriptCall {
  const { args, expect } = call;
  return { ...call, args: fillArguments(args, kept), ...(expect === undefined ? {} : { expect: fillText(expect, kept) }) };
}

/** One value for every round, or the round's own; the last one repeats. */
function usageOf({ usage, usages, costUsd, costs }: AgentEntry, round: number): Usage {
  const tokens = usages?.[Math.min(round, usages.length) - 1] ?? usage ?? { inputTokens: 0, outputTokens: 0 };
  const cost = costs?.[Math.min(round, costs.length) - 1] ?? costUsd;
  return cost === undefined ? tokens : { ...tokens, costUsd: cost };
}

function clientOf(answer: (request: ModelRequest) => Promise<ModelResponse>): ModelClient {
  return {
    provider: 'script',
    async *stream(request) {
      yield { type: 'finish', response: await answer(request) };
    },
    generate: answer,
    listModels: async () => [],
    resolveModel: async (name) => ({ requested: name, id: name, by: 'exact', candidates: [] }),
    price: () => undefined,
  };
}

function isLazy(round: ScriptRound | LazyRound): round is LazyRound {
  return typeof round === 'function';
}

function interrupted(): HandlerError {
  return new HandlerError('the scripted session was interrupted', { retryable: false, type: 'AbortError' });
}
