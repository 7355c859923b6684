import { type ModelClient, ModelError, type ModelRequest, type PriceTable, priceOf, replayEvents, type StreamEvent } from '@attractor/llm';
import { type Asker, digestOf } from './asked.ts';
import { unifiedDiff } from './difference.ts';
import type { Portable } from './portable.ts';
import type { RecordedCall } from './read-recording.ts';
import { diffLines, ReplayProblem } from './replay-problem.ts';
import { askedLines } from './show-asked.ts';

export interface ReplayClientOptions {
  readonly provider: string;
  readonly prices: PriceTable;
  readonly call: RecordedCall;
  /** Names the call in messages. */
  readonly title: string;
  readonly ask: Asker;
  readonly portable: Portable;
  /** What becomes of a turn that the recorded call was stopped before. */
  stopped(signal: AbortSignal | undefined): Promise<never>;
}

/** A client that answers a session from its record: no server, no key. A request that differs is a `ReplayProblem`. */
export function replayClient({ provider, prices, call, title, ask, portable, stopped }: ReplayClientOptions): ModelClient {
  let turns = 0;
  async function* stream(request: ModelRequest): AsyncGenerator<StreamEvent> {
    const turn = call.turns[turns];
    turns += 1;
    if (turn === undefined) {
      if (call.end === undefined || call.end.result.kind === 'aborted') await stopped(request.signal);
      throw new ReplayProblem(
        `${title}: the model is called a ${turns}. time, and the recording holds ${call.turns.length} of its calls; record the run again`,
      );
    }
    const asked = ask.turn(provider, request);
    if (digestOf(asked.head, asked.messages) !== turn.digest) {
      const diff = unifiedDiff(askedLines(turn.head, turn.messages), askedLines(asked.head, asked.messages), diffLines);
      throw new ReplayProblem(`${title}, model call ${turns}: what is asked differs from the recording\n${diff.join('\n')}`);
    }
    yield* turn.retries;
    if (turn.answer.kind === 'failed') {
      const { message, ...error } = turn.answer.error;
      throw new ModelError({
        ...error,
        message: message.startsWith(`${error.provider}: `) ? message.slice(error.provider.length + 2) : message,
      });
    }
    yield* replayEvents(portable.in(turn.answer.response));
  }
  const first = call.turns.find(({ answer }) => answer.kind === 'finished')?.answer;
  const resolved = first?.kind === 'finished' ? first.response.resolvedModel : undefined;
  return {
    provider,
    stream,
    async generate(request) {
      for await (const event of stream(request)) if (event.type === 'finish') return event.response;
      throw new ReplayProblem(`${title}: the recording has no answer`);
    },
    listModels: () => Promise.resolve([]),
    resolveModel: (name) => Promise.resolve({ requested: name, id: resolved ?? name, by: 'exact', candidates: [] }),
    price: (model) => priceOf(prices, provider, model),
  };
}
